import type { Issue } from "../../error.ts";
import type { Json } from "../../values/value.ts";
import { MAX_ISSUES } from "../check/findings.ts";
import type { Path } from "../path.ts";
import {
  anything,
  boolean,
  byType,
  type Check,
  children,
  node,
  nullable,
  number,
  object,
  oneOf,
  required,
  requiredText,
  text,
  textThat,
  within,
} from "./block-field.ts";

/** The nodes, with their known fields in normal form and all others as they came, and their faults. */
export interface CheckedBlocks {
  readonly value: Json;
  readonly issues: readonly Issue[];
}

/** Rich text as a list of block nodes (writes, §10). Stops at the maximum number of issues. */
export function checkBlocks(path: Path, nodes: readonly unknown[]): CheckedBlocks {
  const issues: Issue[] = [];
  const report = (issue: Issue): void => void issues.push(issue);
  const steps = [...path];
  const value: Json[] = [];
  for (const [index, each] of nodes.entries()) {
    if (issues.length >= MAX_ISSUES) break;
    value.push(within(steps, index, block, each, report) ?? null);
  }
  return { value, issues };
}

const PROTOCOLS = new Set(["http:", "https:", "ftp:", "mailto:", "tel:"]);

function isLink(url = ""): boolean {
  return url.startsWith("/") || (URL.canParse(url) && PROTOCOLS.has(new URL(url).protocol));
}

const textNode = node({
  type: required(oneOf(["text"])),
  text: textThat((value) => value !== undefined, "Text must be defined with at least an empty string"),
  bold: boolean,
  italic: boolean,
  underline: boolean,
  strikethrough: boolean,
  code: boolean,
});

const linkNode = node({
  url: textThat(isLink, "Please specify a valid link."),
  children: children(textNode),
});

const inline = byType(
  new Map([
    ["text", textNode],
    ["link", linkNode],
  ]),
  "Inline node must be Text or Link",
);

const listItem = node({ children: children(inline) });

const list: Check = node({
  format: required(oneOf(["ordered", "unordered"])),
  children: children(
    byType(
      new Map<string, Check>([
        ["list", (value, path, report) => list(value, path, report)],
        ["list-item", listItem],
      ]),
      "Inline node must be list-item or list",
    ),
    "List node children must have at least one ListItem or ListNode",
  ),
});

const imageFile = node({
  name: requiredText,
  alternativeText: nullable(text),
  url: requiredText,
  caption: nullable(text),
  width: required(number),
  height: required(number),
  formats: nullable(object),
  hash: requiredText,
  ext: requiredText,
  mime: requiredText,
  size: required(number),
  previewUrl: nullable(text),
  provider: requiredText,
  provider_metadata: anything,
  createdAt: requiredText,
  updatedAt: requiredText,
});

function inlineChildren(kind: string): Check {
  return children(inline, `${kind} node children must have at least one Text or Link node`);
}

const block = byType(
  new Map([
    ["paragraph", node({ children: inlineChildren("Paragraph") })],
    ["heading", node({ level: required(oneOf([1, 2, 3, 4, 5, 6])), children: inlineChildren("Heading") })],
    ["quote", node({ children: inlineChildren("Quote") })],
    ["list", list],
    [
      "image",
      node({
        image: (value, path, report) => imageFile(value === undefined ? {} : value, path, report),
        children: children(inline),
      }),
    ],
    [
      "code",
      node({
        language: nullable(text),
        // Recorded: an empty code node gets the message of a quote.
        children: children(textNode, "Quote node children must have at least one Text or Link node"),
      }),
    ],
  ]),
  "Block node is of invalid type",
);
