import type { GraphQLNamedType } from "graphql";
import { entryType } from "./entry-type.ts";
import { exposureOf } from "./exposure.ts";
import { DELETE_RESPONSE, PAGINATION, PAGINATION_ARG, PUBLICATION_FILTER, PUBLICATION_STATUS } from "./fixed-types.ts";
import { dataInput } from "./inputs/data-input.ts";
import { filtersInput } from "./inputs/filters-input.ts";
import { anyEntry } from "./morph.ts";
import { typeName } from "./names.ts";
import { pageNodes, relationNodes } from "./node-types.ts";
import { scalarOf } from "./scalars/scalars.ts";
import type { Types } from "./types.ts";
import { entryEntity, entryResponse } from "./v4-fields.ts";

/** By name: makes types that own definitions may name, whether a field leads to them or not. */
export type NamedTypes = ReadonlyMap<string, () => GraphQLNamedType>;

const FIXED: readonly GraphQLNamedType[] = [
  ...[DELETE_RESPONSE, PAGINATION, PAGINATION_ARG, PUBLICATION_FILTER, PUBLICATION_STATUS],
  ...(["json", "date", "time", "datetime", "biginteger"] as const).map(scalarOf),
];

export function namedTypes(types: Types): NamedTypes {
  const { schema, hiding } = types;
  const named = new Map<string, () => GraphQLNamedType>([["GenericMorph", () => anyEntry(types)]]);
  for (const fixed of FIXED) named.set(fixed.name, () => fixed);
  const shown = [...schema.types.values()].filter((type) => exposureOf(type, hiding) !== null);
  for (const model of [...shown, ...schema.components.values()]) {
    const name = typeName(model);
    named.set(name, () => entryType(types, model));
    named.set(`${name}Input`, () => dataInput(types, model));
    named.set(`${name}FiltersInput`, () => filtersInput(types, model));
  }
  for (const type of shown) {
    const name = typeName(type);
    named.set(`${name}Entity`, () => entryEntity(types, type));
    named.set(`${name}EntityResponse`, () => entryResponse(types, type));
    named.set(`${name}EntityResponseCollection`, () => pageNodes(types, type));
    named.set(`${name}RelationResponseCollection`, () => relationNodes(types, type));
  }
  return named;
}
