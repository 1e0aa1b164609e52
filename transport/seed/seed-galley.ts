import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Galley } from "../galley.ts";
import { readData } from "../project/read-data.ts";
import type { AnySchema } from "../typed/schema.ts";
import { plantSeed } from "./plant-seed.ts";
import type { Seed } from "./seed.ts";
import { SeedError } from "./seed-error.ts";

/**
 * Fills an empty galley with what it is to begin with.
 *
 * @throws SeedError (rejected), or what a function that seeds throws.
 */
export async function seedGalley<S extends AnySchema>(galley: Galley<S>, seed: Seed<S>): Promise<void> {
  if (typeof seed === "string" || seed instanceof URL) return seedFromFile(galley, seed);
  const data: unknown = typeof seed === "function" ? await seed(galley) : seed;
  if (data !== undefined) await plantSeed(galley.store, data, "The seed");
}

async function seedFromFile({ store }: Pick<Galley, "store">, place: string | URL): Promise<void> {
  const path = typeof place === "string" ? place : fileURLToPath(place);
  const data = await readData(path);
  if ("fault" in data) throw new SeedError(basename(path), [{ path: [], message: data.fault }]);
  await plantSeed(store, data.value, basename(path));
}
