import type { Credentials } from "../format.ts";

/** A running server that the recorded requests are played against, empty and with the types of the vectors. */
export interface Server {
  readonly url: string;
  /** Tokens by the word that the vectors use for them. A case that needs one that is not here is left out. */
  readonly tokens: Readonly<Partial<Record<Credentials, string>>>;
  /** Calls of the Document Service. Cases that need them are left out when absent. */
  readonly operations?: Operations;
}

export interface Operations {
  call(operation: string, uid: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** The HTTP answer that something thrown by `call` would become. */
  refusal(thrown: unknown): { readonly status: number; readonly body: unknown };
}
