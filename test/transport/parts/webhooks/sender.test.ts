import { expect, it, vi } from "vitest";
import { MemoryMarks } from "../../../../storage/adapters/marks/memory-marks.ts";
import { DeliveryList } from "../../../../transport/parts/webhooks/delivery-list.ts";
import { Outbox } from "../../../../transport/parts/webhooks/outbox.ts";
import type { PostAnswer } from "../../../../transport/parts/webhooks/post.ts";
import { Sender } from "../../../../transport/parts/webhooks/sender.ts";
import { Clock } from "../../../../transport/runtime/clock.ts";
import { FAULTS_ONLY } from "../../../../transport/runtime/log.ts";

const OK: PostAnswer = { status: 200, statusText: "OK", retryAfter: null };
/** Requests that one webhook has under way at a time. */
const UNDER_WAY = 5;
const DELIVERIES = 40;
/** More than are read at a time. */
const MANY = 250;

it("repeats only what was under way, when another process takes over from one that does not know it yet", async () => {
  const marks = new MemoryMarks();
  const sent: string[] = [];
  const open: (() => void)[] = [];
  const post = (id: string) =>
    new Promise<PostAnswer>((resolve) => {
      sent.push(id);
      open.push(() => resolve(OK));
    });
  const [former, holder] = [senderOn(marks, post), senderOn(marks, post)];
  await former.hold(0);
  const { outbox } = former;
  await former.add(deliveriesOf(former, DELIVERIES));
  await former.begin(DELIVERIES);
  await settle();
  expect(sent).toHaveLength(UNDER_WAY);
  await holder.hold(DELIVERIES);
  while (!(former.isIdle && holder.isIdle)) {
    for (const answer of open.splice(0)) answer();
    await settle();
  }
  expect(new Set(sent).size).toBe(DELIVERIES);
  expect(sent.length - DELIVERIES).toBeLessThanOrEqual(UNDER_WAY);
  expect(await outbox.marks()).toEqual([]);
});

it("takes a webhook over with one write, however many deliveries wait", async () => {
  const marks = new MemoryMarks();
  const answered = async () => OK;
  const [former, holder] = [senderOn(marks, answered), senderOn(marks, answered)];
  await former.hold(0);
  await former.add(deliveriesOf(former, DELIVERIES));
  const written = vi.spyOn(marks, "write");
  await holder.hold(0);
  expect(written).toHaveBeenCalledTimes(1);
});

it("sends the first deliveries before it has read all that wait", async () => {
  const marks = new MemoryMarks();
  const sent: string[] = [];
  const [former, holder] = [senderOn(marks, notedIn(sent)), senderOn(marks, notedIn(sent))];
  await former.add(deliveriesOf(former, MANY));
  const last = former.outbox.markOf(MANY, 0);
  const read = marks.read.bind(marks);
  vi.spyOn(marks, "read").mockImplementation(async (mark) => {
    if (mark === last) await vi.waitFor(() => expect(sent).toContain("id-1"));
    return read(mark);
  });
  await holder.hold(MANY);
  await holder.idle();
  expect(new Set(sent).size).toBe(MANY);
});

it("sends what the former holder has stored meanwhile", async () => {
  const marks = new MemoryMarks();
  const sent: string[] = [];
  const [former, holder] = [senderOn(marks, notedIn(sent)), senderOn(marks, notedIn(sent))];
  await former.hold(0);
  await holder.hold(0);
  const stored = deliveriesOf(former, 1);
  await former.add(stored);
  await holder.add(stored);
  await holder.begin(1);
  await holder.idle();
  expect(sent).toEqual(["id-1"]);
});

it("sends nothing that it looked up while it held the webhook, and no longer does", async () => {
  const marks = new MemoryMarks();
  const sent: string[] = [];
  const sender = senderOn(marks, notedIn(sent));
  await sender.hold(0);
  await sender.add(deliveriesOf(sender, 1));
  await sender.begin(1);
  sender.release();
  await settle();
  expect([sent, (await sender.outbox.marks()).length]).toEqual([[], 1]);
});

function senderOn(marks: MemoryMarks, post: (id: string) => Promise<PostAnswer>): Sender {
  return new Sender({
    webhook: {
      name: "site",
      url: "http://site.test/",
      shownUrl: "http://site.test/",
      headers: {},
      secrets: [],
      allowPrivate: false,
      selects: () => true,
    },
    outbox: new Outbox(marks, "site"),
    post: ({ headers }) => post(String(headers["webhook-id"])),
    slots: { free: 20 },
    clock: new Clock(),
    log: FAULTS_ONLY,
    list: new DeliveryList(),
    count: () => {},
    onFree: () => {},
  });
}

/** Deliveries of the first events. */
function deliveriesOf({ outbox }: Sender, count: number) {
  return Array.from({ length: count }, (_, at) => ({
    mark: outbox.markOf(at + 1, 0),
    delivery: deliveryOf(at + 1),
  }));
}

/** A post that is answered at once, and notes what is sent. */
function notedIn(sent: string[]) {
  return async (id: string): Promise<PostAnswer> => {
    sent.push(id);
    return OK;
  };
}

function deliveryOf(position: number) {
  const document = `api::post.post d${position}`;
  return { id: `id-${position}`, event: "entry.create", document, body: "{}", at: 0, tries: 0, next: 0, hop: 1 };
}

/** Lets everything run that waits for nothing outside. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
