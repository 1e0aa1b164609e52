import type { Query, ReadContext, Status } from "../../engine/internal.ts";
import type { DefinedAttribute } from "../contract/model/defined-attributes.ts";

/** The calls of the Document Service that hooks see. */
export const HOOK_ACTIONS = [
  "findMany",
  "findOne",
  "findFirst",
  "count",
  "create",
  "update",
  "delete",
  "clone",
  "publish",
  "unpublish",
  "discardDraft",
] as const;

export type HookAction = (typeof HOOK_ACTIONS)[number];

/** Who makes the call: a visitor, a signed-in user, an API token, or the program itself. */
export type HookCaller =
  | { readonly kind: "public" }
  | { readonly kind: "user"; readonly id: number }
  | { readonly kind: "token"; readonly name: string }
  | { readonly kind: "process" };

/** How the call came in. */
export type HookSource = "rest" | "graphql" | "process" | "route" | "schedule";

/** The content type of a call, as Strapi's middlewares see it. */
export interface ContentTypeView {
  readonly uid: string;
  readonly kind: "collectionType" | "singleType";
  readonly modelName: string;
  readonly info: { readonly singularName: string; readonly pluralName: string; readonly displayName: string };
  readonly options: { readonly draftAndPublish: boolean };
  readonly attributes: { readonly [name: string]: DefinedAttribute };
}

/** The request of a call over HTTP. */
export interface RequestView {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** The value of a header by lower-case name. */
  header(name: string): string | undefined;
}

/** One call of the Document Service on its way through the hooks. */
export interface HookContext {
  readonly uid: string;
  readonly contentType: ContentTypeView;
  readonly action: HookAction;
  /** May be changed or replaced before `next()`. Over HTTP it has every parameter of the query, unknown ones too. */
  params: HookParams;
  readonly caller: HookCaller;
  readonly source: HookSource;
  /** Absent for calls of the program. */
  readonly request?: RequestView;
  /** Aborted when the time of the hook is over. */
  readonly signal: AbortSignal;
}

// biome-ignore lint/suspicious/noExplicitAny: hooks see calls of every type, and unknown parameters of the query
type Loose = any;

/** Parameters of a call of the Document Service, which hooks may change. */
export interface HookParams {
  documentId?: string;
  status?: Status;
  locale?: string | readonly string[] | null;
  data?: Loose;
  start?: number;
  limit?: number;
  [name: string]: Loose;
}

/** The calls of the Document Service of one content type, without hooks. */
export type DocumentCalls = { readonly [A in HookAction]: (params: Loose) => Promise<unknown> } & {
  /** Reads as `findMany` does, in a form of its own. */
  read<T>(params: Loose, read: (query: Query, reading: ReadContext) => T): Promise<T>;
};

/**
 * Runs around a call, as Strapi's `documents.use` does: `next()` runs the hooks registered later, then the call itself,
 * and gives its result. The result of the hook is the result of the call; without `next()` nothing is read or written.
 */
export type Hook = (context: HookContext, next: () => Promise<Loose>) => unknown;

/** The calls that a hook wants to see. Calls of other types and actions cost nothing. */
export interface HookFilter {
  /** uids or singular names. Default: every type. */
  readonly types?: readonly string[];
  /** Default: every action. */
  readonly actions?: readonly HookAction[];
  /**
   * Promises that what the hook makes of a read depends on its parameters, its caller and the content alone: answers over
   * REST are cached per caller until content of any type changes. False when absent.
   */
  readonly cache?: boolean;
}
