import type { Loose } from "../strapi-object.ts";
import { placeOfProjectCode } from "./place-of-project-code.ts";

/**
 * A null object for a member of Strapi or koa that Galley does not have: it may be looked at, and its members assigned,
 * without effect. A call, and the use as a text or number, is refused by name: `strapi.db.connection.raw is not there in
 * Galley (src/index.ts:12)`. `known`: the members that there are; `called`: the answer to a call of itself.
 */
export function standIn(name: string, known: object = {}, called?: (...given: readonly Loose[]) => unknown): Loose {
  const members = new Map<string, unknown>();
  // A function that `new` takes too.
  function refuse(): never {
    throw new Error(`${name} is not there in Galley${placeOfProjectCode()}`);
  }
  return new Proxy(refuse, {
    get(_, member) {
      if (member in known) return Reflect.get(known, member, known);
      if (member === Symbol.toPrimitive) return refuse;
      if (typeof member === "symbol" || ASKED_OF_ALL.has(member)) return undefined;
      if (!members.has(member)) members.set(member, standIn(`${name}.${member}`));
      return members.get(member);
    },
    set(_, member, value) {
      if (member in known) return Reflect.set(known, member, value, known);
      if (typeof member === "string") members.set(member, value);
      return true;
    },
    has: (_, member) => member in known || members.has(String(member)),
    apply: (_, __, given) => (called ?? refuse)(...given),
    construct: refuse,
  });
}

/** Members that are asked for to learn what an object is. */
export const ASKED_OF_ALL: ReadonlySet<string> = new Set([
  "then",
  "toJSON",
  "constructor",
  "inspect",
  "nodeType",
  "asymmetricMatch",
  "default",
  "__esModule",
  "$$typeof",
]);
