import { placeOfProjectCode } from "../object/place-of-project-code.ts";
import { ASKED_OF_ALL } from "../object/stand-in.ts";
import type { Loose } from "../strapi-object.ts";

let definitions = 0;

/** Runs code that only defines parts of a project, as the top level of its files does. */
export function defining<T>(work: () => T): T {
  definitions += 1;
  try {
    return work();
  } finally {
    definitions -= 1;
  }
}

/** Why code that needs a package fails. */
export function needs(name: string): string {
  return `it needs the package ${name} (npm install in the project)`;
}

/**
 * Stands in for a package that is not installed, so that code without need of it runs. Definitions may make anything of it;
 * later each use of that is refused by name, a look at a member too: a value of it must not pass for a true one.
 */
export function lackingPackage(name: string): Loose {
  const refuse = (): never => {
    throw new Error(`${needs(name)}${placeOfProjectCode()}`);
  };
  const use = (): Loose => (definitions > 0 ? lacking : refuse());
  // `new` takes it too, unlike an arrow function.
  function target() {}
  const lacking: Loose = new Proxy(target, {
    get(_, member) {
      // Compilers ask for these two before they hand a module over.
      if (member === "__esModule") return true;
      if (member === "default") return lacking;
      if (member === Symbol.toPrimitive) return refuse;
      if (member === "then" || member === "toJSON") return definitions > 0 ? undefined : refuse();
      return typeof member === "symbol" || ASKED_OF_ALL.has(member) ? undefined : use();
    },
    set: () => true,
    apply: use,
    construct: use,
  });
  return lacking;
}
