import type { Blocks, ListItem, TextNode } from "../../library/typed/blocks.ts";

/** Lines of text as the value of a blocks attribute: `## ` makes a heading, `- ` a list item, `> ` a quote. */
export function toBlocks(lines: readonly string[]): Blocks {
  const blocks: Blocks = [];
  let items: ListItem[] = [];
  for (const line of lines) {
    if (line.startsWith("- ")) {
      if (items.length === 0) blocks.push({ type: "list", format: "unordered", children: items });
      items.push({ type: "list-item", children: text(line.slice(2)) });
      continue;
    }
    items = [];
    if (line.startsWith("## ")) blocks.push({ type: "heading", level: 2, children: text(line.slice(3)) });
    else if (line.startsWith("> ")) blocks.push({ type: "quote", children: text(line.slice(2)) });
    else blocks.push({ type: "paragraph", children: text(line) });
  }
  return blocks;
}

function text(line: string): TextNode[] {
  return [{ type: "text", text: line }];
}
