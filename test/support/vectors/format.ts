import type { AttributeDefinitions } from "../../../engine/schema/definition.ts";

/** The files of recorded answers as they are on disk. `README.md` in `test/contract/vectors/` explains each key. */
export interface TypeDefinition {
  readonly kind?: "singleType";
  readonly plural: string;
  /** Draft and publish; true when absent. */
  readonly dp?: false;
  /** `{ i18n: { localized: true } }` for a type with locales. */
  readonly pluginOptions?: { readonly [plugin: string]: unknown };
  readonly attributes: AttributeDefinitions;
}

export interface Types {
  readonly types: Readonly<Record<string, TypeDefinition>>;
  readonly components: Readonly<Record<string, AttributeDefinitions>>;
  /** Whether users sign in. */
  readonly users?: true;
  /** Whether GraphQL has the fields of Strapi 4's answers. */
  readonly v4CompatibilityMode?: true;
}

export interface ReadVectors extends Types {
  readonly setup: readonly SetupStep[];
  readonly cases: readonly ReadCase[];
}

export interface SetupStep {
  readonly as?: string;
  readonly auth: Credentials;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly multipart?: readonly Part[];
}

export type Part = {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
} & ({ readonly base64: string } | { readonly value: string });

export interface ReadCase {
  readonly name: string;
  readonly group: string;
  readonly auth: Credentials;
  readonly method: string;
  readonly path: string;
  /** The contract in the seed documents asks for something else here. */
  readonly seed?: "differs";
  readonly expect: Expected;
}

/** Word for the token to send; `none` is a request without one, `bad` one with a token that does not exist. */
export type Credentials = "none" | "bad" | "read" | "full" | "custom" | "expired";

export interface Expected {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  /** The answer where it is not JSON. */
  readonly text?: string;
}

export interface WriteVectors extends Types {
  /** Codes of locales beside `en`. */
  readonly locales?: readonly string[];
  readonly scenarios: readonly Scenario[];
}

export interface Scenario {
  readonly name: string;
  readonly group: string;
  readonly steps: readonly Step[];
  readonly compare?: readonly Comparison[];
  /** Why the recorded answer is a defect or a trait of the database. */
  readonly quirk?: string;
}

export type Step = RequestStep | OperationStep | ParallelStep;

interface Naming {
  readonly as?: string;
  readonly save?: Readonly<Record<string, string>>;
  /** Milliseconds to wait before the step. */
  readonly wait?: number;
}

export interface RequestStep extends Naming {
  readonly auth?: Credentials;
  readonly scheme?: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly rawRepeat?: number;
  readonly multipart?: readonly Part[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly expect: Expected;
}

export interface OperationStep extends Naming {
  /** Operation of the Document Service. */
  readonly op: string;
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly expect: Expected;
}

export interface ParallelStep {
  readonly par: readonly RequestStep[];
}

/** Relation between two values of the raw answers, each named by step index and path. */
export type Comparison = readonly [left: string, relation: "eq" | "lt" | "gt" | "ne" | "missing", right: string];
