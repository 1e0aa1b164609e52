import { aroundMethods } from "../around-methods.ts";
import type { Loose } from "../strapi-object.ts";

/**
 * An object that calls its methods on the object that `make` gives at each call: code keeps an object, and calls it later for
 * other content, in a transaction or for a fork.
 */
export function ofEachCall<T extends object>(make: () => T): T {
  return aroundMethods(make(), (_, given, name) => (make() as Loose)[name](...given));
}
