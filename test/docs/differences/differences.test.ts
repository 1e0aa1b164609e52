import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  GRAPHQL_EXCEPTIONS,
  LOCALE_EXCEPTIONS,
  READ_EXCEPTIONS,
  WRITE_EXCEPTIONS,
} from "../../contract/vectors/exceptions.ts";
import { NAMED_DIFFERENCES as GRAPHQL_DIFFERENCES } from "../../differential/graphql/named-differences.ts";
import { NAMED_DIFFERENCES as LOCALE_DIFFERENCES } from "../../differential/locales/named-differences.ts";
import { NAMED_DIFFERENCES as REST_DIFFERENCES } from "../../differential/rest/named-differences.ts";
import { PEER_EXCEPTIONS } from "../../openapi/peer-exceptions.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/contract/differences.md"), "utf8");

/** Rows of the table, as the difference and the places that name it. */
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, difference = "", , , places = ""]) => ({ difference, places: places === "" ? [] : places.split(", ") }));

const restsOn = (exceptions: readonly { readonly restsOn: string }[]) => exceptions.map((each) => each.restsOn);
const names = (differences: readonly { readonly name: string }[]) => differences.map(({ name }) => name);

it.each([
  ["reads", restsOn(READ_EXCEPTIONS)],
  ["writes", restsOn(WRITE_EXCEPTIONS)],
  ["locales", restsOn(LOCALE_EXCEPTIONS)],
  ["GraphQL", restsOn(GRAPHQL_EXCEPTIONS)],
  ["REST compared", names(REST_DIFFERENCES)],
  ["locales compared", names(LOCALE_DIFFERENCES)],
  ["GraphQL compared", names(GRAPHQL_DIFFERENCES)],
  ["OpenAPI", restsOn(PEER_EXCEPTIONS)],
])("the table of differences has every name of %s, and no other", (place, named) => {
  const told = rows.filter(({ places }) => places.includes(place)).map(({ difference }) => difference);
  expect(told.sort()).toEqual([...new Set(named)].sort());
});

it("the table of differences has each of them once, with its answers", () => {
  const differences = rows.map(({ difference }) => difference);
  expect(new Set(differences).size).toBe(differences.length);
  expect(page.split("\n").filter((line) => /^\| .*\|\s*\|\s*\S/.test(line) && !line.endsWith("|  |"))).toEqual([]);
});
