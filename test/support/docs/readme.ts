import { readFileSync } from "node:fs";

/** A fenced block of a Markdown text. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** The name in the line before the block that has only a code span. */
  readonly file: string | null;
}

/** The blocks of the README, in order. */
export function readmeBlocks(): readonly Block[] {
  return blocksOf("README.md");
}

/** The blocks of a page, named relative to the project, in order. */
export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), "utf8");
  return [...text.matchAll(/(?:^`([^`\n]+)`\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, file = null, language = "", text = ""]) => ({ language, text, file }),
  );
}
