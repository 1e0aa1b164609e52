import type { DynamicZone, Nested, Scalar, TargetOf } from "./attributes.ts";
import type { AttributesOf } from "./models.ts";
import type { AnyDefinition } from "./schema.ts";

/** The value of `sort`: texts `field`, `field:desc`, `relation.field:asc`, or objects; one or a list of one kind. */
export type SortOf<D extends AnyDefinition, U> =
  | SortText<D, U>
  | readonly SortText<D, U>[]
  | SortObject<D, U>
  | readonly SortObject<D, U>[];

type Direction = "asc" | "desc" | "ASC" | "DESC";

type SortText<D extends AnyDefinition, U> = WithDirection<SortName<AttributesOf<D, U>>>;

type WithDirection<N extends string> = N | `${N}:${Direction}`;

/** Names after a dot are checked at run time. */
type SortName<A> = Own | SortableField<A> | `${NestedName<A>}.${string}`;

type Own = "id" | "documentId" | "createdAt" | "updatedAt" | "publishedAt";

type SortableField<A> = {
  [K in keyof A & string]: A[K] extends { readonly type: "password" } ? never : A[K] extends Scalar ? K : never;
}[keyof A & string];

type NestedName<A> = {
  [K in keyof A & string]: A[K] extends DynamicZone ? never : A[K] extends Nested ? K : never;
}[keyof A & string];

type SortObject<D extends AnyDefinition, U> = SortKeys<D, AttributesOf<D, U>>;

type SortKeys<D extends AnyDefinition, A> = { readonly [K in Own | SortableField<A>]?: Direction } & {
  readonly [K in keyof A as K & NestedName<A>]?: SortObject<D, TargetOf<A[K]>>;
};
