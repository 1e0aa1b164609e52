import type { ComponentChildren, JSX } from "preact";
import { member } from "../core/member.ts";
import { listOf } from "../core/read-list.ts";
import { FileValue } from "./file-value.tsx";

/** Rendered rich text. Its content is shown as text only: a link is shown with its URL, but cannot be followed. */
export function RichText({ blocks }: { readonly blocks: unknown }) {
  return <div class="rich">{listOf(blocks).map(block)}</div>;
}

function block(value: unknown, at: number): JSX.Element {
  const inside = listOf(member(value, "children"));
  switch (member(value, "type")) {
    case "heading":
      return (
        <p key={at} class={`heading heading-${Number(member(value, "level"))}`}>
          {inside.map(inline)}
        </p>
      );
    case "list": {
      const List = member(value, "format") === "ordered" ? "ol" : "ul";
      return <List key={at}>{inside.map(item)}</List>;
    }
    case "quote":
      return <blockquote key={at}>{inside.map(inline)}</blockquote>;
    case "code":
      return (
        <pre key={at}>
          <code>{inside.map(inline)}</code>
        </pre>
      );
    case "image":
      return <FileValue key={at} file={member(value, "image")} />;
    default:
      return <p key={at}>{inside.map(inline)}</p>;
  }
}

/** A nested list is a sibling of the items around it. */
function item(value: unknown, at: number): JSX.Element {
  if (member(value, "type") === "list") return <li key={at}>{block(value, 0)}</li>;
  return <li key={at}>{listOf(member(value, "children")).map(inline)}</li>;
}

const MARKS = [
  ["code", "code"],
  ["strikethrough", "s"],
  ["underline", "u"],
  ["italic", "em"],
  ["bold", "strong"],
] as const;

function inline(value: unknown, at: number): JSX.Element {
  if (member(value, "type") === "link") {
    return (
      <span key={at}>
        <u>{listOf(member(value, "children")).map(inline)}</u>{" "}
        <span class="faint">({String(member(value, "url") ?? "")})</span>
      </span>
    );
  }
  const marked = MARKS.filter(([mark]) => member(value, mark) === true);
  const wrap = (inner: ComponentChildren, [, Mark]: (typeof MARKS)[number]) => <Mark>{inner}</Mark>;
  return <span key={at}>{marked.reduce<ComponentChildren>(wrap, String(member(value, "text") ?? ""))}</span>;
}
