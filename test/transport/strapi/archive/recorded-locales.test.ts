import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { FULL_TOKEN, openArchive, type RecordedAnswer } from "../../../support/servers/open-archive.ts";

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
