// @vitest-environment happy-dom
import { setupServer } from "msw/node";
import { expect, test } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { galleyHandlers } from "../../../../transport/testing/mounts/msw.ts";
import { surroundingCases } from "../../../packages/surroundings/cases.js";

test("runs in a simulated page", () => expect("document" in globalThis).toBe(true));

test.each(surroundingCases({ createGalley, galleyHandlers, setupServer }))("%s", async (_, run) => {
  await expect(run()).resolves.toBeUndefined();
});
