import type { Issue } from "../../engine/internal.ts";
import { shapes } from "../../storage/core.ts";
import type { TokenConfig } from "../access/tokens.ts";
import { both, choice, text } from "./shape-parts.ts";

const { listOf, mapOf, optional, record } = shapes;

/** Exactly one of two keys. */
function oneOfTwo(one: string, other: string) {
  return (value: Readonly<Record<string, unknown>>): readonly Issue[] =>
    (value[one] === undefined) === (value[other] === undefined)
      ? [{ path: [], message: `needs either ${one} or ${other}` }]
      : [];
}

const TOKEN_MEMBERS = record({
  name: text,
  token: optional(text),
  hash: optional(text),
  access: optional(choice(["full-access", "read-only"])),
  role: optional(text),
  expiresAt: optional(text),
});

const TOKEN = both(both(TOKEN_MEMBERS, oneOfTwo("token", "hash")), oneOfTwo("access", "role"));

/** Whether the types, their actions and the roles exist is checked where they are known. */
export const ACCESS_MEMBERS = {
  roles: optional(mapOf(mapOf(listOf(text)))),
  // The refinements guarantee the type.
  tokens: optional(listOf(TOKEN as shapes.Shape<TokenConfig>)),
};
