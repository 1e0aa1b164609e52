import { inspect } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";

const hidden = Object.defineProperty(new Error("hidden"), "stack", {
  get() {
    throw new Error("looked at");
  },
});

it.each([
  ["an error that throws where it is looked at", (fields: object) => inspect(fields), 1],
  [
    "a log that fails",
    (): string => {
      throw new Error("full");
    },
    0,
  ],
])("%s changes no answer", async (_, look, told) => {
  const lines: string[] = [];
  const error = (fields: object, message: string) => {
    look(fields);
    lines.push(message);
  };
  const routes = [
    {
      method: "GET",
      path: "/odd",
      auth: false,
      handle: () => {
        throw hidden;
      },
    },
  ];
  const logger = { info() {}, warn() {}, error };
  const galley = await createGalley({ schema: schemaOf({}), routes, logger });
  onTestFinished(() => galley.close());
  expect((await galley.fetch("/api/odd")).status).toBe(500);
  expect(lines.filter((line) => line !== "request")).toEqual(
    Array(told).fill("A request failed (its details cannot be shown)"),
  );
});
