import type { Access, ContentType, Query, RawParams } from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import type { KnownCaller } from "../../access/caller.ts";
import type { LocaleRules } from "../../contract/locales/locale.ts";
import type { Profile } from "../../contract/profiles/profile.ts";
import type { DocumentsOf } from "../../hooks/hook-origin.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import type { ComposedText } from "../../http/json/composed-text.ts";
import type { HttpRequest } from "../../http/port.ts";
import type { RunLater } from "../../http/service.ts";
import type { DefaultPopulate } from "./default-populate.ts";

/** The kind of a call: its answer shows the configured `populate` if it reads. */
export type CallKind = "find" | "findOne" | "write";

/** One request to a content type, before its parameters are checked. */
export interface Call {
  readonly type: ContentType;
  /** Null for lists, creation and single types. */
  readonly documentId: string | null;
  /** The query string, without the question mark. */
  readonly query: string;
  /** Its parameters. Throws EngineError `validation`. */
  readonly params: () => RawParams;
  readonly access: Access;
  readonly caller: KnownCaller;
  readonly request: HttpRequest;
  /** The parsed body of a write; empty if there is none. */
  readonly body: { readonly [key: string]: unknown };
}

/** The parts of a call that its query depends on. */
export type AskedCall = Pick<Call, "type" | "query" | "params" | "access">;

/** Status and body, JSON text; null for no body. */
export interface Answer {
  readonly status: number;
  readonly body: string | ComposedText | null;
  /** The answer to a read: unchanged as long as the content types it was read from are. */
  readonly query?: Query;
}

/** Dependencies of the content routes. */
export interface ContentService extends LocaleRules {
  readonly store: Store;
  readonly profile: Profile;
  /** Work budget of one read, in the engine's units. */
  readonly work: number;
  /** Maximum bytes of one answer. */
  readonly answerBytes: number;
  readonly hooks: Hooks;
  readonly documents: DocumentsOf;
  /** Runs suspended reads of calls with hooks again. */
  readonly runLater: RunLater;
  /** The configured `populate` of types. */
  readonly populates: DefaultPopulate;
  /** The call's parameters as a checked query. Throws EngineError with the path of each fault. */
  checkQuery(call: AskedCall, kind: CallKind): Query;
  /** The same for hooks, which see private attributes. */
  checkForHooks(call: AskedCall, kind: CallKind): Query;
  /** The parameters of a call in the words of Strapi 5, whatever the format in which callers use them. */
  inFormat(type: ContentType, params: RawParams): RawParams;
}

/** Answers a call that its caller may make. Throws EngineError, or rejects with it. */
export type Handle = (service: ContentService, call: Call) => Answer | Promise<Answer>;
