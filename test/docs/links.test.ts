import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");

const PAGES = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md"))
  .map((path) => join("docs", path));

const ENGINE = ["", "state/", "query/", "indexes/"].map((room) => `engine/${room}DESIGN.md`);

interface Link {
  readonly page: string;
  readonly target: string;
  readonly anchor: string | undefined;
}

/** The links of a page to files of the repository, outside of its code blocks. */
function linksOf(page: string): readonly Link[] {
  const prose = read(page).replace(/^```[\s\S]*?^```$/gm, "");
  return [...prose.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, path = "", anchor]) => ({
    page,
    target: path === "" ? page : join(dirname(page), path),
    anchor,
  }));
}

/** GitHub's rule for anchors: lower case, without punctuation, blanks as hyphens. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));

test("every link of a page leads to a file and a heading that exist", () => {
  const links = [...ENGINE, "README.md", "CONTRIBUTING.md", "SECURITY.md", ...PAGES].flatMap(linksOf);
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(
    ({ target, anchor }) =>
      !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor)),
  );
  expect(broken).toEqual([]);
});

test("the map leads to every page but those of the contract", () => {
  const mapped = linksOf("docs/README.md").map(({ target }) => target);
  const pages = PAGES.filter((page) => !page.startsWith("docs/contract/") && page !== "docs/README.md");
  expect(pages.filter((page) => !mapped.includes(page))).toEqual([]);
});
