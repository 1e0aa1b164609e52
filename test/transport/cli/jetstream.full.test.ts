import { describe, expect, test } from "vitest";
import { shownPlace } from "../../../transport/cli/content/shared-place.ts";
import { newFolder } from "../../support/folder.ts";
import { HAS_NATS, startNats } from "../../support/peers/nats.ts";
import { openedForAll } from "../../support/run/opened.ts";
import { runToEnd, without } from "../../support/servers/command-line.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { expectLooksRefused } from "../../support/storage/refused-looks.ts";
import { expectSharedDemo } from "../../support/storage/shared-demo.ts";

test("an address is shown without its password and parameters", () => {
  expect(shownPlace("nats://u:p@w:d@n1,n2/site?trust=sync")).toBe("nats://u@n1,n2/site");
});

test("a server that is not there is named, its password is not", async () => {
  const folder = await newFolder();
  const environment = { GALLEY_DATA: "nats://galley:secret@127.0.0.1:1/site" };
  const { code, out, errors } = await runHere(["--port", "0"], { folder, environment });
  expect(code).toBe(1);
  expect(errors).toMatch(/nats:\/\/galley@127\.0\.0\.1:1\/site cannot be used: connection refused/);
  expect(out + errors).not.toContain("secret");
});

test.each(["@nats-io/transport-node", "@nats-io/obj"])(
  "without %s it says what to install, in one line",
  async (name) => {
    const folder = await newFolder();
    const { code, errors } = await runToEnd(["data", "check", "nats://127.0.0.1:1/site"], {
      folder,
      program: without(name),
    });
    const all = "@nats-io/transport-node @nats-io/jetstream @nats-io/kv @nats-io/obj";
    expect([code, errors]).toEqual([
      1,
      `galley: JetStream needs packages that are not installed: npm install ${all}\n`,
    ]);
  },
);

describe.skipIf(!HAS_NATS)("JetStream on the command line (skipped where nats-server 2.15 is not there)", () => {
  const cluster = openedForAll(() => startNats(1));

  test("looking at a log that is not there is refused, and creates none", () => expectLooksRefused(cluster.newPlace()));

  test("two servers share the demo, and data looks after it", () => expectSharedDemo(() => cluster.newPlace()));
});
