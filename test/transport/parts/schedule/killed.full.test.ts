import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { newFolder } from "../../../support/folder.ts";
import { withJson } from "../../../support/requests/json.ts";
import { CommandLine } from "../../../support/servers/command-line.ts";

/** How often the server is killed. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3);
const SCHEDULES = 40;
const TOKEN = "full-access-token";
const HEADERS = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };

const HOUR = 3_600_000;
const ADVANCE = { method: "PATCH", body: JSON.stringify({ advance: HOUR }) };

interface Entry {
  readonly documentId: string;
  readonly id: number;
}

async function project(): Promise<string> {
  const folder = await newFolder();
  const types = join(folder, "project/src/api/post/content-types/post");
  await mkdir(types, { recursive: true });
  const schema = {
    kind: "collectionType",
    info: { singularName: "post", pluralName: "posts", displayName: "Post" },
    options: { draftAndPublish: true },
    attributes: { n: { type: "integer" } },
  };
  await writeFile(join(types, "schema.json"), JSON.stringify(schema));
  const config = { tokens: [{ name: "ci", token: TOKEN, access: "full-access" }], schedule: true, control: true };
  await writeFile(join(folder, "galley.config.json"), JSON.stringify(config));
  return folder;
}

async function send(url: string, method: string, body?: object): Promise<never> {
  const response = await fetch(url, withJson(method, body, HEADERS));
  const text = await response.text();
  expect([url, response.status]).toEqual([url, expect.toBeOneOf([200, 201, 204])]);
  return (text === "" ? {} : JSON.parse(text)) as never;
}

it("fires each schedule once, though the server is killed while they are due", async () => {
  const folder = await project();
  const serve = () =>
    new CommandLine(["project", "--config", "galley.config.json", "--data", "data", "-p", "0"], { folder });
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = serve();
    const base = await first.url();
    const ids: string[] = [];
    for (let n = 0; n < SCHEDULES; n += 1) {
      const { data } = (await send(`${base}/api/posts?status=draft`, "POST", { data: { n } })) as { data: Entry };
      ids.push(data.documentId);
    }
    const at = new Date(Date.now() + HOUR).toISOString();
    const put = (id: string) => send(`${base}/api/posts/${id}/actions/publish`, "PUT", { at });
    await Promise.all(ids.map(put));
    const firing = fetch(`${base}/__galley/clock`, { ...ADVANCE, headers: HEADERS }).catch(() => null);
    await sleep(40 * Math.random());
    await first.signal("SIGKILL");
    await firing;
    const second = serve();
    onTestFinished(async () => void (await second.signal("SIGKILL")));
    const again = await second.url();
    const waiting = ((await send(`${again}/api/_schedule`, "GET")) as { data: Entry[] }).data;
    const isWaiting = new Set(waiting.map(({ documentId }) => documentId));
    const shown = `${again}/api/posts?pagination[pageSize]=100&sort=id:desc`;
    const published = async () =>
      ((await send(shown, "GET")) as { data: Entry[] }).data.filter(({ documentId }) => ids.includes(documentId));
    const before = (await published()).map(({ documentId }) => documentId);
    expect([...isWaiting, ...before].sort()).toEqual(ids.toSorted());
    await send(`${again}/__galley/clock`, "PATCH", { advance: HOUR });
    expect((await send(`${again}/api/_schedule`, "GET")) as object).toMatchObject({ data: [] });
    const all = await published();
    expect(all.map(({ documentId }) => documentId).sort()).toEqual(ids.toSorted());
    // A second publication would have drawn a second id.
    expect(Math.max(...all.map(({ id }) => id))).toBe(2 * SCHEDULES * (round + 1));
    await second.signal("SIGTERM");
  }
}, 3_600_000);
