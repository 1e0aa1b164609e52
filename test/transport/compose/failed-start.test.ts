import { expect, it, vi } from "vitest";
import { MemoryStorage } from "../../../storage/internal.ts";
import { createGalley, type GalleyOptions } from "../../../transport/galley.ts";
import * as control from "../../../transport/parts/control/control.ts";
import { BLOG } from "../../support/content/blog.ts";

/** Refuses every write. */
class FullStorage extends MemoryStorage {
  override readonly close = vi.fn(async () => {});

  override append(): Promise<never> {
    return Promise.reject(new Error("full on purpose"));
  }
}

it.each<[string, Partial<GalleyOptions>]>([
  ["the seed", { seed: { tag: [{ name: "one" }] } }],
  ["a seed that is a function", { seed: (): Promise<void> => Promise.reject(new Error("on purpose")) }],
])("a start that fails at %s closes its storage", async (_, options) => {
  const storage = new FullStorage();
  await expect(createGalley({ schema: BLOG, storage, ...options } as GalleyOptions)).rejects.toThrow();
  expect(storage.close).toHaveBeenCalledTimes(1);
});

it("a start that fails at its control closes its storage", async () => {
  const storage = new FullStorage();
  vi.spyOn(control, "createControl").mockImplementation(() => {
    throw new Error("no control on purpose");
  });
  const options = { schema: BLOG, storage, control: { token: "secret" } };
  await expect(createGalley(options)).rejects.toThrow("no control on purpose");
  expect(storage.close).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});
