import { expect, it } from "vitest";
import { configEnv } from "../../../../../transport/strapi/project/config/config-env.ts";

const env = configEnv({
  TEXT: "a",
  EMPTY: "",
  WHOLE: "5x",
  PART: "1.5",
  ON: "true",
  OFF: "1",
  LIST: '[a, "b c"]',
  DATA: '{"a":1}',
  DAY: "2020-01-02",
});

it("reads a variable as the file asks, or gives the default", () => {
  expect([env("TEXT"), env("EMPTY", "x"), env("NONE", "x"), env("NONE")]).toEqual(["a", "", "x", undefined]);
  expect([env.int("WHOLE"), env.int("NONE", 3)]).toEqual([5, 3]);
  expect(env.float("PART")).toBe(1.5);
  expect([env.bool("ON"), env.bool("OFF"), env.bool("NONE", true)]).toEqual([true, false, true]);
  expect([env.array("LIST"), env.array("TEXT")]).toEqual([["a", "b c"], ["a"]]);
  expect(env.json("DATA")).toEqual({ a: 1 });
  expect(env.date("DAY")).toEqual(new Date("2020-01-02"));
  expect([env.oneOf("TEXT", ["a", "b"]), env.oneOf("TEXT", ["b"], "b"), env.oneOf("NONE", ["b"])]).toEqual([
    "a",
    "b",
    undefined,
  ]);
  expect(env("toString")).toBeUndefined();
});
