import type { Json } from "../../../engine/internal.ts";

/** The value of a blocks attribute: rich text as data (writes, §10). */
export type Blocks = Block[];

export type Block = TextBlock | HeadingBlock | ListBlock | CodeBlock | ImageBlock;

export type InlineNode = TextNode | LinkNode;

export type TextNode = {
  type: "text";
  text: string;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strikethrough?: boolean;
  code?: boolean;
};

export type LinkNode = { type: "link"; url: string; children: TextNode[] };

export type TextBlock = { type: "paragraph" | "quote"; children: InlineNode[] };

export type HeadingBlock = { type: "heading"; level: 1 | 2 | 3 | 4 | 5 | 6; children: InlineNode[] };

export type ListBlock = { type: "list"; format: "ordered" | "unordered"; children: (ListItem | ListBlock)[] };

export type ListItem = { type: "list-item"; children: InlineNode[] };

export type CodeBlock = { type: "code"; language?: string | null; children: TextNode[] };

export type ImageBlock = { type: "image"; image: { url: string; [key: string]: Json }; children: TextNode[] };

/** The same in the form of a write: lists may be read-only. */
export type BlocksInput = ReadonlyNodes<Blocks>;

type ReadonlyNodes<T> = T extends readonly (infer Node)[]
  ? readonly ReadonlyNodes<Node>[]
  : T extends { type: string }
    ? { readonly [K in keyof T]: ReadonlyNodes<T[K]> }
    : T;
