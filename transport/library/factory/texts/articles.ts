import type { Json } from "../../../../engine/internal.ts";
import type { Random } from "../random.ts";
import { headingOf, paragraphOf, sentenceOf } from "./words.ts";

/** A text with headings, a list and a quotation, in Markdown. */
export function articleOf(random: Random): string {
  const items = [1, 2, 3].map(() => `- ${headingOf(random)}`).join("\n");
  return [
    paragraphOf(random, 3),
    `## ${headingOf(random)}`,
    `${paragraphOf(random, 2)} **${sentenceOf(random)}**`,
    items,
    `### ${headingOf(random)}`,
    paragraphOf(random, 2),
    `> ${sentenceOf(random)}`,
    paragraphOf(random, 2),
  ].join("\n\n");
}

type Block = { readonly [key: string]: Json };

/** The same kind of text as blocks. */
export function blocksOf(random: Random): Json {
  const text = (words: string, more: Block = {}): Block => ({ type: "text", text: words, ...more });
  const block = (type: string, children: readonly Block[], more: Block = {}): Block => ({ type, ...more, children });
  const items = [1, 2, 3].map(() => block("list-item", [text(headingOf(random))]));
  return [
    block("paragraph", [text(paragraphOf(random, 3))]),
    block("heading", [text(headingOf(random))], { level: 2 }),
    block("paragraph", [text(`${sentenceOf(random)} `), text(sentenceOf(random), { bold: true })]),
    block("list", items, { format: "unordered" }),
    block("quote", [text(sentenceOf(random))]),
    block("heading", [text(headingOf(random))], { level: 3 }),
    block("paragraph", [text(paragraphOf(random, 2))]),
  ];
}
