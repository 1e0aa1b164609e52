import type { Issue, Schema } from "../../../engine/internal.ts";
import { noTypeNamed, typeNamed } from "../../contract/model/type-named.ts";
import { CUSTOM_TYPE, type Needs, ownRight } from "../../http/router.ts";
import type { RouteOptions } from "./own-route.ts";

type Right = Pick<RouteOptions, "type" | "action">;

/** The right to an action; without one, full access. */
export function needsOf(schema: Schema, { type, action }: Right): Needs {
  if (action === undefined) return "full access";
  return ownRight(type === undefined ? CUSTOM_TYPE : (typeNamed(schema, type)?.uid ?? type), action);
}

/** The faults of a right, below `path`. */
export function typeFaults(schema: Schema, { type, action }: Right, path: readonly string[]): Issue[] {
  const isKnown = type === undefined || typeNamed(schema, type) !== undefined;
  const isName = action === undefined || /^[A-Za-z]\w*$/.test(action);
  return [
    ...(isKnown ? [] : [{ path: [...path, "type"], message: noTypeNamed(schema, type) }]),
    ...(isName ? [] : [{ path: [...path, "action"], message: "must be letters, digits and _" }]),
    ...(type !== undefined && action === undefined ? [{ path: [...path, "action"], message: "is missing" }] : []),
  ];
}
