import { chmod, chown, link, lstat, mkdir, readFile, readlink, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JournalStorage, JsonFileStorage, type Storage } from "../../../../storage/internal.ts";
import { sampleCommit } from "../../../../storage/testing/commits.ts";
import { newFolder } from "../../../support/folder.ts";
import { bundleServer, startServer } from "../../../support/servers/start-server.ts";

const SERVER = new URL("../../../crash/server.ts", import.meta.url);

async function write(storage: Storage, position = 1): Promise<void> {
  await storage.open();
  expect(await appended(storage, position)).toMatchObject({ kind: "ok" });
  await storage.close();
}

function appended(storage: Storage, position: number) {
  return storage.append(position - 1, [{ position, commit: `c.${position}`, body: sampleCommit(position) }]);
}

async function headOf(path: string): Promise<number> {
  return JSON.parse(await readFile(path, "utf8")).head;
}

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

/** Two folders, and a link in the first to a file in the second, which is there or not. */
async function linked(isThere: boolean) {
  const folder = await newFolder();
  const [release, shared] = [join(folder, "release"), join(folder, "shared")];
  await mkdir(release);
  const [name, file] = [join(release, "db.json"), join(shared, "content.json")];
  if (isThere) await write(new JsonFileStorage(file));
  await symlink("../shared/content.json", name);
  return { name, file };
}

describe("a JSON file behind a symbolic link", () => {
  it.each([true, false])("is written where the link leads, and the link stays (there before: %s)", async (isThere) => {
    const { name, file } = await linked(isThere);
    const storage = new JsonFileStorage(name);
    await write(storage, isThere ? 2 : 1);
    expect(await readlink(name)).toBe("../shared/content.json");
    expect((await lstat(file)).isFile()).toBe(true);
    expect(await headOf(file)).toBe(isThere ? 2 : 1);
    expect(storage.path).toBe(name);
  });

  it("is written through links to links and to folders", async () => {
    const { name, file } = await linked(true);
    const folder = await newFolder();
    await symlink(join(name, ".."), join(folder, "current"));
    await symlink("current/db.json", join(folder, "db.json"));
    await write(new JsonFileStorage(join(folder, "db.json")), 2);
    expect(await headOf(file)).toBe(2);
  });

  it("is refused with its name where links lead in a circle", async () => {
    const folder = await newFolder();
    await symlink("b.json", join(folder, "a.json"));
    await symlink("a.json", join(folder, "b.json"));
    const opening = new JsonFileStorage(join(folder, "a.json")).open();
    await expect(opening).rejects.toMatchObject({ code: "unreadable", message: expect.stringContaining(folder) });
  });

  it("is refused while another process has the file, by its own name or another link", async () => {
    const { name, file } = await linked(false);
    const holder = await startServer(await bundleServer(SERVER), [name]);
    const refusal = { code: "locked", details: { holder: holder.pid } };
    await expect(new JsonFileStorage(file).open()).rejects.toMatchObject(refusal);
    await expect(new JsonFileStorage(name).open()).rejects.toMatchObject(refusal);
    await holder.kill();
    await write(new JsonFileStorage(file), 1 + (await headOf(file)));
  });
});

// Elsewhere the system cannot say who has a file.
describe.runIf(process.platform === "linux")("a JSON file with several names (hard links)", () => {
  it("is refused by each of them while it is open, before and after writes", async () => {
    const folder = await newFolder();
    const [one, other, later] = [join(folder, "one.json"), join(folder, "other.json"), join(folder, "later.json")];
    await write(new JsonFileStorage(one));
    await link(one, other);
    const storage = new JsonFileStorage(one);
    await storage.open();
    await expect(new JsonFileStorage(other).open()).rejects.toMatchObject({ code: "locked" });
    await appended(storage, 2);
    await expect(new JsonFileStorage(other).open()).rejects.toMatchObject({ code: "locked" });
    await link(one, later);
    await expect.poll(() => refusal(later)).toBe("locked");
    await storage.close();
    await write(new JsonFileStorage(later), 3);
    await write(new JsonFileStorage(other), 2);
  });
});

/** The code with which a file is refused, or none. */
async function refusal(path: string): Promise<unknown> {
  const storage = new JsonFileStorage(path);
  try {
    await storage.open();
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
  await storage.close();
  return null;
}

describe.runIf(process.platform !== "win32")("who may use what is written", () => {
  it("is only the owner for new files and folders", async () => {
    const folder = join(await newFolder(), "new");
    const [file, journal] = [join(folder, "db.json"), join(folder, "deep", "journal")];
    const open = [new JsonFileStorage(file), new JournalStorage(journal)] as const;
    for (const storage of open) {
      await storage.open();
      await appended(storage, 1);
    }
    await open[1].snapshots.store(1, nothing());
    const names = ["journal-0000000000000001.ndjson", "checkpoint-0000000000000001.ndjson", "mark", "journal.lock"];
    for (const path of [file, `${file}.lock`, ...names.map((name) => join(journal, name))])
      expect([path, await modeOf(path)]).toEqual([path, "600"]);
    for (const path of [folder, join(folder, "deep"), journal])
      expect([path, await modeOf(path)]).toEqual([path, "700"]);
    for (const storage of open) await storage.close();
  });

  it.each([0o600, 0o640, 0o664])("stays as it was for a file that is there (mode %o)", async (mode) => {
    const file = join(await newFolder(), "db.json");
    await write(new JsonFileStorage(file));
    await chmod(file, mode);
    await write(new JsonFileStorage(file), 2);
    expect(await modeOf(file)).toBe(mode.toString(8));
  });

  it.runIf(process.getuid?.() === 0)("is the owner that a file has, where the system allows", async () => {
    const file = join(await newFolder(), "db.json");
    await write(new JsonFileStorage(file));
    await chown(file, 1234, 4321);
    await write(new JsonFileStorage(file), 2);
    expect(await stat(file)).toMatchObject({ uid: 1234, gid: 4321 });
  });
});

async function* nothing(): AsyncGenerator<Uint8Array> {}
