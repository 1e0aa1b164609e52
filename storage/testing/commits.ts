import type { Change, Commit } from "../../engine/internal.ts";

const BOOK = "api::book.book";
const AUTHOR = "api::author.author";
const START = Date.UTC(2026, 0, 1);

/** Commit `number` of a made-up history in which every kind of change occurs. Sizes differ from commit to commit. */
export function sampleCommit(number: number): Commit {
  return { number, at: START + number, changes: [...changesOf(number)] };
}

function* changesOf(number: number): Generator<Change> {
  yield { kind: "sequence", of: BOOK, last: number };
  yield version(number, BOOK, "draft", null);
  if (number % 2 === 0) yield version(number, BOOK, "published", time(number));
  if (number % 3 === 0) {
    yield version(number, AUTHOR, "published", time(number));
    yield { kind: "link", ...link(number), order: [number / 2, -number] };
  }
  if (number % 6 === 1 && number > 6) {
    yield { kind: "unlink", ...link(number - 1) };
    yield { kind: "remove", type: BOOK, status: "draft", documentId: documentId(number - 1) };
  }
}

function version(number: number, type: string, status: "draft" | "published", publishedAt: string | null): Change {
  const version = {
    id: 2 * number + (status === "draft" ? 0 : 1),
    documentId: documentId(number),
    createdAt: time(number),
    updatedAt: time(number),
    publishedAt,
    values: {
      title: TITLES[number % TITLES.length] ?? "",
      text: "x".repeat(number % 97),
      list: [number, null, { number }],
    },
  };
  return { kind: "put", type, status, version };
}

/** Texts that framing, escaping and encoding have to bring through. */
const TITLES: readonly string[] = [
  "plain",
  'quote " and \\ backslash',
  "line\nbreak\r\nand \u2028 separator",
  "žluťoučký 🐎",
  "\u0000 nul and \ud800 half a pair",
  '{"position":1}\n{"position":2}',
];

function link(number: number) {
  const source = number % 12 === 0 ? number : documentId(number);
  return { relation: `${BOOK}.author`, layer: "draft", source, target: documentId(number) } as const;
}

function documentId(number: number): string {
  return `d${String(number).padStart(23, "0")}`;
}

function time(number: number): string {
  return new Date(START + number).toISOString();
}
