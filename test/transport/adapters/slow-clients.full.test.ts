import { beforeAll, describe, expect, it } from "vitest";
import { chooseListener, type Handler, type Listener, nodeListener } from "../../../transport/index.ts";
import { type Piece, talk } from "../../support/requests/raw-socket.ts";

interface SlowClient {
  readonly what: string;
  readonly send: readonly Piece[];
  /** Requests that are whole, and so handled. */
  readonly handled: number;
}

/** One piece a second, for longer than any client may take. */
const drip = (piece: string): Piece[] => Array.from({ length: 20 }, () => [piece, 1000]).flat();

const HEAD = "GET /a HTTP/1.1\r\nHost: a\r\n";

/** A body at 40 kB a second, for longer than the window in which its rate is looked at. */
const STEADY = Array.from({ length: 14 }, () => ["x".repeat(40_000), 1000]).flat();
const STEADY_BYTES = 14 * 40_000;

const SLOW_CLIENTS: readonly SlowClient[] = [
  { what: "sends nothing at all", send: [], handled: 0 },
  { what: "sends its head line by line", send: [HEAD, ...drip("X: y\r\n")], handled: 0 },
  { what: "sends its body byte by byte", send: [`${HEAD}Content-Length: 50\r\n\r\n`, ...drip("x")], handled: 0 },
  {
    what: "sends its body in large pieces at first",
    send: [`${HEAD}Content-Length: 50000\r\n\r\n`, "x".repeat(40_000), ...drip("x")],
    handled: 0,
  },
  { what: "sends no second request", send: [`${HEAD}\r\n`], handled: 1 },
];

const fastest = await chooseListener("auto", "127.0.0.1", () => {});
const listeners = fastest === nodeListener ? [nodeListener] : [nodeListener, fastest];
const cases = listeners.flatMap((listener) =>
  SLOW_CLIENTS.map((client) => ({ name: listener.name, listener, client })),
);

const patientCases = listeners.map((listener) => ({
  name: listener.name,
  listener,
  client: { send: [`${HEAD}Content-Length: ${STEADY_BYTES}\r\n\r\n`, ...STEADY] },
  patience: 1000,
}));

describe("a slow client", () => {
  let outcomes: ReadonlyMap<object, Outcome>;
  // All at once: each of them takes as long as it may.
  beforeAll(async () => {
    const played = [...cases, ...patientCases].map(async (each) => [each, await play(each)] as const);
    outcomes = new Map(await Promise.all(played));
  });

  it.each(cases)("of $name is cut off within 15 s when it $client.what", (each) => {
    const outcome = outcomes.get(each);
    expect(outcome).toMatchObject({ closed: true, handled: each.client.handled });
    expect(outcome?.took).toBeLessThan(15_000);
  });

  it.each(patientCases)("whose body takes longer, but keeps coming, is answered by $name", (each) => {
    expect(outcomes.get(each)?.handled).toBe(1);
  });
});

interface Outcome {
  readonly closed: boolean;
  readonly took: number;
  readonly handled: number;
}

interface Play {
  readonly listener: Listener;
  readonly client: Pick<SlowClient, "send">;
  /** Milliseconds to wait for the end of the connection after the last piece. */
  readonly patience?: number;
}

async function play({ listener, client, patience = 20_000 }: Play): Promise<Outcome> {
  let handled = 0;
  const count: Handler = () => {
    handled += 1;
    return { status: 204, headers: [], requestId: "id", body: null };
  };
  const listening = await listener.listen(count, { host: "127.0.0.1", port: 0, bodyLimit: () => 1_000_000 });
  const { closed, took } = await talk(listening.port, client.send, patience);
  await listening.close();
  return { closed, took, handled };
}
