import type { UnknownRecord } from "../../../engine/internal.ts";
import type { SourceTypes } from "../source/source-types.ts";
import type { Rights } from "./public-rights.ts";
import type { LeftOut, TypeReport } from "./report.ts";
import type { Rows } from "./rows.ts";

/** A locale of the source. */
export interface SourceLocale {
  readonly code: string;
  readonly name: string;
}

/** The content read from a source. */
export interface Pulled {
  readonly types: SourceTypes;
  readonly rows: ReadonlyMap<string, Rows>;
  /** The default one first; empty if no type has locales. */
  readonly locales: readonly SourceLocale[];
  /** Major version of Strapi, by the form of the answers. */
  readonly version: "4" | "5";
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
