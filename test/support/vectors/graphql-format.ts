import type { Credentials, SetupStep, Types } from "./format.ts";

/** graphql.json as it is on disk; `test/contract/vectors/README.md` says what each key means. */
export interface GraphqlVectors extends Types {
  readonly setup: readonly Omit<SetupStep, "auth">[];
  readonly cases: readonly GraphqlCase[];
  readonly transport: readonly TransportCase[];
}

export interface GraphqlCase {
  readonly name: string;
  readonly group: string;
  readonly auth: Credentials;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
  /** Names for values of the answer, by their path in it. */
  readonly save?: Readonly<Record<string, string>>;
  /** Only for this profile is the answer as recorded. */
  readonly profiles?: readonly string[];
  readonly quirk?: string;
  readonly expect: { readonly status: number; readonly body: unknown };
}

export interface TransportCase {
  readonly name: string;
  readonly auth: Credentials;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** Length of the text in a body that is made for its size. */
  readonly pad?: number;
  readonly quirk?: string;
  readonly expect: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
}
