import { relative } from "node:path";

/** Members that are asked for to learn what an object is. */
const ASKED_OF_ALL: ReadonlySet<string> = new Set([
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

/**
 * An object that refuses every member that it does not have, with file and line of the code that asks for it:
 * `strapi.server is not there in Galley (src/index.ts:12)`.
 */
export function withKnownMembers<T extends object>(object: T, name: string, project: string): T {
  return new Proxy(object, {
    get(target, member, receiver) {
      if (typeof member === "symbol" || member in target || ASKED_OF_ALL.has(member)) {
        return Reflect.get(target, member, receiver);
      }
      throw new Error(`${name}.${member} is not there in Galley${placeIn(project)}`);
    },
  });
}

/** ` (src/index.ts:12)`: the code of the project that runs now; the empty text if none does. */
export function placeIn(project: string): string {
  const trace: { stack?: string } = {};
  Error.captureStackTrace(trace, placeIn);
  return placeInStack(trace.stack ?? "", project);
}

export function placeInStack(stack: string, project: string): string {
  for (const line of stack.split("\n").slice(1)) {
    const found = /(?:\(|at )(?:async )?(?:file:\/\/)?([^()]+):(\d+):\d+\)?$/.exec(line.trim());
    const [, path = "", row = ""] = found ?? [];
    const inside = relative(project, path).replaceAll("\\", "/");
    if (found !== null && !inside.startsWith("..") && !inside.includes("node_modules/")) return ` (${inside}:${row})`;
  }
  return "";
}
