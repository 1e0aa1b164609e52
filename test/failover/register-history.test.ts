import { describe, expect, it } from "vitest";
import { Random } from "../support/random.ts";
import { type RegisterOperation, registerFaults } from "../support/storage/register-history.ts";

const HISTORIES = 200;

type Kind = RegisterOperation["kind"];

function operation(kind: Kind, value: string, begun: number, ended: number): RegisterOperation {
  return { register: "r", kind, value, begun, ended };
}

/** The sights of clients of one register that takes effect at one moment between call and answer. */
function linearizable(random: Random): RegisterOperation[] {
  const clients = 4;
  const free = Array.from({ length: clients }, () => 0);
  const planned = Array.from({ length: 60 }, (_, at) => {
    const client = random.below(clients);
    const begun = (free[client] ?? 0) + random.below(3);
    const moment = begun + 1 + random.below(6) + random.below(1000) / 1000;
    const ended = Math.ceil(moment) + random.below(6);
    free[client] = ended + 1;
    return { kind: (at === 0 || random.chance(4) ? "write" : "read") as Kind, at, begun, moment, ended };
  });
  planned.sort((a, b) => a.moment - b.moment);
  let value = "";
  const operations: RegisterOperation[] = [];
  for (const { kind, at, begun, ended } of planned) {
    if (kind === "write") value = `v${at}`;
    if (value !== "") operations.push(operation(kind, value, begun, ended));
  }
  return operations;
}

/** Mistakes of a server, as what its clients see of them. */
const PLANTED: Readonly<Record<string, (operations: RegisterOperation[]) => RegisterOperation[]>> = {
  "a write that is acknowledged and lost": (operations) => {
    // A reader that would have seen it still sees the previous one.
    const writes = operations.filter(({ kind }) => kind === "write");
    const reads = ({ value }: RegisterOperation) => operations.filter((each) => each.value === value).length;
    const lost = writes.slice(1).sort((a, b) => reads(b) - reads(a))[0];
    const before = writes[writes.findIndex(({ value }) => value === lost?.value) - 1];
    return operations.map((each) =>
      each.kind === "read" && each.value === lost?.value ? { ...each, value: before?.value ?? "" } : each,
    );
  },
  "reads of what was there some time ago": (operations) => {
    const writes = operations.filter(({ kind }) => kind === "write");
    return operations.map((each) => {
      const at = writes.findIndex(({ value }) => value === each.value);
      return each.kind === "read" && at >= 3 ? { ...each, value: writes[at - 3]?.value ?? "" } : each;
    });
  },
  "a write that is shown before it was called": (operations) => {
    const last = operations.findLast(({ kind }) => kind === "write");
    return operations.map((each, at) =>
      each.kind === "read" && at < 20 ? { ...each, value: last?.value ?? "" } : each,
    );
  },
  "a write that counts twice": (operations) => {
    const first = operations.find(({ kind }) => kind === "write");
    const end = Math.max(...operations.map(({ ended }) => ended));
    return [...operations, operation("read", first?.value ?? "", end + 1, end + 2)];
  },
  "a value that nobody wrote": (operations) => [...operations, operation("read", "foreign", 3, 4)],
};

describe("the check of histories of registers", () => {
  it("finds no violation in atomic operations", () => {
    for (let seed = 1; seed <= HISTORIES; seed += 1)
      expect([seed, registerFaults(linearizable(new Random(seed)))]).toEqual([seed, []]);
  });

  it.each(Object.entries(PLANTED))("finds %s", (_, plant) => {
    let found = 0;
    for (let seed = 1; seed <= HISTORIES; seed += 1)
      if (registerFaults(plant(linearizable(new Random(seed)))).length > 0) found += 1;
    // One that overlaps with others may be lost, or read late, without anybody noticing.
    expect(found).toBeGreaterThan(HISTORIES / 2);
  });

  it("resolves a write in doubt as stored, not stored or arriving later", () => {
    const doubted = operation("write", "b", 2, Number.POSITIVE_INFINITY);
    const write = operation("write", "a", 0, 1);
    expect(registerFaults([write, doubted, operation("read", "a", 5, 6)])).toEqual([]);
    expect(registerFaults([write, doubted, operation("read", "a", 5, 6), operation("read", "b", 7, 8)])).toEqual([]);
    const back = [operation("read", "b", 5, 6), operation("read", "a", 7, 8)];
    expect(registerFaults([write, doubted, ...back])).toHaveLength(1);
  });

  it("finds a write that was refused, and read", () => {
    const read = [operation("write", "a", 0, 1), operation("read", "a", 2, 3)];
    expect(registerFaults(read, [{ register: "r", value: "a" }])).toHaveLength(1);
    expect(registerFaults(read, [{ register: "r", value: "b" }])).toEqual([]);
  });
});
