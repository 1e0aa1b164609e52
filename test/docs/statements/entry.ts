import type { Statement } from "./page.ts";

/** `test/…/x.test.ts › words of the title`: a test, or a `describe` that holds several. */
export type TestName = `test/${string} › ${string}`;

/** The check of a statement that begins with `statement`: the tests, or why it promises nothing. */
export type Entry = { readonly statement: string } & (
  | { readonly checkedBy: readonly [TestName, ...TestName[]] }
  | { readonly noPromise: string }
);

/** Why the entries and the statements of a page do not match, one line each. */
export function mismatches(statements: readonly Statement[], entries: readonly Entry[]): readonly string[] {
  const counts = (entry: Entry) => statements.filter((statement) => statement.startsWith(entry.statement)).length;
  return [
    ...statements
      .filter((statement) => !entries.some((entry) => statement.startsWith(entry.statement)))
      .map((statement) => `without an entry: ${statement}`),
    ...entries.filter((entry) => counts(entry) === 0).map(({ statement }) => `without a statement: ${statement}`),
    ...entries.filter((entry) => counts(entry) > 1).map(({ statement }) => `the beginning of several: ${statement}`),
  ];
}

export function testsOf(entries: readonly Entry[]): readonly TestName[] {
  return entries.flatMap((entry) => ("checkedBy" in entry ? entry.checkedBy : []));
}
