import type { UnknownRecord } from "../../../engine/internal.ts";
import type { ProfileName } from "../../contract/profiles/profile-name.ts";
import type { SourceVersion } from "../source/dialect.ts";
import type { SourceLocale } from "../source/source-locales.ts";
import type { SourceTypes } from "../source/source-types.ts";
import type { Rights } from "./public-rights.ts";
import type { LeftOut, TypeReport } from "./report.ts";
import type { Rows } from "./rows.ts";

/** The content read from a source. */
export interface Pulled {
  readonly types: SourceTypes;
  readonly rows: ReadonlyMap<string, Rows>;
  /** The default one first; empty if no type has locales. */
  readonly locales: readonly SourceLocale[];
  readonly version: SourceVersion;
  readonly profile: ProfileName;
  readonly rights: Rights | null;
  readonly roles: readonly UnknownRecord[];
  readonly limits: { readonly defaultLimit: number | null; readonly maxLimit: number | null };
  readonly report: {
    readonly types: { readonly [uid: string]: TypeReport };
    readonly files: { readonly fetched: number; readonly missing: number };
    readonly left: LeftOut;
    readonly changed: number;
    readonly moved: readonly string[];
    readonly maxLimit: number;
  };
}
