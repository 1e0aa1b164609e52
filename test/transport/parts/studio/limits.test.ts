import { expect, it } from "vitest";
import { limitFault } from "../../../../transport/parts/studio/browser/entry/form/limits.ts";

it.each<[string, object, unknown, string | null]>([
  ["email", {}, "nobody", "Must be an e-mail address."],
  ["email", {}, "a b@example.org", "Must be an e-mail address."],
  ["email", {}, "ann@example.org", null],
  ["string", {}, "nobody", null],
  ["string", { maxLength: 3 }, "four", "Takes at most 3 characters: 1 too many."],
  ["integer", { max: 3 }, 4, "Must be at most 3."],
])("the limits of %s %j, told before a save, for %j: %s", (type, limits, value, fault) => {
  expect(limitFault({ name: "it", type, ...limits }, value)).toBe(fault);
});
