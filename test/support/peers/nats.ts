import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { jetstream, jetstreamManager, type StoredMsg } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { Objm } from "@nats-io/obj";
import { connect, headers, type NatsConnection } from "@nats-io/transport-node";
import { endWithTests } from "../servers/end-with-tests.ts";
import { newServerFolder } from "../servers/server-folder.ts";
import { fillDisk, mountMemory, unmount } from "./memory-disk.ts";
import { NATS } from "./programs.ts";
import { TcpLink } from "./tcp-link.ts";

export const HAS_NATS = NATS.path !== undefined;

export interface NatsServer {
  readonly name: string;
  readonly port: number;
  readonly monitor: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Pauses and continues the process. */
  pause(): void;
  resume(): void;
  /** Cuts it off from the other servers, not from its clients. Needs `areLinked`. */
  isolate(): void;
  rejoin(): void;
  /** Fills its disk; the returned function makes room. Needs `megabytes`. */
  fill(): Promise<() => Promise<void>>;
}

export interface NatsOptions {
  /** They flush to a disk. */
  readonly isDurable?: boolean;
  /** The servers reach each other by links that can be cut. */
  readonly areLinked?: boolean;
  /** They tell clients of no other server, so that links to them are not passed by. */
  readonly areSilent?: boolean;
  /** The size of a disk of its own in memory for each server, which only root can make. */
  readonly megabytes?: number;
}

export interface NatsCluster {
  readonly servers: readonly NatsServer[];
  /** Address of a log of its own, which nobody has used yet. */
  newPlace(): string;
  /** Removes all that is stored at a place: each place costs the servers heartbeats for as long as it is there. */
  drop(place: string): Promise<void>;
  /** The server that leads the log of a place. */
  leaderOf(place: string): Promise<NatsServer>;
  /** Takes all after a position back, as who restores a backup does. */
  lose(place: string, after: number): Promise<void>;
  /** Exchanges a text in the log of a place by another one of its length, as a disk that lies about its checksums does. */
  exchange(place: string, text: string, by: string): Promise<void>;
  /** Makes what the nodes of a place have said of themselves older by so many milliseconds. */
  age(place: string, milliseconds: number): Promise<void>;
  /** Ends all, and removes their data. */
  close(): Promise<void>;
}

/** Attempts at asking for a leader: servers that elect one do not answer until they have. */
const LEADER_ATTEMPTS = 10;

async function leaderNow(hosts: readonly string[], place: string): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const nc = await connect({ servers: [...hosts] });
    try {
      const { cluster } = await (await jetstreamManager(nc)).streams.info(streamOf(place));
      return cluster?.leader;
    } catch (error) {
      if (attempt === LEADER_ATTEMPTS) throw error;
      await sleep(500);
    } finally {
      await nc.close();
    }
  }
}

