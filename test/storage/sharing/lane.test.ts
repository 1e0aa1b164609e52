import { expect, it } from "vitest";
import type { Entry } from "../../../storage/internal.ts";
import { Lane } from "../../../storage/sharing/lane.ts";
import { addBook, countingEnv, emptyLibrary, titles } from "../../support/content/library.ts";

/** Two logs that have the same entries up to a position, and others after it. */
function entriesOf(...books: readonly string[]): Entry[] {
  const engine = emptyLibrary();
  const env = countingEnv();
  return books.map((title, at) => {
    const { commit } = engine.begin(env).write((transaction) => addBook(transaction, title));
    if (commit === null) throw new Error("nothing was written");
    engine.apply(commit);
    return { position: at + 1, commit: title, body: commit };
  });
}

const lost = entriesOf("one", "lost", "lost, too");
const present = entriesOf("one", "instead", "on top");

it("applies held entries before it reads on, and never entries with another predecessor", async () => {
  const engine = emptyLibrary();
  const asked: number[] = [];
  const read = async function* (from: number) {
    asked.push(from);
    yield present.slice(from - 1);
  };
  const lane = new Lane(engine, { read }, () => {});
  lane.apply(lost.slice(0, 1));
  lane.hold();
  lane.bring(lost.slice(1, 2));
  await lane.catchUp();
  // A log returns only entries that continue the earlier ones: this one does not check.
  expect(asked).toEqual([3]);
});

it("says that the log is another one when an entry comes in another one's place", () => {
  const engine = emptyLibrary();
  const lane = new Lane(engine, { read: async function* () {} }, () => {});
  lane.apply(lost.slice(0, 2));
  lane.apply(lost.slice(0, 2));
  expect(() => lane.apply(present)).toThrow(/another entry at position 2/);
  expect(titles(engine)).toEqual(["one", "lost"]);
  lane.clear();
  lane.note(lost.slice(0, 1));
  expect(() => lane.bring(lost)).not.toThrow();
});
