import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { eventually } from "../../../support/eventually.ts";
import { newFolder } from "../../../support/folder.ts";
import { CommandLine } from "../../../support/servers/command-line.ts";
import { openServer } from "../../../support/servers/open-server.ts";

/** How often the server is killed. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3);
const TOKEN = "full-access-token";

interface Got {
  readonly id: string;
  readonly isRebuilt: boolean;
  readonly text: string;
  readonly documentId: string;
  readonly n: number;
}

async function receiver() {
  const got: Got[] = [];
  const { url } = await openServer(async (request, response) => {
    const body = await text(request);
    const isRebuilt = request.headers["x-galley-rebuilt"] === "1";
    const { documentId, n } = JSON.parse(body).entry;
    got.push({ id: String(request.headers["webhook-id"]), isRebuilt, text: body, documentId, n });
    response.end();
  });
  return { got, url: `${url}/hook` };
}

async function project(url: string): Promise<string> {
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
  const config = {
    webhooks: [{ name: "site", url, allowPrivate: true, events: ["entry.publish"] }],
    tokens: [{ name: "ci", token: TOKEN, access: "full-access" }],
    profile: "strapi",
  };
  await writeFile(join(folder, "galley.config.json"), JSON.stringify(config));
  return folder;
}

it("delivers each acknowledged publish at least once, in order, though the server is killed under load", async () => {
  const { got, url } = await receiver();
  const folder = await project(url);
  const serve = () =>
    new CommandLine(["project", "--config", "galley.config.json", "--data", "data", "-p", "0"], { folder });
  const acknowledged: { readonly documentId: string; readonly n: number }[] = [];
  let n = 0;
  const write = async (base: string): Promise<void> => {
    for (let path = "/api/posts", method = "POST"; ; method = "PUT") {
      n += 1;
      const own = n;
      const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
      const body = JSON.stringify({ data: { n: own } });
      const answer = await fetch(base + path, { method, headers, body })
        // A server that is overloaded refuses writes.
        .then((response) => (response.ok ? (response.json() as Promise<{ data: { documentId: string } }>) : null))
        .catch(() => null);
      if (answer === null) return;
      path = `/api/posts/${answer.data.documentId}`;
      acknowledged.push({ documentId: answer.data.documentId, n: own });
    }
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = serve();
    const base = await server.url();
    const writers = [write(base), write(base), write(base)];
    await sleep(150 + 400 * Math.random());
    await server.signal("SIGKILL");
    await Promise.all(writers);
  }
  const server = serve();
  onTestFinished(async () => void (await server.signal("SIGKILL")));
  await server.url();
  // A body that was made after the kill shows the newest state of its document.
  const isDelivered = ({ documentId, n: own }: { readonly documentId: string; readonly n: number }) =>
    got.some((each) => each.documentId === documentId && (each.n === own || (each.isRebuilt && each.n > own)));
  await eventually(() => expect(acknowledged.filter((each) => !isDelivered(each))).toEqual([]));
  expect(acknowledged.length).toBeGreaterThan(ROUNDS);
  const bodies = new Map<string, string>();
  const reached = new Map<string, number>();
  for (const { id, text, documentId } of got) {
    expect(bodies.get(id) ?? text).toBe(text);
    if (bodies.has(id)) continue;
    bodies.set(id, text);
    const position = Number(id.split("-").at(-3));
    expect(position).toBeGreaterThan(reached.get(documentId) ?? 0);
    reached.set(documentId, position);
  }
}, 600_000);
