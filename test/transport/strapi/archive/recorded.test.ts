import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import {
  FULL_TOKEN,
  openArchive,
  RECORDED_EXPORT,
  type RecordedAnswer,
  recordedAnswers,
} from "../../../support/servers/open-archive.ts";
import { EXCEPTIONS } from "./record/exceptions.ts";

test("the content of a real export is answered as the real server does", async () => {
  const { galley } = await openArchive({ path: RECORDED_EXPORT });
  const recorded = recordedAnswers();
  expect(recorded.length).toBeGreaterThan(300);
  const different: RecordedAnswer[] = [];
  for (const answer of recorded) {
    const headers = answer.caller === "full" ? { authorization: `Bearer ${FULL_TOKEN}` } : undefined;
    const response = await galley.fetch(new Request(`http://galley${answer.path}`, headers && { headers }));
    const given = { status: response.status, body: await response.json() };
    const { status, body } = answer;
    if (!isDeepStrictEqual(given, { status, body })) different.push(answer);
  }
  expect(different.map(({ path }) => path)).toEqual([...EXCEPTIONS]);
});

test("files come with their rows, and values without a place are reported", async () => {
  const { galley, rows, files, leftOut } = await openArchive({ path: RECORDED_EXPORT });
  expect([rows, files]).toEqual([99, 4]);
  expect([...leftOut]).toEqual([["of type plugin::upload.folder", 1]]);
  const stored = await galley.documents("plugin::upload.file").findMany({ filters: { mime: "text/plain" } });
  const [name] = stored.map(({ hash, ext }) => `${hash}${ext}`);
  const file = await galley.files.open(name ?? "");
  expect(file?.size).toBe(6);
  const served = await galley.fetch(`/uploads/${name}`);
  expect(await served.text()).toBe("Notes\n");
});

const RECORDED = join(import.meta.dirname, "record/locales");

test("a real export in three locales is answered as the real server does, with lists that lead to any type", async () => {
  const { galley, leftOut } = await openArchive({ path: join(RECORDED, "export.tar.gz") });
  await using _ = galley;
  expect([...leftOut]).toEqual([]);
  const recorded: RecordedAnswer[] = JSON.parse(gunzipSync(readFileSync(join(RECORDED, "answers.json.gz"))).toString());
  expect(recorded.length).toBeGreaterThan(15);
  for (const { path, status, body } of recorded) {
    const response = await galley.fetch(path, { headers: { authorization: `Bearer ${FULL_TOKEN}` } });
    expect({ status: response.status, body: await response.json() }, path).toEqual({ status, body });
  }
});
