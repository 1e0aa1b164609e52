import { expect, it } from "vitest";
import { addBook, BOOK, countingEnv, emptyLibrary, stateOf } from "../../support/content/library.ts";

it("becomes equal to another engine, and counts as changed although its number goes back", () => {
  const engine = emptyLibrary();
  const env = countingEnv();
  const add = (to: typeof engine, title: string) => {
    const { commit } = to.begin(env).write((transaction) => addBook(transaction, title));
    if (commit !== null) to.apply(commit);
  };
  const other = engine.empty();
  for (const title of ["one", "two"]) add(engine, title);
  add(other, "instead");
  const { revision } = engine.state;
  engine.become(other);
  expect(stateOf(engine)).toEqual(stateOf(other));
  expect(engine.number).toBe(1);
  expect(engine.state.lastChange(BOOK)).toBeGreaterThan(revision);
  const before = engine.state.revision;
  add(engine, "two");
  expect(engine.state.lastChange(BOOK)).toBeGreaterThan(before);
  expect(engine.fork().state.revision).toBe(engine.state.revision);
  expect(other.number).toBe(1);
});
