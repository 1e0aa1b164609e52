import type { SchemaIssue, UnknownRecord } from "../../../engine/internal.ts";
import type { ProjectConfig } from "./config/project-config.ts";
import type { ProjectFault } from "./project-error.ts";

/** A project as read from disk, unchecked. */
export interface Source {
  readonly contentTypes: unknown;
  readonly components: unknown;
  readonly customFields: UnknownRecord;
  readonly config: ProjectConfig;
  readonly seed?: UnknownRecord;
  /** Everyone may read its entries, as with json-server. */
  readonly isReadable?: boolean;
  /** Code of the default locale, if configured. */
  readonly defaultLocale?: unknown;
  /** The locales of localized types, if configured. */
  readonly locales?: unknown;
  /** Files with the project's own code. */
  readonly code?: readonly string[];
  /** The place of an issue in the files; undefined if the file as a whole is at fault, which is reported already. */
  locate(issue: SchemaIssue): ProjectFault | undefined;
}
