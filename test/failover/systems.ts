import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fillDisk, mountMemory, unmount } from "../support/peers/memory-disk.ts";
import { startNats } from "../support/peers/nats.ts";
import { PostgresPair } from "../support/peers/postgres-pair.ts";
import { TcpLink } from "../support/peers/tcp-link.ts";
import { ClusterNodes } from "../support/servers/cluster-nodes.ts";
import { workersOf } from "../support/servers/server-workers.ts";

const NODES = 3;
const IS_ROOT = process.getuid?.() === 0;

/** Something that fails, and what ends it. */
export interface Breaking {
  /** The node does not answer meanwhile. */
  readonly takesAway?: true;
  readonly begin: (node: number) => Promise<() => Promise<void>>;
}

export interface System {
  readonly urls: readonly string[];
  readonly nodeFaults: Readonly<Record<string, Breaking>>;
  readonly serverFaults: Readonly<Record<string, Breaking>>;
  close(): Promise<void>;
}

type NewSystem = (folder: string, config: object) => Promise<System>;

/** `links`: by node, to each server. */
function faultsOfNodes(nodes: ClusterNodes, links: readonly (readonly TcpLink[])[]): System["nodeFaults"] {
  const cut = async (node: number, what: "answers" | "all") => {
    for (const link of links[node] ?? []) link.cut(what);
    return async () => {
      for (const link of links[node] ?? []) link.mend();
    };
  };
  return {
    "a node killed": {
      takesAway: true,
      begin: async (node) => {
        await nodes.kill(node);
        return () => nodes.start(node);
      },
    },
    "a node restarted": {
      takesAway: true,
      begin: async (node) => {
        await nodes.stop(node);
        return () => nodes.start(node);
      },
    },
    "a node paused": {
      takesAway: true,
      begin: async (node) => {
        process.kill(nodes.pid(node), "SIGSTOP");
        return async () => void process.kill(nodes.pid(node), "SIGCONT");
      },
    },
    "a node cut off": { begin: (node) => cut(node, "all") },
    "a node half open": { begin: (node) => cut(node, "answers") },
  };
}

async function linksTo(ports: readonly number[]): Promise<readonly (readonly TcpLink[])[]> {
  return Promise.all(Array.from({ length: NODES }, () => Promise.all(ports.map((port) => TcpLink.to(port)))));
}

async function systemOf(
  folder: string,
  config: object,
  {
    ports,
    place,
    serverFaults,
    close,
  }: {
    readonly ports: readonly number[];
    readonly place: (hosts: string) => string;
    readonly serverFaults: System["serverFaults"];
    readonly close: () => Promise<void>;
  },
): Promise<System> {
  const links = await linksTo(ports);
  const places = links.map((ways) => place(ways.map(({ port }) => `127.0.0.1:${port}`).join(",")));
  const nodes = await ClusterNodes.start({ folder, places, config });
  return {
    urls: nodes.ports.map((_, node) => nodes.url(node)),
    nodeFaults: faultsOfNodes(nodes, links),
    serverFaults,
    close: async () => {
      await nodes.close();
      for (const link of links.flat()) link.close();
      await close();
    },
  };
}

export const jetStreamSystem: NewSystem = async (folder, config) => {
  const cluster = await startNats(3, { areLinked: true, areSilent: true, ...(IS_ROOT && { megabytes: 512 }) });
  const address = cluster.newPlace();
  const drawn = () => cluster.servers[Math.floor(Math.random() * 3)] ?? fail();
  const leader = () => cluster.leaderOf(address).catch(drawn);
  const killed = (which: () => ReturnType<typeof leader>): Breaking => ({
    begin: async () => {
      const server = await which();
      await server.kill();
      return () => server.start();
    },
  });
  return systemOf(folder, config, {
    ports: cluster.servers.map(({ port }) => port),
    place: (hosts) => address.replace(/^nats:\/\/[^/]*/, `nats://${hosts}`),
    serverFaults: {
      "the leader killed": killed(leader),
      "a server killed": killed(async () => drawn()),
      "the leader paused": {
        begin: async () => {
          const server = await leader();
          server.pause();
          return async () => server.resume();
        },
      },
      "a server cut off": {
        begin: async () => {
          const server = drawn();
          server.isolate();
          return async () => server.rejoin();
        },
      },
      ...(IS_ROOT && {
        "a full disk of a server": {
          begin: async () => {
            const server = drawn();
            const makeRoom = await server.fill();
            return async () => {
              await makeRoom();
              // The server has switched JetStream off, if it has written meanwhile.
              await server.kill();
              await server.start();
            };
          },
        },
      }),
    },
    close: () => cluster.close(),
  });
};

export const postgresSystem: NewSystem = async (folder, config) => {
  const pair = await PostgresPair.start(IS_ROOT ? { megabytes: 1_024 } : {});
  return systemOf(folder, config, {
    ports: pair.ports,
    place: (hosts) => `postgres://galley@${hosts}/postgres`,
    serverFaults: {
      "the primary killed": {
        begin: async () => {
          await pair.failOver();
          return () => pair.follow();
        },
      },
      "the primary paused": { begin: async () => async(pair.pausePrimary()) },
      "the standby killed": {
        begin: async () => {
          await pair.killStandby();
          return () => pair.startStandby();
        },
      },
      ...(IS_ROOT && { "a full disk": { begin: () => pair.fill() } }),
    },
    close: () => pair.close(),
  });
};

export const workersSystem: NewSystem = async (folder, config) => {
  const data = join(folder, "data");
  await mkdir(data);
  if (IS_ROOT) await mountMemory(data, 512);
  const nodes = await ClusterNodes.start({ folder, places: [join(data, "journal")], config, args: ["--workers", "3"] });
  const owner = () => nodes.pid(0);
  const signals = (pid: number, name: NodeJS.Signals) => {
    try {
      process.kill(pid, name);
    } catch {}
  };
  const stopped = (pid: () => number): Breaking => ({
    begin: async () => {
      const chosen = pid();
      signals(chosen, "SIGSTOP");
      return async () => signals(chosen, "SIGCONT");
    },
  });
  const workers = () => workersOf({ pid: owner() });
  return {
    urls: [nodes.url(0)],
    nodeFaults: {
      "a worker killed": {
        begin: async () => {
          signals(workers()[0] ?? 0, "SIGKILL");
          return async () => {};
        },
      },
      "all workers killed": {
        begin: async () => {
          for (const pid of workers()) signals(pid, "SIGKILL");
          return async () => {};
        },
      },
    },
    serverFaults: {
      "the owner paused": stopped(owner),
      "the owner killed": {
        begin: async () => {
          await nodes.kill(0);
          return () => nodes.start(0);
        },
      },
      ...(IS_ROOT && { "a full disk": { begin: () => fillDisk(data) } }),
    },
    close: async () => {
      await nodes.close();
      if (IS_ROOT) await unmount(data);
    },
  };
};

function async(end: () => void): () => Promise<void> {
  return async () => end();
}

function fail(): never {
  throw new Error("There is no server");
}
