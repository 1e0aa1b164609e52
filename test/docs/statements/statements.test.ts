import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mismatches, testsOf } from "./entry.ts";
import { statementsOf } from "./page.ts";
import { SECURITY } from "./security.ts";
import { faultOf } from "./titles.ts";

const root = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

describe("SECURITY.md", () => {
  it("states nothing that is neither checked nor known to promise nothing", () => {
    expect(mismatches(statementsOf(read("SECURITY.md")), SECURITY)).toEqual([]);
  });

  it("is checked by tests that there are", () => {
    expect(testsOf(SECURITY).map(faultOf)).toEqual(testsOf(SECURITY).map(() => null));
  });
});

describe("the statements of a page", () => {
  const PAGE = `# Title

One
paragraph, [linked](a.md). It goes on.

\`a.json\`

\`\`\`sh
code
\`\`\`

| head | of |
|------|----|
| a    | \`b\` |

Before a list:

- **first**, on
  two lines
- second
`;

  it("is each paragraph, item and row, without marks, headings, captions and code", () => {
    expect(statementsOf(PAGE)).toEqual([
      "One paragraph, linked. It goes on.",
      "a | b",
      "Before a list:",
      "first, on two lines",
      "second",
    ]);
  });

  it("is missed where it has no entry, and an entry where it has no statement or several", () => {
    const entries = [
      { statement: "One", noPromise: "" },
      { statement: "gone", noPromise: "" },
      { statement: "", noPromise: "" },
    ];
    expect(mismatches(["One", "two"], entries.slice(0, 2))).toEqual([
      "without an entry: two",
      "without a statement: gone",
    ]);
    expect(mismatches(["One", "two"], entries.slice(2))).toEqual(["the beginning of several: "]);
  });

  it("is not taken for checked by a test that there is not", () => {
    const here = "test/docs/statements/statements.test.ts";
    expect(faultOf(`${here} › the statements of a page`)).toBeNull();
    expect(faultOf(`${here} › is checked by tests that there`)).toBeNull();
    expect(faultOf(`${here} › words of no title`)).toContain("no such test");
    expect(faultOf("test/docs/gone.test.ts › a")).toContain("no such file");
    expect(faultOf("test/conformance/framing.cases.ts › two different lengths")).toBeNull();
  });
});

it("test/RELIABILITY.md names files that there are", () => {
  const named = [...read("test/RELIABILITY.md").matchAll(/`(test\/[^`\s]*)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
