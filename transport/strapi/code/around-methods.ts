import type { Loose } from "./strapi-object.ts";

/** Calls a method of the object with these arguments. */
type Method = (...given: readonly Loose[]) => unknown;

/** Runs in the place of a method, which it may call. */
type Around = (method: Method, given: readonly Loose[], name: string | symbol) => unknown;

/** The same object with `around` in the place of its methods; `absent`: members that are not there. */
export function aroundMethods<T extends object>(object: T, around: Around, absent?: ReadonlySet<string | symbol>): T {
  return new Proxy(object, {
    get(target, name) {
      if (absent?.has(name)) return undefined;
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...given: readonly Loose[]) => around((...passed) => member.apply(target, passed), given, name);
    },
  });
}
