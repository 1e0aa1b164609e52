import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ReadVectors, WriteVectors } from "./format.ts";
import type { GraphqlVectors } from "./graphql-format.ts";

/** The recorded answers; `test/contract/vectors/README.md` describes the files. */
export const readVectors = (): ReadVectors => parse("reads.json") as ReadVectors;
export const writeVectors = (): WriteVectors => parse("writes.json") as WriteVectors;
export const localeVectors = (): WriteVectors => parse("locales.json") as WriteVectors;
export const pluginVectors = (): WriteVectors => parse("plugins.json") as WriteVectors;
export const v4Vectors = (): WriteVectors => parse("v4-mode.json") as WriteVectors;
export const graphqlVectors = (): GraphqlVectors => parse("graphql.json") as GraphqlVectors;

type VectorFile = "reads.json" | "writes.json" | "locales.json" | "plugins.json" | "v4-mode.json" | "graphql.json";

/** The recorded GraphQL schema for the types of graphql.json, as SDL. */
export const graphqlSchemaText = (): string => readFileSync(pathOf("graphql-schema.graphql"), "utf8");

/**
 * Replaces a file of recorded answers; every entry of a list or record at its top gets a line of its own. Gives the number
 * of lines that were not there before.
 */
export function writeVectorFile(name: VectorFile, vectors: object): number {
  const parts = Object.entries(vectors).map(([key, value]) => `${JSON.stringify(key)}: ${linesOf(value)}`);
  const text = `{\n${parts.join(",\n")}\n}\n`;
  const before = new Set(readFileSync(pathOf(name), "utf8").split("\n"));
  writeFileSync(pathOf(name), text);
  return text.split("\n").filter((line) => !before.has(line)).length;
}

export function writeGraphqlSchemaText(text: string): void {
  writeFileSync(pathOf("graphql-schema.graphql"), text);
}

function linesOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[\n${value.map((item) => JSON.stringify(item)).join(",\n")}\n]`;
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${JSON.stringify(item)}`);
  return `{\n${entries.join(",\n")}\n}`;
}

const parse = (name: string): unknown => JSON.parse(readFileSync(pathOf(name), "utf8"));

const pathOf = (name: string) => fileURLToPath(new URL(`../../contract/vectors/${name}`, import.meta.url));
