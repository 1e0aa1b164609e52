import type { SchemaIssue, UnknownRecord } from "../../../engine/internal.ts";
import type { ProjectConfig } from "./project-config.ts";
import type { ProjectFault } from "./project-error.ts";

/** What was read from disk, unchecked. */
export interface Source {
  readonly contentTypes: unknown;
  readonly components: unknown;
  readonly customFields: UnknownRecord;
  readonly config: ProjectConfig;
  readonly seed?: UnknownRecord;
  /** Its entries are there to be read by everyone, as those of json-server are. */
  readonly isReadable?: boolean;
  /** Code of the locale of localized types, where something says it. */
  readonly defaultLocale?: unknown;
  /** The locales of localized types, where something says them. */
  readonly locales?: unknown;
  /** Files with code of the project's own. */
  readonly code?: readonly string[];
  /** The place of an issue in the files; undefined when the file as a whole is at fault, which is reported already. */
  locate(issue: SchemaIssue): ProjectFault | undefined;
}
