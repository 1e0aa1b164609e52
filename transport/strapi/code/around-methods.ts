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

/**
 * An object that calls its methods on the object that `make` gives at each call: code keeps an object, and calls it later for
 * other content, in a transaction or for a fork. `around` is called with the parameters, and makes the call with its own.
 */
export function ofEachCall<T extends object>(
  make: () => T,
  around: (params: Loose, call: (params: Loose) => unknown) => unknown,
  absent?: ReadonlySet<string | symbol>,
): T {
  const run: Around = (_, [params, ...more], name) =>
    around(params, (given) => (make() as Loose)[name](given, ...more));
  return aroundMethods(make(), run, absent);
}
