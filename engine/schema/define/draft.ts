import type { AnyModel } from "../content-type.ts";
import type { Report } from "../schema-error.ts";

/** A content type or component on its way into a schema. */
export interface Draft<M extends AnyModel> {
  readonly model: M;
  /** Names of the attributes that could not be defined: declared, but not among those of the model. */
  readonly faulty: ReadonlySet<string>;
  readonly report: Report;
}
