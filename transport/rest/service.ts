import type { Access, ContentType, Query, RawParams } from "../../engine/internal.ts";
import type { Store } from "../../storage/internal.ts";
import type { LocaleRules } from "../contract/locale.ts";
import type { Profile } from "../contract/profile.ts";
import type { ComposedText } from "../http/json/composed-text.ts";

/** One request to a content type, as far as it is understood before its parameters are checked. */
export interface Call {
  readonly type: ContentType;
  /** Null for lists, creation and single types. */
  readonly documentId: string | null;
  /** Text behind the question mark. */
  readonly query: string;
  /** What it says. Throws EngineError `validation`. */
  readonly params: () => RawParams;
  readonly access: Access;
  /** The parsed body of a write; empty where there is none. */
  readonly body: { readonly [key: string]: unknown };
}

/** Status and body, JSON text; a null body is none at all. */
export interface Answer {
  readonly status: number;
  readonly body: string | ComposedText | null;
  /** What a read has answered: until a content type that it leads to changes, the answer stays the same. */
  readonly query?: Query;
}

/** What the content routes work with. */
export interface ContentService extends LocaleRules {
  readonly store: Store;
  readonly profile: Profile;
  /** What one read may ask for, in the units of the engine's `Allowance`. */
  readonly work: number;
  /** Bytes of one answer. */
  readonly answerBytes: number;
  /** The call's parameters as a checked query. Throws EngineError with every fault's place. */
  checkQuery(call: Call, shape: "find" | "findOne"): Query;
}

/** Answers a call whose caller may make it. Throws EngineError, or rejects with it. */
export type Handle = (service: ContentService, call: Call) => Answer | Promise<Answer>;
