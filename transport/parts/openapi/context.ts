import {
  type Access,
  type AnyModel,
  type Attribute,
  type ContentType,
  mayFollow,
  type Schema,
} from "../../../engine/internal.ts";
import { answeredAttributes } from "../../contract/model/shown-attributes.ts";
import type { Profile } from "../../contract/profiles/profile.ts";
import type { RestConfig } from "../../contract/profiles/rest-config.ts";
import type { Components } from "./components.ts";

/** The caller that a document is made for: it describes only what they may do. */
export interface Asker {
  readonly access: Access;
  /** Whether they have signed in, which some operations require. */
  readonly isUser: boolean;
}

/** The facts about a deployment that all parts of its document depend on. */
export interface Shared {
  readonly schema: Schema;
  readonly profile: Profile;
  readonly rest: RestConfig;
  /** Whether reads have an `ETag`. */
  readonly entityTags: boolean;
  /** Whether other nodes write to the content too. */
  readonly isShared: boolean;
}

/** The state that the parts of one document share. */
export interface Context extends Shared {
  /** Schema names by uid. */
  readonly names: ReadonlyMap<string, string>;
  readonly asker: Asker;
  /** How callers authenticate: with a token, or as a signed-in user. */
  readonly schemes: readonly Scheme[];
  readonly components: Components;
  /** The models that some schema of the document represents. */
  readonly models: Set<AnyModel>;
}

export type Scheme = "token" | "user";

/** The suffixes of a model's schema names. */
export const ENDINGS = [
  "Draft",
  "Item",
  "DraftItem",
  "Typed",
  "DraftTyped",
  "Input",
  "CreateInput",
  "InputItem",
  "Filters",
  "Populate",
  "PopulateOptions",
  "Fields",
  "Sort",
] as const;

type Ending = (typeof ENDINGS)[number];

export function nameOf({ names }: Context, model: AnyModel, ending: Ending | "" = ""): string {
  return `${names.get(model.uid)}${ending}`;
}

/** A relation that the asker may not follow is treated as absent. */
export function shownAttributes({ asker }: Context, model: AnyModel): readonly Attribute[] {
  return answeredAttributes(model).filter((attribute) => mayFollow(asker.access, attribute));
}

/** Whether the asker may see drafts of a type (reads, §12). */
export function seesDrafts(context: Context, type: ContentType): boolean {
  return type.draftAndPublish && mayAskForDrafts(context, type);
}

/** Whether the asker may read a type with the status `draft`, whatever the answer contains. */
export function mayAskForDrafts({ asker: { access }, profile }: Context, { uid }: ContentType): boolean {
  if (!profile.rules.strictStatus) return true;
  if (!access.authenticated) return false;
  return access.toDrafts === undefined || access.toDrafts.may(uid, "readDrafts");
}