/** So many servers with data of their own, which flush each write: to a disk where `isDurable` says so. */
export async function startNats(count: 1 | 3, options: NatsOptions = {}): Promise<NatsCluster> {
  const { isDurable = false, areLinked = false, areSilent = false, megabytes } = options;
  const program = NATS.path;
  if (program === undefined) throw new Error(`There is no ${NATS.name}: ${NATS.install}`);
  const folder = await newServerFolder("nats", { isDurable });
  const ports = await freePorts(3 * count);
  const clusterPorts = ports.slice(2 * count);
  /** By server: how it reaches each of them. */
  const links = await Promise.all(
    clusterPorts.map(() => (areLinked ? Promise.all(clusterPorts.map((port) => TcpLink.to(port))) : [])),
  );
  const servers = await Promise.all(
    clusterPorts.map(async (_, at) => {
      const name = `n${at + 1}`;
      const [port = 0, monitor = 0, cluster = 0] = [ports[at], ports[count + at], ports[2 * count + at]];
      const data = join(folder, name);
      await mkdir(data);
      if (megabytes !== undefined) await mountMemory(data, megabytes);
      const routes = clusterPorts.map((own, to) => `nats://127.0.0.1:${links[at]?.[to]?.port ?? own}`);
      const around = links.flatMap((ways, from) => ways.filter((_way, to) => (from === at) !== (to === at)));
      const settings = [
        `server_name: ${name}`,
        `listen: "127.0.0.1:${port}"`,
        `http: "127.0.0.1:${monitor}"`,
        `jetstream { store_dir: "${data}", sync_interval: always, max_file_store: 4GB, max_memory_store: 64MB }`,
        ...(count > 1
          ? [
              // The addresses that a server tells the others lead around no link.
              `cluster { name: galley, listen: "127.0.0.1:${cluster}", routes: [${routes.join(", ")}]${
                areLinked ? ', advertise: "127.0.0.1:1"' : ""
              }${areSilent ? ", no_advertise: true" : ""} }`,
            ]
          : []),
      ];
      const file = join(folder, `${name}.conf`);
      await writeFile(file, settings.join("\n"));
      return serverOf(program, file, {
        name,
        port,
        monitor: `http://127.0.0.1:${monitor}`,
        isolate: () => {
          for (const link of around) link.cut();
        },
        rejoin: () => {
          for (const link of around) link.mend();
        },
        fill: () => fillDisk(data),
      });
    }),
  );
  await Promise.all(servers.map((server) => server.start()));
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`);
  const monitors = servers.map(({ monitor }) => monitor).join(",");
  let places = 0;
  return {
    servers,
    newPlace: () => {
      places += 1;
      return `nats://${hosts.join(",")}/place_${places}?replicas=${count}&monitors=${monitors}`;
    },
    drop: (place) => drop(hosts, place),
    leaderOf: async (place) => {
      const leader = await leaderNow(hosts, place);
      const server = servers.find(({ name }) => name === leader) ?? servers[0];
      if (server === undefined) throw new Error("There is no server");
      return server;
    },
    lose: (place, after) => lose(hosts, place, after),
    exchange: (place, text, by) => exchange(hosts, place, text, by),
    age: (place, milliseconds) => age(hosts, place, milliseconds),
    close: async () => {
      await Promise.all(servers.map((server) => server.kill()));
      for (const link of links.flat()) link.close();
      if (megabytes !== undefined) for (const { name } of servers) await unmount(join(folder, name));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type ServerParts = Omit<NatsServer, "kill" | "start" | "pause" | "resume">;

function serverOf(program: string, file: string, parts: ServerParts): NatsServer {
  let child: ChildProcess | null = null;
  return {
    ...parts,
    start: async () => {
      child = endWithTests(spawn(program, ["-c", file], { stdio: "ignore" }));
      for (let tries = 0; ; tries += 1) {
        const health = await fetch(`${parts.monitor}/healthz?js-enabled-only=true`).catch(() => null);
        if (health?.ok) return;
        if (child.exitCode !== null || tries === 400) throw new Error(`nats-server ${parts.name} does not start`);
        await sleep(25);
      }
    },
    kill: async () => {
      const ending = child;
      if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise((resolve) => ending.once("exit", resolve));
      ending.kill("SIGKILL");
      await ended;
    },
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
  };
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, "127.0.0.1", () => {
            const address = server.address();
            resolve(typeof address === "object" && address !== null ? address.port : 0);
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function nameOf(place: string): string {
  return /\/([\w-]+)\?/.exec(place)?.[1] ?? "";
}

function streamOf(place: string): string {
  return `GALLEY_${nameOf(place)}`;
}

async function drop(hosts: string[], place: string): Promise<void> {
  const nc = await connect({ servers: hosts });
  const jsm = await jetstreamManager(nc);
  const name = nameOf(place);
  const streams = [
    streamOf(place),
    `KV_galley_${name}`,
    `OBJ_galley_${name}_snapshots`,
    `OBJ_galley_${name}_files`,
    `GALLEY-MARKS_${name}`,
  ];
  await Promise.all(streams.map((stream) => jsm.streams.delete(stream).catch(() => {})));
  await nc.close();
}

async function lose(hosts: string[], place: string, after: number): Promise<void> {
  const nc = await connect({ servers: hosts });
  const replicas = await refill(nc, place, (messages) => {
    const firstLost = messages.findIndex((message) => Number(message?.header.get("Galley-Last") ?? 0) > after);
    const kept = firstLost === -1 ? [...messages] : messages.slice(0, firstLost);
    while (kept.length > 0 && !kept.at(-1)?.header.has("Galley-Last")) kept.pop();
    return kept;
  });
  const objects = await new Objm(nc).create(`galley_${nameOf(place)}_snapshots`, { replicas });
  for (const { name, metadata } of await objects.list()) if (Number(metadata?.at) > after) await objects.delete(name);
  await (await new Kvm(nc).open(`galley_${nameOf(place)}`)).delete("snapshot");
  await nc.close();
}

async function exchange(hosts: string[], place: string, text: string, by: string): Promise<void> {
  const nc = await connect({ servers: hosts });
  await refill(nc, place, (messages) =>
    messages.map((message) => {
      if (!message?.string().includes(text)) return message;
      const data = Buffer.from(message.string().replaceAll(text, by));
      const { subject, header } = message;
      header.set("Galley-Crc", String(crc32(data) | 0));
      return { subject, header, data };
    }),
  );
  await nc.close();
}

type Stored = Pick<StoredMsg, "subject" | "header" | "data"> | null;

/** JetStream cannot truncate a stream: it is created again with the same sequences. Returns the number of replicas. */
async function refill(
  nc: NatsConnection,
  place: string,
  change: (messages: readonly (StoredMsg | null)[]) => readonly Stored[],
): Promise<number> {
  const [jsm, js] = [await jetstreamManager(nc), jetstream(nc)];
  const stream = streamOf(place);
  const { config, state } = await jsm.streams.info(stream);
  const messages = [];
  for (let seq = 1; seq <= state.last_seq; seq += 1) messages.push(await jsm.streams.getMessage(stream, { seq }));
  await jsm.streams.delete(stream);
  await jsm.streams.add(config);
  for (const message of change(messages)) {
    const filling = headers();
    filling.set("Nats-Rollup", "sub");
    const [subject = "", options] = message?.header.has("Galley-Last")
      ? [message.subject, { headers: message.header }]
      : [`galley.${nameOf(place)}.barrier`, { headers: filling }];
    for (let tries = 0; ; tries += 1) {
      try {
        await js.publish(subject, message?.data ?? "", options);
        break;
      } catch (error) {
        if (tries === 100) throw error;
        await sleep(50);
      }
    }
  }
  return config.num_replicas;
}

async function age(hosts: string[], place: string, milliseconds: number): Promise<void> {
  const nc = await connect({ servers: hosts });
  const notes = await new Kvm(nc).open(`galley_${nameOf(place)}`);
  const entries = [];
  for await (const entry of await notes.history({ key: ["node.*", "snapshot"] })) entries.push(entry);
  for (const entry of entries.filter(({ operation }) => operation === "PUT")) {
    const note = entry.json<{ readonly seen: number }>();
    const aged = JSON.stringify({ ...note, seen: note.seen - milliseconds });
    // A node may have written it again in the meantime.
    await notes.update(entry.key, aged, entry.revision).catch(() => {});
  }
  await nc.close();
}
