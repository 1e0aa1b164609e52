import { JetStreamStorage } from "../../storage/adapters/jetstream/index.ts";
import { PostgresStorage } from "../../storage/adapters/postgres/index.ts";
import type { Storage } from "../../storage/internal.ts";
import { type NatsServer, startNats } from "../support/peers/nats.ts";
import { PostgresPair } from "../support/peers/postgres-pair.ts";

/** Real servers that keep a log; one of them can fail. */
export interface LogEngine {
  newStorage(): Storage;
  /** Kills a server. Gives a description. */
  failOver(): Promise<string>;
  /** Has the killed server take part again. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

/** A primary, which is killed, and its synchronous standby, which is promoted. */
export async function postgresPair(): Promise<LogEngine> {
  const pair = await PostgresPair.start();
  const [one, other] = pair.ports;
  return {
    newStorage: () => new PostgresStorage(`postgres://galley@127.0.0.1:${one},127.0.0.1:${other}/postgres`),
    failOver: async () => `promoted in ${((await pair.failOver()) / 1000).toFixed(2)} s`,
    follow: () => pair.follow(),
    close: () => pair.close(),
  };
}

/** Three servers. In turn, the stream's leader is killed, another server is killed, and the leader is stopped. */
export async function jetStreamCluster(): Promise<LogEngine> {
  const cluster = await startNats(3, { isDurable: true });
  const place = cluster.newPlace();
  let round = 0;
  let failed: NatsServer | null = null;
  let isStopped = false;
  return {
    newStorage: () => new JetStreamStorage(place),
    failOver: async () => {
      const leader = await cluster.leaderOf(place);
      const what =
        (["leader killed", "other server killed", "leader stopped"] as const)[round++ % 3] ?? "leader killed";
      failed =
        what === "other server killed" ? (cluster.servers.find((server) => server !== leader) ?? leader) : leader;
      isStopped = what === "leader stopped";
      if (isStopped) failed.pause();
      else await failed.kill();
      return what;
    },
    follow: async () => {
      if (isStopped) failed?.resume();
      else await failed?.start();
    },
    close: () => cluster.close(),
  };
}
