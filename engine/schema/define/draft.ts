import type { AnyModel } from "../content-type.ts";
import type { Report } from "../schema-error.ts";

/** A content type or component that is being defined. */
export interface Draft<M extends AnyModel> {
  readonly model: M;
  /** Names of declared attributes that could not be defined. */
  readonly faulty: ReadonlySet<string>;
  readonly report: Report;
}
