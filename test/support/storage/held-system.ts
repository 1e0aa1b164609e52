import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startNats } from "../peers/nats.ts";
import { startPostgres } from "../peers/postgres.ts";
import { ClusterNodes } from "../servers/cluster-nodes.ts";
import { workersOf } from "../servers/server-workers.ts";
import { HeldLoad } from "./held-load.ts";

const NODES = 3;
/** Milliseconds between the clocks of two nodes. */
const APART = 5_000;
/** Milliseconds without any delivery after which something counts as missing. */
const TIMEOUT = 120_000;
/** Milliseconds between two looks: the work of a look grows with the load. */
const LOOK_EVERY = 200;

export type HeldSystemName = "postgres" | "jetstream" | "workers";

/** Three nodes, or three workers, with webhooks and a task; their holder can be killed. */
export interface HeldSystem {
  readonly load: HeldLoad;
  /** Where the next request of a client goes. */
  url(client: number): string;
  /** Kills the process that sends, and waits until another one has sent. */
  killHolder(): Promise<void>;
  /** Resolves when it holds. */
  until(holds: () => boolean, what: string): Promise<void>;
  close(): Promise<void>;
}

/** `folder` is empty. The clocks of nodes are five seconds apart from each other; workers share one. */
export async function startHeld(name: HeldSystemName, folder: string): Promise<HeldSystem> {
  const load = new HeldLoad();
  await load.listen();
  const project = join(folder, "project");
  const { nodes, close } = await start(name, project, load.code);
  const pids = () =>
    name === "workers" ? workersOf({ pid: nodes.pid(0) }) : nodes.ports.map((_, at) => nodes.pid(at));
  const until = async (holds: () => boolean, what: string) => {
    let [end, sent] = [performance.now() + TIMEOUT, load.delivered.length];
    for (; !holds(); await sleep(LOOK_EVERY)) {
      if (load.delivered.length > sent) [end, sent] = [performance.now() + TIMEOUT, load.delivered.length];
      if (performance.now() > end) {
        const counts = `${load.undelivered} deliveries of ${load.acknowledged.length} writes are missing`;
        throw new Error(`Nothing within ${TIMEOUT / 1000} s: ${what}; ${counts}`);
      }
    }
  };
  let away = -1;
  return {
    load,
    until,
    url: (client) => nodes.url((client + (client % nodes.ports.length === away ? 1 : 0)) % nodes.ports.length),
    killHolder: async () => {
      await until(() => pids().includes(load.holder), "a process that runs has sent");
      const { holder, delivered } = load;
      const sent = delivered.length;
      if (name === "workers") process.kill(holder, "SIGKILL");
      else {
        away = pids().indexOf(holder);
        await nodes.kill(away);
        await nodes.start(away);
        away = -1;
      }
      await until(() => load.delivered.slice(sent).some(({ pid }) => pid !== holder), "another process has sent");
    },
    close: async () => {
      await load.close();
      await nodes.close();
      await close();
    },
  };
}

async function start(name: HeldSystemName, folder: string, code: string) {
  const clocks = Array.from({ length: NODES }, (_, node) => node * APART);
  const over = (place: string) => ClusterNodes.start({ folder, places: clocks.map(() => place), code, clocks });
  if (name === "workers") {
    await mkdir(folder, { recursive: true });
    const args = ["--workers", String(NODES)];
    return {
      nodes: await ClusterNodes.start({ folder, places: [join(folder, "data")], code, args }),
      close: async () => {},
    };
  }
  const server = name === "postgres" ? await startPostgres() : await startNats(3);
  return { nodes: await over(server.newPlace()), close: () => server.close() };
}
