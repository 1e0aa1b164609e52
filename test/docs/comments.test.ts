import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const FOLDERS = [".ci", "bench", "engine", "storage", "test", "transport"];

/** Phrases that stand where a noun should. */
const FORBIDDEN = /\bof which\b|\bthat of\b|\bthose (?:of|that)\b|(?:^|[.:;?!]["')]? |[(]|[*-] )What\b/g;

/** A line that is a comment as a whole, or code with a comment behind it; a text with `//` in it ends with a quote. */
const COMMENT = /^\s*\{?(?:\/\/+|\/\*+|\*(?!\/))(?<whole>.*)$|\s\/\/ (?<behind>[^"'`]*)$/;

interface Line {
  readonly line: number;
  readonly text: string;
}

interface Found {
  readonly line: number;
  readonly phrase: string;
}

/** The forbidden phrases in the comments of a source text. */
function forbidden(source: string): readonly Found[] {
  const paragraphs: Line[][] = [[]];
  for (const [at, line] of source.split("\n").entries()) {
    const { whole, behind }: { [name: string]: string | undefined } = COMMENT.exec(line)?.groups ?? {};
    const text = (whole ?? behind ?? "").replace(/\s*\*\/.*$/, "").trim();
    if (text === "" || behind !== undefined || /^\s*\{?\/\*/.test(line)) paragraphs.push([]);
    if (text !== "") paragraphs.at(-1)?.push({ line: at + 1, text });
  }
  return paragraphs.flatMap(phrasesIn);
}

/** A phrase may begin in one line and end in the next. */
function phrasesIn(lines: readonly Line[]): readonly Found[] {
  const texts = lines.map(({ text }) => text);
  return [...texts.join(" ").matchAll(FORBIDDEN)].map(({ index, 0: phrase }) => {
    const found = lines.findLast((_, at) => texts.slice(0, at).join(" ").length <= index);
    return { line: found?.line ?? 0, phrase };
  });
}

/** Files that git ignores. */
const IGNORED = /(?:^|[\\/])node_modules[\\/]|^results[\\/]/;

function sourceFiles(): readonly string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !IGNORED.test(path))
      .map((path) => `${folder}/${path}`),
  );
}

it("a phrase without a noun is found in every form of comment", () => {
  const planted = [
    "/** Its rows are those",
    " * of a fork. */",
    'const url = "https://x"; // of which one is kept',
    "// Rows first. What follows is code.",
    'const text = "those that // remain";',
    "// Whatever that offers, or what is left.",
    "{/* What is shown. */}",
  ];
  expect(forbidden(planted.join("\n"))).toEqual([
    { line: 1, phrase: "those of" },
    { line: 3, phrase: "of which" },
    { line: 4, phrase: ". What" },
    { line: 7, phrase: "What" },
  ]);
  expect(forbidden("// What a file begins with.")).toEqual([{ line: 1, phrase: "What" }]);
});

it("comments name the noun again (CONTRIBUTING.md)", () => {
  const files = sourceFiles();
  expect(files.length).toBeGreaterThan(2000);
  const found = files.flatMap((path) =>
    forbidden(readFileSync(new URL(path, root), "utf8")).map(({ line, phrase }) => `${path}:${line}: ${phrase}`),
  );
  expect(found).toEqual([]);
});
