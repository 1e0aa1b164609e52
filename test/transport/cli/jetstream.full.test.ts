import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shownPlace } from "../../../transport/cli/content/shared-place.ts";
import { HAS_NATS, type NatsCluster, startNats } from "../../support/peers/nats.ts";
import { runToEnd, withFolder, without, withServer } from "../../support/servers/command-line.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { expectLooksRefused } from "../../support/storage/refused-looks.ts";

test("an address is shown without its password and parameters", () => {
  expect(shownPlace("nats://u:p@w:d@n1,n2/site?trust=sync")).toBe("nats://u@n1,n2/site");
});

test("a server that is not there is named, its password is not", async () => {
  await withFolder(async (folder) => {
    const environment = { GALLEY_DATA: "nats://galley:secret@127.0.0.1:1/site" };
    const { code, out, errors } = await runHere(["--port", "0"], { folder, environment });
    expect(code).toBe(1);
    expect(errors).toMatch(/nats:\/\/galley@127\.0\.0\.1:1\/site cannot be used: connection refused/);
    expect(out + errors).not.toContain("secret");
  });
});

test.each(["@nats-io/transport-node", "@nats-io/obj"])(
  "without %s it says what to install, in one line",
  async (name) => {
    await withFolder(async (folder) => {
      const { code, errors } = await runToEnd(["data", "check", "nats://127.0.0.1:1/site"], {
        folder,
        program: without(name),
      });
      const all = "@nats-io/transport-node @nats-io/jetstream @nats-io/kv @nats-io/obj";
      expect([code, errors]).toEqual([
        1,
        `galley: JetStream needs packages that are not installed: npm install ${all}\n`,
      ]);
    });
  },
);

describe.skipIf(!HAS_NATS)("JetStream on the command line (skipped where nats-server 2.15 is not there)", () => {
  let cluster: NatsCluster;
  beforeAll(async () => {
    cluster = await startNats(1);
  });
  afterAll(() => cluster?.close());

  test("looking at a log that is not there is refused, and creates none", () => expectLooksRefused(cluster.newPlace()));

  test("two servers share the demo, and data looks after it", async () => {
    const place = cluster.newPlace();
    await withFolder(async (folder) => {
      const environment = {
        GALLEY_DATA: place,
        GALLEY_JWT_SECRET: "x".repeat(32),
        GALLEY_TOKEN: "full-access-for-the-test",
      };
      const surroundings = { folder, environment };
      await withServer(["--port", "0"], surroundings, async (_, one) => {
        await withServer(["--port", "0"], surroundings, async (__, other) => {
          const headers = { "content-type": "application/json" };
          const asked = { method: "POST", headers, body: JSON.stringify({ title: "Shared" }) };
          expect((await fetch(`${one}/todos`, asked)).status).toBe(201);
          const form = new FormData();
          form.append("files", new Blob(["hello"]), "a.txt");
          const authorization = `Bearer ${environment.GALLEY_TOKEN}`;
          const sent = await fetch(`${one}/api/upload`, { method: "POST", headers: { authorization }, body: form });
          expect(sent.status).toBe(201);
          await expect.poll(async () => (await fetch(`${other}/todos`)).text()).toContain('"Shared"');
        });
        expect((await runHere(["data", "nodes", place], { folder })).out).toMatch(/process \d+ {2}at position \d+/);
      });
      expect((await runHere(["data", "check", place], { folder })).out).toMatch(/: good, up to position \d+/);
      expect((await runHere(["data", "stats", place], { folder })).out).toMatch(/api::post\.post {2}\d+ documents/);
      const copied = await runHere(["data", "copy", place, "copy.json", "--quiet"], { folder });
      expect(copied).toMatchObject({ code: 0, out: expect.stringContaining(", 1 file."), errors: "" });
      const back = await runHere(["data", "copy", "copy.json", cluster.newPlace(), "--quiet"], { folder });
      expect(back).toMatchObject({ code: 0, out: expect.stringContaining(", 1 file."), errors: "" });
    });
  });
});
