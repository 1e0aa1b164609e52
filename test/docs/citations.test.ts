import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const root = new URL("../../", import.meta.url);

/** Pages that code and tests cite by name. */
const PAGES = ["content", "todo", "reads", "writes", "graphql", "decisions", "projects"] as const;

/** `(reads, §5, §6 and §8)`, `(content, Errors; writes, §6)`: a comment says which clause its code follows. */
const CITATION = new RegExp(`\\((?:${PAGES.join("|")})(?:[,;][^()\\n]*)?\\)`, "g");

interface Citation {
  readonly where: string;
  readonly page: string;
  /** A section by number or heading; null for the page as a whole. */
  readonly section: string | null;
}

function sourceFiles(): readonly string[] {
  return ["engine", "storage", "transport", "bench", "test"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.includes("node_modules"))
      .map((path) => `${folder}/${path}`),
  );
}

const files = sourceFiles().map((path) => ({ path, text: readFileSync(new URL(path, root), "utf8") }));

function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/?\*)/.test(line);
}

function citations(): readonly Citation[] {
  return files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, at) => {
      if (!isComment(line)) return [];
      const found = line.match(CITATION) ?? [];
      return found.flatMap((citation) => sectionsOf(citation.slice(1, -1), `${path}:${at + 1}`));
    }),
  );
}

/** `reads, §5, §6 and §8; writes, §2` is five sections of two pages. */
function sectionsOf(text: string, where: string): readonly Citation[] {
  return text.split(";").flatMap((part): readonly Citation[] => {
    const [page = "", ...sections] = part.split(",").map((piece) => piece.trim());
    if (sections.length === 0) return [{ where, page, section: null }];
    return sections
      .flatMap((piece) => (piece.startsWith("§") ? rangeOf(piece) : [piece]))
      .filter((section) => !section.startsWith("stage"))
      .map((section) => ({ where, page, section }));
  });
}

/** `§4 to §7` and `§5 and §6`: the named sections, which stand for the range between them. */
function rangeOf(piece: string): readonly string[] {
  return [...piece.matchAll(/§([\d.]+)/g)].map(([, number = ""]) => number);
}

/** The sections of a page: its headings, and the numbers that they begin with. */
function sections(page: string): ReadonlySet<string> {
  const text = readFileSync(new URL(`docs/contract/${page}.md`, root), "utf8");
  const headings = [...text.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(headings.flatMap((heading) => [heading, /^([\d.]+?)\.? /.exec(heading)?.[1] ?? heading]));
}

describe("citations of the contract", () => {
  const cited = citations();

  it("are found in the code", () => {
    expect(cited.length).toBeGreaterThan(80);
  });

  it.each(PAGES)("lead to sections that %s.md has", (page) => {
    const known = sections(page);
    const missing = cited.filter((one) => one.page === page && one.section !== null && !known.has(one.section));
    expect(missing).toEqual([]);
  });

  it("name promises that there are", () => {
    const promises = readFileSync(new URL("docs/contract/promises.md", root), "utf8");
    const known = new Set([...promises.matchAll(/^\| (P\d) /gm)].map(([, name]) => name));
    const named = files.flatMap(({ text }) => [...text.matchAll(/\b[Pp]romise (P\d)\b/g)].map(([, name]) => name));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it("never name a page that is not there", () => {
    const stray = files
      .filter(({ text }) => /(?<!\w)\((?:seed|strapi-project|design), [§A-Z]/.test(text))
      .map(({ path }) => path);
    expect(stray.filter((path) => !path.endsWith("citations.test.ts"))).toEqual([]);
  });
});
