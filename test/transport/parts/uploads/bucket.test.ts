import { expect, it, onTestFinished, vi } from "vitest";
import { FILE_TYPE } from "../../../../engine/internal.ts";
import { JournalStorage } from "../../../../storage/internal.ts";
import { configFaults } from "../../../../transport/config/check-config.ts";
import { newFolder } from "../../../support/folder.ts";
import { S3_CREDENTIALS, startS3 } from "../../../support/peers/s3-server.ts";
import { openUploads } from "../../../support/servers/open-uploads.ts";
import { MemoryLog } from "../../../support/storage/memory-log.ts";

async function open() {
  vi.stubEnv("AWS_ACCESS_KEY_ID", S3_CREDENTIALS.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", S3_CREDENTIALS.secretAccessKey);
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await startS3();
  const place = await newFolder();
  const logger = new MemoryLog();
  const uploads = { bucket: server.address("site") };
  const start = () => openUploads({ uploads, storage: new JournalStorage(place), logger });
  return { server, start, logger };
}

const KEPT = [["a.txt", "hello", "text/plain"]] as const;

it("keeps uploads in a bucket, also after a restart", async () => {
  const { server, start } = await open();
  const first = await start();
  const [file] = await first.send(KEPT);
  await first.galley.close();
  const { ask, galley } = await start();
  const path = String(file?.url);
  expect(await ask("GET", path)).toEqual({ status: 200, body: "hello" });
  const part = await galley.fetch(path, { headers: { range: "bytes=1-3" } });
  expect([part.status, await part.text()]).toEqual([206, "ell"]);
  expect((await ask("DELETE", `/api/upload/files/${file?.id}`)).status).toBe(200);
  expect((await ask("GET", path)).status).toBe(404);
  expect(server.asked.filter((line) => /^(?:PUT|DELETE) /.test(line)).map((line) => line.split("/")[2])).toEqual([
    "site",
    "site",
  ]);
});

it("answers 503 and stores no entry where the bucket refuses a file", async () => {
  const { server, start, logger } = await open();
  const { ask, galley } = await start();
  server.intercept = ({ method }, response) => {
    if (method === "PUT") response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
    return method === "PUT";
  };
  const form = new FormData();
  for (const name of ["a.txt", "b.txt"]) form.append("files", new Blob(["hello"]), name);
  const { status, body } = await ask("POST", "/api/upload", form);
  expect([status, body.error]).toMatchObject([
    503,
    { message: "The file could not be stored in its bucket", details: { reason: "403 AccessDenied" } },
  ]);
  expect(await galley.documents(FILE_TYPE).count()).toBe(0);
  expect(logger.faults).toEqual(["The file could not be stored in its bucket"]);
});

it("says that a file is left where the bucket does not remove it", async () => {
  const { server, start, logger } = await open();
  const { send, ask } = await start();
  const [file] = await send(KEPT);
  server.intercept = ({ method }, response) => {
    if (method === "DELETE") response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
    return method === "DELETE";
  };
  const { status, body } = await ask("DELETE", `/api/upload/files/${file?.id}`);
  expect([status, body.error]).toMatchObject([
    503,
    { message: "The entry was removed, but its file was not", details: { reason: "403 AccessDenied" } },
  ]);
  expect((await ask("GET", `/api/upload/files/${file?.id}`)).status).toBe(404);
  expect(logger.faults).toEqual(["The entry was removed, but its file was not"]);
});

it("answers 503 for a file while the bucket does not answer", async () => {
  const { server, start, logger } = await open();
  const { send, ask } = await start();
  const [file] = await send(KEPT);
  await server.close();
  const { status, body } = await ask("GET", String(file?.url));
  expect([status, body.error.details]).toEqual([503, { reason: "ECONNREFUSED" }]);
  expect(logger.faults).toEqual([body.error.message]);
});

it("does not open without credentials, or with an address that is none", async () => {
  const { server } = await open();
  expect(configFaults({ uploads: { bucket: "files" } })).toEqual([
    { path: ["uploads", "bucket"], message: "must be an address like s3://BUCKET/FOLDER" },
  ]);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", undefined);
  await expect(openUploads({ uploads: { bucket: server.address() } })).rejects.toThrow(
    "A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment",
  );
});
