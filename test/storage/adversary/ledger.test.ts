import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../support/folder.ts";
import { type Block, Ledger } from "./ledger.ts";

const block = (from: number, to: number, digest = "d"): Block => ({
  digest,
  from,
  to,
  operations: 1,
  losses: 0,
  outcomes: {},
  faulty: [],
});

describe("the ledger of schedules", () => {
  it("continues behind what was run on the same sources, also after a kill", async () => {
    const path = join(await newFolder(), "ledger");
    const before = new Ledger("d", path);
    before.add(block(1, 11));
    before.add(block(11, 21));
    before.add(block(31, 41));
    appendFileSync(path, '\n{"digest":"d","from":21');
    const ledger = new Ledger("d", path);
    expect(ledger.blocks).toEqual([block(1, 11), block(11, 21), block(31, 41)]);
    expect([ledger.next(1), ledger.next(5), ledger.end(21), ledger.next(31), ledger.end(41)]).toEqual([
      21,
      21,
      31,
      41,
      Number.POSITIVE_INFINITY,
    ]);
    ledger.add(block(21, 31));
    expect(new Ledger("d", path).next(1)).toBe(41);
  });

  it("counts nothing that was run on other sources", async () => {
    const path = join(await newFolder(), "ledger");
    new Ledger("c", path).add(block(1, 11, "c"));
    expect(new Ledger("d", path).next(1)).toBe(1);
  });
});
