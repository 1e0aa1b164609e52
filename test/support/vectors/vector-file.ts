import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ReadVectors, WriteVectors } from "./format.ts";
import type { GraphqlVectors } from "./graphql-format.ts";

/** The recorded answers. Throws with the missing path where the folder beside the project is absent. */
export const readVectors = (): ReadVectors => parseVectors("reads.json") as ReadVectors;
export const writeVectors = (): WriteVectors => parseVectors("writes.json") as WriteVectors;

export const graphqlVectors = (): GraphqlVectors => parseVectors("graphql.json") as GraphqlVectors;

/** Folder of specifications and tools shared with the project, beside its root. */
export const SHARED = fileURLToPath(new URL("../../../../shared/", import.meta.url));

function parseVectors(name: string): unknown {
  const file = `${SHARED}spec/vectors/${name}`;
  if (!existsSync(file)) {
    throw new Error(`The recorded answers are not there: ../shared/spec/vectors/${name}, seen from the project root`);
  }
  return JSON.parse(readFileSync(file, "utf8"));
}
