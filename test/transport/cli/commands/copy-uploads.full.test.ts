import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { S3FileStore } from "../../../../storage/adapters/s3/index.ts";
import { FolderFileStore, JournalStorage } from "../../../../storage/internal.ts";
import { sampleCommit } from "../../../../storage/testing/commits.ts";
import { newFolder } from "../../../support/folder.ts";
import { S3_CREDENTIALS, type S3Server, startS3 } from "../../../support/peers/s3-server.ts";
import { CommandLine } from "../../../support/servers/command-line.ts";
import { runHere } from "../../../support/servers/run-here.ts";

const FILES: Readonly<Record<string, Buffer>> = {
  "a_0123456789.txt": Buffer.from("hello"),
  "empty_0123456789.txt": Buffer.alloc(0),
  // More than a part of a bucket.
  "film_0123456789.mp4": Buffer.alloc((8 << 20) + 100_000, "frame"),
};

/** A folder `data` with a book and uploads, a bucket, and a way to call `galley data`. */
async function open() {
  const environment = {
    AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const bucket = await startS3();
  const folder = await newFolder();
  const storage = new JournalStorage(join(folder, "data"));
  await storage.open();
  await storage.append(0, [{ position: 1, commit: "c.1", body: sampleCommit(1) }]);
  await storage.close();
  const uploads = join(folder, "data/uploads");
  await mkdir(uploads);
  for (const [name, bytes] of Object.entries(FILES)) await writeFile(join(uploads, name), bytes);
  const data = (...args: string[]) => runHere(["data", ...args]);
  return { bucket, folder, environment, data, path: (name: string) => join(folder, name) };
}

async function namesIn(uploads: string): Promise<string[]> {
  const names: string[] = [];
  for await (const name of new FolderFileStore(uploads).list()) names.push(name);
  return names.sort();
}

async function expectAll(uploads: string): Promise<void> {
  const found = await namesIn(uploads);
  expect(found).toEqual(Object.keys(FILES).sort());
  for (const name of found)
    expect((await readFile(join(uploads, name))).equals(FILES[name] ?? Buffer.of(1))).toBe(true);
}

test("copy copies uploads to a file, into a bucket, out of it, and of a storage in use", async () => {
  const { bucket, data, path } = await open();
  const site = bucket.address("site");
  const steps = [
    ["copy", path("data"), path("db.json")],
    ["copy", path("db.json"), path("other.json"), "--to-bucket", site],
    ["copy", path("other.json"), path("back"), "--from-bucket", site],
  ];
  for (const step of steps) {
    expect(await data(...step)).toMatchObject({ code: 0, out: expect.stringMatching(/: 1 commit, 3 files\.\n$/) });
  }
  await expectAll(path("db.uploads"));
  await expectAll(path("back/uploads"));
  const holder = new JournalStorage(path("back"));
  await holder.open();
  onTestFinished(() => holder.close());
  expect(await data("copy", path("back"), path("again"))).toMatchObject({ code: 0 });
  await expectAll(path("again/uploads"));
});

test("backup copies uploads of a folder and a file, into a bucket and out of it", async () => {
  const { bucket, data, path } = await open();
  await data("copy", path("data"), path("db.json"));
  const site = bucket.address("site");
  const steps = [
    ["backup", path("data"), path("kept")],
    ["backup", path("db.json"), path("kept.json")],
    ["backup", path("data"), path("bare"), "--to-bucket", site],
    ["backup", path("bare"), path("back"), "--from-bucket", site],
  ];
  for (const step of steps) {
    expect(await data(...step)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/, and checked it: 3 files\.\n$/),
    });
    expect((await data("stats", step[2] ?? "")).out).toContain("book");
  }
  await expectAll(path("kept/uploads"));
  await expectAll(path("kept.uploads"));
  await expectAll(path("back/uploads"));
});

test("backup has the files that are uploaded while it copies, and those that are removed then", async () => {
  const { bucket, data, path } = await open();
  const store = new S3FileStore(bucket.address());
  for (const [name, bytes] of Object.entries(FILES)) await store.put(name, [bytes]);
  let isChanged = false;
  bucket.intercept = ({ method, url = "" }) => {
    if (method === "GET" && !isChanged && url.includes("film")) {
      isChanged = true;
      void store.put("late_0123456789.txt", [Buffer.from("late")]);
      void store.delete("a_0123456789.txt");
    }
    return false;
  };
  expect(await data("backup", path("data"), path("kept"), "--from-bucket", bucket.address())).toMatchObject({
    code: 0,
  });
  expect(await namesIn(path("kept/uploads"))).toEqual([...Object.keys(FILES), "late_0123456789.txt"].sort());
});

test.each([
  ["data", "other.json"],
  ["db.json", "folder"],
])("backup of %s to %s says that copy changes the kind of a place", async (from, to) => {
  const { data, path } = await open();
  await data("copy", path("data"), path("db.json"));
  const refused = await data("backup", path(from), path(to));
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining("use data copy") });
});

test("copy copies no files if the target has content", async () => {
  const { data, path } = await open();
  await data("copy", path("data"), path("db.json"), "--to-bucket", (await startS3()).address());
  expect(await data("copy", path("data"), path("db.json"))).toMatchObject({ code: 1 });
  expect(await namesIn(path("db.uploads"))).toEqual([]);
});

test("copy reports a bucket that refuses its files, and an invalid bucket", async () => {
  const { bucket, data, path } = await open();
  bucket.intercept = ({ method }, response) => {
    if (method === "PUT") response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
    return method === "PUT";
  };
  const refused = await data("copy", path("data"), path("db.json"), "--to-bucket", bucket.address());
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining("AccessDenied") });
  expect((await data("stats", path("db.json"))).out).not.toContain("book");
  const wrong = await data("copy", path("data"), path("c.json"), "--to-bucket", "ftp://a");
  expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining("s3://") });
});

test.each([
  ["copy", "data", "db.json", { code: 0, out: expect.not.stringContaining("book") }],
  ["copy", "data", "copied", { code: 1, errors: expect.stringContaining("interrupted") }],
  ["backup", "data", "kept", { code: 1, errors: expect.stringContaining("interrupted") }],
  ["backup", "other.json", "kept.json", { code: 1, errors: expect.stringContaining("no such file") }],
])(
  "%s of %s to %s does not open as if it were whole when it is killed among its files",
  async (action, from, to, expected) => {
    const { bucket, folder, environment, data, path } = await open();
    await data("copy", path("data"), path("other.json"));
    const hanging = hangUploads(bucket);
    const args = ["data", action, from, to, "--to-bucket", bucket.address()];
    const copying = new CommandLine(args, { folder, environment });
    await hanging;
    expect((await copying.signal("SIGKILL")).out).toBe("");
    expect(await data("stats", path(to))).toMatchObject(expected);
  },
);

/** Lets one file through and answers no other; resolves when it is asked to take another. */
function hangUploads(bucket: S3Server): Promise<void> {
  let puts = 0;
  return new Promise((resolve) => {
    bucket.intercept = ({ method }) => {
      if (method !== "PUT") return false;
      puts += 1;
      if (puts === 2) resolve();
      return puts >= 2;
    };
  });
}
