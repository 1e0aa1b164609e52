import type { Access, AnyModel } from "../../../engine/internal.ts";
import { fc } from "../../support/fast-check.ts";
import { fieldsOf, linksOf } from "./fields-of.ts";

interface Key {
  readonly names: readonly string[];
  readonly order: string | null;
}

/** `sort` by up to three keys, in any of its forms. `links`: most relations on the way to a field. */
export function sortOf(model: AnyModel, access: Access, links = 2): fc.Arbitrary<unknown> {
  const own = { weight: 3, arbitrary: pathOf(model, access, 0) };
  const others = [1, 2].filter((count) => count <= links);
  const names = fc.oneof(own, ...others.map((count) => ({ weight: 1, arbitrary: pathOf(model, access, count) })));
  const key: fc.Arbitrary<Key> = fc.record({ names, order: fc.constantFrom(null, "asc", "desc", "DESC") });
  const keys = fc.uniqueArray(key, { maxLength: 3, selector: ({ names }) => names.join(".") });
  return fc.oneof(
    keys.map((list) => list.map(asText).join(",")),
    keys.map((list) => list.map(asText)),
    keys.map((list) => list.map(asObject)),
  );
}

function pathOf(model: AnyModel, access: Access, links: number): fc.Arbitrary<readonly string[]> {
  const own = fc.constantFrom(...fieldsOf(model)).map(({ name }): readonly string[] => [name]);
  const behind = linksOf(model, access);
  if (links === 0 || behind.length === 0) return own;
  return fc
    .constantFrom(...behind)
    .chain(({ name, target }) => pathOf(target, access, links - 1).map((rest) => [name, ...rest]));
}

function asText({ names, order }: Key): string {
  return names.join(".") + (order === null ? "" : `:${order}`);
}

function asObject({ names, order }: Key): unknown {
  return names.reduceRight<unknown>((below, name) => ({ [name]: below }), order ?? "asc");
}
