import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { LockFile } from "../../../storage/files/lock/lock-file.ts";
import { newOwner, type Owner, printOwner } from "../../../storage/files/lock/owner.ts";
import { newFolder } from "../../support/folder.ts";

/** No process has it: it is above what Linux gives. */
const NO_PROCESS = 2 ** 23;

async function newPath(): Promise<string> {
  return join(await newFolder(), "db.json.lock");
}

async function take(path: string, differing: Partial<Owner> = {}): Promise<LockFile> {
  const lock = await LockFile.take(path, { ...(await newOwner(false)), ...differing });
  onTestFinished(() => lock.release());
  return lock;
}

async function leaveBehind(path: string, differing: Partial<Owner>): Promise<void> {
  await writeFile(path, printOwner({ ...(await newOwner(false)), ...differing }));
}

it("is taken over at once from a process that has ended, and names itself in its place", async () => {
  const path = await newPath();
  await leaveBehind(path, { pid: NO_PROCESS });
  await take(path);
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ pid: process.pid });
});

it("is taken over at once from a process whose name the kernel has freed, though another one has its number", async () => {
  const path = await newPath();
  const owner = await newOwner(true);
  await writeFile(path, printOwner({ ...owner, id: "other" }));
  const lock = await LockFile.take(path, owner);
  expect(lock.isAlone).toBe(true);
  await lock.release();
});

it("is refused while its holder lives, with the holder and the file, wherever the holder runs", async () => {
  const path = await newPath();
  await take(path, { host: "elsewhere", processes: "another namespace" });
  await expect(take(path)).rejects.toMatchObject({
    code: "locked",
    message: expect.stringContaining(`Process ${process.pid} on elsewhere is using db.json in`),
    details: { holder: process.pid, lock: path },
  });
});

it.each([
  ["a holder elsewhere", { host: "elsewhere", processes: "another namespace" }],
  ["a holder whose number another process has", { pid: process.pid }],
])("is taken over from %s that gives no sign of life, as one that may go on", async (_, differing) => {
  const path = await newPath();
  await leaveBehind(path, differing);
  expect(await take(path)).toMatchObject({ isAlone: false });
});

it.each(["", "4711", "{", "null"])("is taken over from a file of %j, which nobody answers for", async (text) => {
  const path = await newPath();
  await writeFile(path, text);
  expect(await take(path)).toMatchObject({ isAlone: false });
});

it("is taken by one alone of several that find it void at once", async () => {
  const path = await newPath();
  await leaveBehind(path, { pid: NO_PROCESS });
  const taken = await Promise.allSettled(Array.from({ length: 8 }, () => take(path)));
  const held = taken.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const asserted = await Promise.allSettled(held.map((lock) => lock.assertHeld()));
  expect(asserted.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await readdir(join(path, ".."))).toEqual(["db.json.lock"]);
});

it("is lost for good to another one, and made again when its file is removed", async () => {
  const path = await newPath();
  const lock = await take(path);
  await rm(path);
  await lock.assertHeld();
  await leaveBehind(path, { host: "elsewhere" });
  await expect(lock.assertHeld()).rejects.toMatchObject({ code: "locked" });
  await lock.release();
  expect(await readFile(path, "utf8")).toContain("elsewhere");
  await rm(path);
  await expect(lock.assertHeld()).rejects.toMatchObject({ code: "locked" });
});
