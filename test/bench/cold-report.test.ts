import { expect, it } from "vitest";
import { besideTable, coldStartTable, coldTable } from "../../bench/engine/cold-report.ts";

it("first questions stand in a table, a kind in each line", () => {
  const first = { kind: "slug =", first: 321.4, next: [40.2, 9.87, 8], steps: 443, longest: 12.3, building: 410 };
  const lines = coldTable([{ ...first, longestBuilt: 3.21, built: 0.1 }]).split("\n");
  expect(lines[0]?.trim().split(/ {2,}/)).toEqual([
    "first",
    "next three",
    "steps",
    "longest",
    "building",
    "longest built",
    "built",
  ]);
  expect(lines[2]?.split(/ {2,}/)).toEqual(["slug =", "321", "40, 9.9, 8.0", "443", "12", "410", "3.2", "0.1"]);
});

it("first questions after a start stand in a table, with the memory before and after them", () => {
  const first = { kind: "slug =", first: 321.4, firstOfMain: 200.1, next: [40.2, 9], started: 99.6, asked: 101 };
  expect(coldStartTable([first]).split("\n")[2]?.split(/ {2,}/)).toEqual([
    "slug =",
    "321",
    "200",
    "40, 9.0",
    "100",
    "101",
  ]);
});

it("first questions over HTTP stand in a table, with what requests by id wait beside them", () => {
  const waits = { longestWait: 9.87, longestOwnWait: 6.51 };
  const first = { kind: "slug =", answered: 901.2, longestTurn: 21.4, answers: 812, ...waits };
  expect(besideTable([first]).split("\n")[2]?.split(/ {2,}/)).toEqual(["slug =", "901", "21", "812", "9.9", "6.5"]);
});
