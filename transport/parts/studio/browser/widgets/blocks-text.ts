import { member } from "../core/member.ts";

/** Rich text as plain text: one line per block, with a bullet for list items. */
export function textOfBlocks(value: unknown): string {
  return Array.isArray(value) ? value.map(textOfBlock).join("\n") : JSON.stringify(value);
}

function textOfBlock(block: unknown): string {
  const type = member(block, "type");
  const children = member(block, "children");
  if (!Array.isArray(children)) return String(member(block, "text") ?? "");
  if (type === "list") {
    const mark = (at: number) => (member(block, "format") === "ordered" ? `${at + 1}. ` : "• ");
    return children.map((item, at) => mark(at) + textOfBlock(item)).join("\n");
  }
  return children.map(textOfBlock).join("");
}
