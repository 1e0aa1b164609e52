import { expect, it, onTestFinished } from "vitest";
import { JournalStorage } from "../../../../storage/internal.ts";
import { type CreateOptions, createGalley, type Galley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { newFolder } from "../../../support/folder.ts";
import { heldBytes } from "../../../support/run/held-bytes.ts";

const SCHEMA = schemaOf({
  post: { dp: false, attributes: { title: { type: "string" }, text: { type: "text" } } },
});

const DOCUMENTS = 100;
const ROUNDS = 100;
/** A body takes more than this; what the process holds of a delivery that waits takes less. */
const TEXT = "x".repeat(4_000);
/** Bytes per event. */
const HELD = 1_000;

it("holds no bodies of 10,000 events while the receiver is down, and delivers all of them afterwards", async () => {
  let isDown = true;
  const got: string[] = [];
  const deliver = async (request: Request) => {
    if (isDown) return new Response(null, { status: 503 });
    got.push(JSON.parse(await request.text()).entry.title);
    return new Response();
  };
  const options = {
    schema: SCHEMA,
    storage: new JournalStorage(await newFolder()),
    webhooks: [{ name: "site", url: "https://www.example.org/hook" }],
    deliver,
    clock: { start: "2026-01-01T00:00:00.000Z" },
    logger: { info() {}, warn() {}, error() {} },
  };
  const galley = (await createGalley(options as unknown as CreateOptions<never>)) as unknown as Galley;
  onTestFinished(() => galley.close());
  const posts = galley.documents("api::post.post");
  const writeRound = async (round: number) => {
    const data = (at: number) => ({ title: `${at}-${round}`, text: `${TEXT}${at}-${round}` });
    if (round === 0) {
      const made = Array.from({ length: DOCUMENTS }, (_, at) => posts.create({ data: data(at) }));
      return (await Promise.all(made)).map(({ documentId }) => String(documentId));
    }
    await Promise.all(ids.map((documentId, at) => posts.update({ documentId, data: data(at) })));
    return ids;
  };
  let ids: readonly string[] = [];
  let early = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    ids = await writeRound(round);
    await galley.webhooks.settled();
    // From here on, no list of the newest ones grows any more.
    if ((round + 1) * DOCUMENTS === 2_000) early = await heldBytes();
  }
  const growth = (await heldBytes()) - early;
  expect(growth).toBeLessThan((ROUNDS - 20) * DOCUMENTS * HELD);
  isDown = false;
  await galley.clock.advance(3_600_000);
  await galley.webhooks.settled();
  const inOrder = (at: number) => got.filter((title) => title.startsWith(`${at}-`));
  for (let at = 0; at < DOCUMENTS; at += 1)
    expect(inOrder(at)).toEqual(Array.from({ length: ROUNDS }, (_, round) => `${at}-${round}`));
});
