import { readFileSync } from "node:fs";

/** A fenced block of a Markdown text. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** What a line of nothing but a code span before it names. */
  readonly file: string | null;
}

/** The blocks of the README, in order. */
export function readmeBlocks(): readonly Block[] {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  return [...readme.matchAll(/(?:^`([^`\n]+)`\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, file = null, language = "", text = ""]) => ({ language, text, file }),
  );
}
