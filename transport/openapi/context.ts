import type { Access, AnyModel, Attribute, ContentType, Schema } from "../../engine/internal.ts";
import { answeredAttributes } from "../contract/model/shown-attributes.ts";
import type { Profile } from "../contract/profile.ts";
import type { RestConfig } from "../contract/rest-config.ts";
import type { Components } from "./components.ts";

/** The caller of a document: it describes nothing that they may not do. */
export interface Asker {
  readonly access: Access;
  /** What is there for those only who have signed in. */
  readonly isUser: boolean;
}

/** What the parts of one document are made of. */
export interface Context {
  readonly schema: Schema;
  /** Names of schemas by uid. */
  readonly names: ReadonlyMap<string, string>;
  readonly profile: Profile;
  readonly rest: RestConfig;
  /** Reads have an `ETag`. */
  readonly entityTags: boolean;
  /** Other nodes write to the content, too. */
  readonly isShared: boolean;
  readonly asker: Asker;
  /** How callers authenticate: by a token, or as a signed-in user. */
  readonly schemes: readonly Scheme[];
  readonly components: Components;
  /** Those that some schema of the document is made of. */
  readonly models: Set<AnyModel>;
}

export type Scheme = "token" | "user";

/** What the names of a model's schemas end with. */
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

/** Whether the asker may follow an attribute: a relation to what it may not find is as good as not there. */
export function mayFollow({ asker }: Context, attribute: Attribute): boolean {
  return attribute.kind !== "relation" || asker.access.may(attribute.target, "find");
}

export function shownAttributes(context: Context, model: AnyModel): readonly Attribute[] {
  return answeredAttributes(model).filter((attribute) => mayFollow(context, attribute));
}

/** Whether the asker may see drafts of a type (reads, §12). */
export function seesDrafts(context: Context, type: ContentType): boolean {
  return type.draftAndPublish && mayAskForDrafts(context, type);
}

/** Whether the asker may read a type in the status `draft`, whatever that shows. */
export function mayAskForDrafts({ asker: { access }, profile }: Context, { uid }: ContentType): boolean {
  if (!profile.rules.strictStatus) return true;
  if (!access.authenticated) return false;
  return access.toDrafts === undefined || access.toDrafts.may(uid, "readDrafts");
}
