import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chooseListener, type Listener, type Listening, nodeListener } from "../../../transport/index.ts";
import { packet } from "../../arbitraries/hostile/packets.ts";
import { fc } from "../../support/fast-check.ts";
import { HAS_NGINX, type Nginx, startNginx } from "../../support/peers/nginx.ts";
import { type RawReply, statuses, talk } from "../../support/requests/raw-socket.ts";
import { SEED } from "../../support/seed.ts";

/** `npm run check -- packets` sends 10,000. */
const PACKETS = Number(process.env.GALLEY_PACKETS ?? 300);
const AT_ONCE = 100;
/** Milliseconds without an answer after which none is expected, and that before two servers are said to disagree. */
const SILENCE = 60;
const LONG_SILENCE = 1500;

/** A server's reading of a packet: methods and targets in order, and whether it went no further on purpose. */
interface Understanding {
  readonly requests: readonly string[];
  readonly refused: boolean;
}

interface Peer {
  readonly name: string;
  understand(sent: string, patience: number): Promise<Understanding>;
  close(): Promise<unknown>;
}

const fastest = await chooseListener("auto", "127.0.0.1", () => {});
const listeners = fastest === nodeListener ? [nodeListener] : [nodeListener, fastest];
const packets = fc.sample(packet, { numRuns: PACKETS, seed: SEED });

if (!HAS_NGINX)
  console.warn("packets.property.test.ts: nginx is not installed (apt-get install nginx-light): left out");

describe.each(listeners)(`$name in packets of several requests (seed ${SEED})`, (listener) => {
  let galley: Peer;
  const peers: Peer[] = [];
  beforeAll(async () => {
    galley = await openGalley(listener);
    peers.push(await openNode(), ...(HAS_NGINX ? [await openNginx()] : []));
  });
  afterAll(() => Promise.all([galley, ...peers].map((each) => each.close())));

  it("sees the same requests as node:http and nginx, unless one refuses", async () => {
    const differences: object[] = [];
    for (let from = 0; from < packets.length; from += AT_ONCE) {
      const tried = packets.slice(from, from + AT_ONCE).map((sent) => differencesOf(sent));
      differences.push(...(await Promise.all(tried)).flat());
    }
    expect(differences).toEqual([]);
    expect(packets).toHaveLength(PACKETS);
  });

  async function differencesOf(sent: string): Promise<object[]> {
    const ours = await galley.understand(sent, SILENCE);
    const found: object[] = [];
    for (const peer of peers) {
      if (agree(ours, await peer.understand(sent, SILENCE))) continue;
      // A busy machine is no disagreement.
      const patient = await galley.understand(sent, LONG_SILENCE);
      const theirs = await peer.understand(sent, LONG_SILENCE);
      if (!agree(patient, theirs)) found.push({ sent, ours: patient, [peer.name]: theirs });
    }
    return found;
  }
});

/** A server may see fewer requests than the other only if it refuses the rest. */
function agree(one: Understanding, other: Understanding): boolean {
  const [shorter, longer] = one.requests.length < other.requests.length ? [one, other] : [other, one];
  if (shorter.requests.some((request, at) => request !== longer.requests[at])) return false;
  return shorter.requests.length === longer.requests.length || shorter.refused;
}

/** Each target begins with a unique number, which identifies a server's requests. */
let count = 0;
const nextPrefix = () => `/p${count++}-`;

async function openGalley(listener: Listener): Promise<Peer> {
  const handled: string[] = [];
  /** Bodies that are read, by the prefix of their target. */
  const underWay = new Map<string, number>();
  const note = (path: string, change: number): void => {
    const prefix = path.slice(0, path.indexOf("-") + 1);
    underWay.set(prefix, (underWay.get(prefix) ?? 0) + change);
  };
  const listening: Listening = await listener.listen(
    (request) => {
      handled.push(`${request.method} ${request.path}`);
      const hasBody = request.header("content-length") ?? request.header("transfer-encoding");
      if (hasBody !== undefined) note(request.path, -1);
      return { status: 200, headers: [], requestId: "id", body: "ok" };
    },
    {
      host: "127.0.0.1",
      port: 0,
      bodyLimit: ({ path }) => {
        note(path, 1);
        return 1000;
      },
    },
  );
  return {
    name: listener.name,
    understand: async (sent, patience) => {
      const prefix = nextPrefix();
      const reply = await talk(listening.port, [sent.replaceAll("@", prefix)], patience);
      // The native parser says nothing of heads that it cannot read; of bodies it waits for, it does.
      const isStuck = listener !== nodeListener && (underWay.get(prefix) ?? 0) === 0;
      return { requests: ownOf(handled, prefix), refused: isRefusal(reply) || isStuck };
    },
    close: () => listening.close(),
  };
}

async function openNode(): Promise<Peer> {
  const handled: string[] = [];
  const server: Server = createServer((request: IncomingMessage, response) => {
    // As Galley: nothing is carried out before all of it is there.
    request.resume();
    request.on("end", () => {
      handled.push(`${request.method} ${request.url}`);
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    name: "bare node:http",
    understand: async (sent, patience) => {
      const prefix = nextPrefix();
      const reply = await talk(port, [sent.replaceAll("@", prefix)], patience);
      return { requests: ownOf(handled, prefix), refused: isRefusal(reply) };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function openNginx(): Promise<Peer> {
  const nginx: Nginx = await startNginx();
  return {
    name: "nginx",
    understand: async (sent, patience) => {
      const prefix = nextPrefix();
      const reply = await talk(nginx.port, [sent.replaceAll("@", prefix)], patience);
      const requests = [...reply.text.matchAll(/\r\nX-Seen: (.*)\r\n/g)].map(([, seen = ""]) => seen);
      return { requests: withoutPrefix(requests, prefix), refused: isRefusal(reply) };
    },
    close: () => nginx.close(),
  };
}

function isRefusal(reply: RawReply): boolean {
  return reply.closed || statuses(reply).some((status) => status >= 400);
}

/** Those of a prefix, without it. */
function ownOf(handled: readonly string[], prefix: string): readonly string[] {
  return withoutPrefix(
    handled.filter((each) => each.includes(prefix)),
    prefix,
  );
}

function withoutPrefix(requests: readonly string[], prefix: string): readonly string[] {
  return requests.map((each) => each.replace(prefix, "/"));
}
