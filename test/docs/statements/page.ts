/** A paragraph, a list item or a row of a table as its readers see it: one line, without the marks of Markdown. */
export type Statement = string;

const FENCE = /^\s*```/;
const HEADING = /^#{1,6} /;
const ITEM = /^(?:[-*]|\d+\.) /;
const ROW = /^\|/;
const RULE = /^\|[-:| ]+\|$/;
const CAPTION = /^`[^`]+`$/;

/** The statements of a Markdown page in their order, without headings, code, the captions of code and heads of tables. */
export function statementsOf(page: string): readonly Statement[] {
  return blocksOf(page)
    .filter((block) => !CAPTION.test(block))
    .map(withoutMarks);
}

function blocksOf(page: string): readonly string[] {
  const blocks: string[] = [];
  let isCode = false;
  let isOpen = false;
  for (const line of page.split("\n")) {
    const text = line.trim();
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode || FENCE.test(line) || text === "" || HEADING.test(text)) {
      isOpen = false;
    } else if (RULE.test(text)) {
      // The row before it was the head of the table.
      blocks.pop();
    } else if (!isOpen || ITEM.test(text) || ROW.test(text)) {
      blocks.push(text);
      isOpen = true;
    } else {
      blocks.push(`${blocks.pop()} ${text}`);
    }
  }
  return blocks;
}

function withoutMarks(block: string): Statement {
  const text = ROW.test(block) ? cellsOf(block).join(" | ") : block.replace(ITEM, "");
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");
}

function cellsOf(row: string): readonly string[] {
  return row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}
