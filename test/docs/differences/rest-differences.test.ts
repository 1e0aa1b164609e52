import { expect, it } from "vitest";
import { nameOf } from "../../differential/named-difference.ts";
import { NAMED_DIFFERENCES } from "../../differential/rest/named-differences.ts";

const name = (request: string, expected: unknown, actual: unknown) =>
  nameOf(NAMED_DIFFERENCES, [{ path: "status", expected, actual }], request);

it("an internal error has a name where a list stands under $not, and nowhere else", () => {
  const list = "GET /api/notes?filters[$not][0][body][$gt]=a&sort[0]=id (token: full)";
  expect(name(list, 500, 200)).toBe("a list under $not");
  expect(name(list, 500, 404)).toBe("a list under $not");
  expect(name(list, 500, 500)).toBeNull();
  expect(name(list.replace("[0][body]", "[body]"), 500, 200)).toBeNull();
  expect(name("PUT /api/notes/x?status=draft {}", 500, 200)).toBeNull();
});
