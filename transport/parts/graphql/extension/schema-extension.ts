import type { GraphQLResolveInfo } from "graphql";
import type { Action } from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import type { KnownCaller } from "../../../access/caller.ts";
import type { Answer } from "../../../http/answer.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { Arguments } from "../execute/arguments/list-params.ts";
import type { Hiding } from "../schema/exposure.ts";

/** A resolver of the user's own, or the usual one of a field as own code calls it: with entries as plain objects. */
export type OwnResolver = (parent: unknown, args: Arguments, context: unknown, info: GraphQLResolveInfo) => unknown;

/** By type and field; of an enum the values by name; `__resolveType` and `__isTypeOf`; a scalar in place of its type's. */
export type OwnResolvers = { readonly [type: string]: { readonly [field: string]: unknown } };

/** An operation that own code answers a part of. */
export interface OwnOperation {
  readonly caller: KnownCaller;
  readonly request: HttpRequest;
  readonly store: Store;
}

/** The right that the usual resolver of a field asks for. */
export interface Right {
  readonly type: string;
  readonly action: Action;
}

/** A field that own code answers, or stands around. */
export interface OwnField {
  /** `Query.posts` */
  readonly path: string;
  /** Null: the usual one answers it. */
  readonly resolver: OwnResolver | null;
  /** Whether it is there without the extension. */
  readonly isUsual: boolean;
  /** Null for one that asks for none, or for one of its own. */
  readonly right: Right | null;
}

export interface OwnCall {
  readonly operation: OwnOperation;
  readonly parent: unknown;
  readonly args: Arguments;
  readonly info: GraphQLResolveInfo;
  /** The usual resolver; `granted`: the caller has its right. */
  usual(granted: boolean): OwnResolver;
}

/** Additions to a schema by code of the user's own, omissions, and code around its fields. */
export interface SchemaExtension {
  /** Documents of the schema language. */
  readonly typeDefs: readonly string[];
  /** A document whose fields take the place of usual ones, arguments included. */
  readonly replacing: string;
  readonly resolvers: OwnResolvers;
  readonly hiding: Hiding;
  /** Whether something stands around a field, by its path. */
  isAround(path: string): boolean;
  /** Prepares the answers of a field. Throws what is wrong with the code around it. They reject as resolvers do. */
  answers(field: OwnField): (call: OwnCall) => Promise<unknown>;
  /** An error of own code as its caller gets it; any other stays as it is. */
  refusal(error: unknown): unknown;
  /** Runs other code for an operation. */
  within<T>(operation: OwnOperation, work: () => T): T;
  /** The headers that own code has set for the answer. */
  headersFor(operation: OwnOperation): Pick<Answer, "headers" | "replaced">;
}
