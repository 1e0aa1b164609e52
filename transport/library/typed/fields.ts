import type { Scalar } from "./attributes.ts";
import type { AttributesOf, ComponentUid } from "./models.ts";
import type { AnyDefinition } from "./schema.ts";

/** The names that `fields` accepts; `*` is all. */
export type FieldOf<D extends AnyDefinition, U> = "*" | "id" | ScalarName<AttributesOf<D, U>> | DocumentField<D, U>;

type DocumentField<D extends AnyDefinition, U> =
  U extends ComponentUid<D> ? never : "documentId" | "createdAt" | "updatedAt" | "publishedAt";

type ScalarName<A> = { [K in keyof A & string]: A[K] extends Scalar ? K : never }[keyof A & string];
