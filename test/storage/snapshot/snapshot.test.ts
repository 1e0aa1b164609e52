import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Change } from "../../../engine/internal.ts";
import { decodeSnapshot, decodeWhole, encodeChanges, encodeSnapshot } from "../../../storage/internal.ts";
import { Content } from "../../../storage/shapes/content.ts";
import { sampleCommit } from "../../../storage/testing/commits.ts";
import { emptyLibrary } from "../../support/content/library.ts";

const FORMAT = new URL("../../../storage/adapters/journal/FORMAT.md", import.meta.url);

function content(head: number): Content {
  const content = new Content("");
  content.apply(Array.from({ length: head }, (_, index) => sampleCommit(index + 1)));
  return content;
}

async function linesOf(changes: Iterable<Change>): Promise<string[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of encodeChanges({ number: 7, at: 8 }, changes)) chunks.push(chunk);
  return Buffer.concat(chunks).toString().trimEnd().split("\n");
}

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(lines.map((line) => `${line}\n`).join(""));
}

describe("a snapshot", () => {
  it("holds every change in its order", async () => {
    const changes = [...content(500).changes()];
    expect(await decodeWhole(bytesOf(await linesOf(changes)))).toEqual({ number: 7, at: 8, changes });
  });

  it("comes in parts that are much smaller than the whole", async () => {
    const changes = [...content(5000).changes()];
    const { parts } = await decodeSnapshot(bytesOf(await linesOf(changes)));
    const sizes: number[] = [];
    for await (const part of parts) {
      if (part.kind === "changes") sizes.push(part.changes.length);
      else sizes.push(part.kind === "versions" ? part.columns.id.length : part.columns.source.length);
    }
    expect(sizes.reduce((sum, size) => sum + size)).toBe(changes.length);
    expect(Math.max(...sizes)).toBeLessThan(changes.length / 4);
  });

  it("keeps versions with different values apart", async () => {
    const one = sampleCommit(1).changes.find((change) => change.kind === "put");
    if (one?.kind !== "put") throw new Error("the first commit puts a version");
    const other: Change = { ...one, version: { ...one.version, id: 9, values: { other: null } } };
    expect((await decodeWhole(bytesOf(await linesOf([one, other, one])))).changes).toEqual([one, other, one]);
  });

  it("is the one of FORMAT.md", async () => {
    const text = await readFile(FORMAT, "utf8");
    const shown = /^\{"format":2[^`]*/m.exec(text)?.[0].trimEnd().split("\n") ?? [];
    const { changes, ...head } = await decodeWhole(bytesOf(shown));
    expect(head).toEqual({ number: 2, at: 1_767_225_600_002 });
    const again: string[] = await linesOf(changes);
    expect(again.slice(1)).toEqual(shown.slice(1));
  });

  it("is read where its columns have no marks, as earlier versions wrote it", async () => {
    const lines = await linesOf(content(50).changes());
    expect(lines.some((line) => line.includes("\t"))).toBe(true);
    const old = lines.map((line) => line.replaceAll("\t", ""));
    expect(await decodeWhole(bytesOf(old))).toEqual(await decodeWhole(bytesOf(lines)));
  });

  it("of format 1 is read, in whatever order it was written", async () => {
    const changes = [...content(30).changes()];
    const lists = [changes.slice(20).reverse(), changes.slice(0, 20)].map((list) => JSON.stringify(list));
    const old = ['{"format":1,"number":7,"at":8}', ...lists, `{"end":${changes.length}}`];
    const found = (await decodeWhole(bytesOf(old))).changes;
    const text = (list: readonly Change[]) => list.map((change) => JSON.stringify(change)).sort();
    expect(text(found)).toEqual(text(changes));
    const ids = found.flatMap((change) => (change.kind === "put" ? change.version.id : []));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it("says which content types have written, where the log is shared", async () => {
    const engine = emptyLibrary();
    const schema = (fingerprint: string): Change => ({ kind: "schema", fingerprint });
    engine.apply({ number: 1, at: 1, format: 3, changes: [schema("a"), schema("b")] });
    engine.apply({ number: 2, at: 2, format: 3, changes: [schema("a"), { kind: "clear" }] });
    const chunks: Uint8Array[] = [];
    for await (const chunk of encodeSnapshot(engine)) chunks.push(chunk);
    const lines = Buffer.concat(chunks).toString().trimEnd().split("\n");
    expect(lines).toEqual([
      '{"format":4,"number":2,"at":2}',
      '{"kind":"schemas","fingerprints":["b","a"]}',
      '{"end":2}',
    ]);
    const { changes } = await decodeWhole(bytesOf(lines));
    const again = emptyLibrary();
    again.restore({ number: 2, at: 2, changes });
    expect(again.state.schemas).toEqual(["b", "a"]);
    const content = new Content("");
    content.apply([{ number: 1, at: 1, changes: [schema("c"), ...changes] }]);
    expect([...content.changes()]).toEqual(["c", "b", "a"].map(schema));
  });

  it("is refused when it is not whole, and when its format is not known", async () => {
    const lines = await linesOf(content(50).changes());
    for (let line = 0; line < lines.length; line += 1) {
      await expect(decodeWhole(bytesOf(lines.toSpliced(line, 1)))).rejects.toMatchObject({ code: "invalid" });
    }
    const uneven = lines.map((line) => line.replace('"id":[', '"id":[1,'));
    await expect(decodeWhole(bytesOf(uneven))).rejects.toThrow(/equally long/);
    await expect(decodeWhole(bytesOf(['{"format":5,"number":1,"at":1}']))).rejects.toThrow(
      /format 5.*formats 1 and 2 and 3 and 4/,
    );
  });
});
