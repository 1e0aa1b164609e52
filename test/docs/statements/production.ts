import type { Entry } from "./entry.ts";

const ENDED_WORKERS = "test/transport/cli/serve/ended-workers.full.test.ts";
const WORKERS = "test/transport/cli/serve/workers.full.test.ts";
const SERVE = "test/transport/cli/serve/serve.test.ts";

export const PRODUCTION: readonly Entry[] = [
  {
    statement: "One process serves one content base, or one and its workers",
    checkedBy: [
      "test/memory/content.test.ts › content is served in a heap of four times its size in JSON",
      "test/storage/files/lock.test.ts › refuses a folder that another process has opened",
      "test/transport/operations/metrics.test.ts › reports the resources of the process, and whether writes are stored",
      "test/docs/pages.test.ts › the page for production names the Node that the package asks for",
    ],
  },

  // Configuration
  {
    statement: "galley token create --name site",
    checkedBy: [
      "test/transport/cli/commands/token.test.ts › prints only the token on the standard output, and the line to configure",
      "test/transport/access/client-address.test.ts › a request from %j, forwarded for %j, is of %j",
      "test/storage/adapters/journal/power-cut.property.test.ts › keeps exactly what was acknowledged",
    ],
  },

  // As a service
  { statement: "useradd --system galley", noPromise: "commands of the system" },
  {
    statement: "In a terminal SIGHUP means that the terminal was closed",
    checkedBy: [
      "test/transport/cli/serve/closed-terminal.test.ts › ends with 129 after a clean close",
      "test/transport/cli/serve/closed-terminal.test.ts › a SIGHUP without a terminal never ends a server",
      "test/transport/cli/output/standard-output.test.ts › has no room answers and ends",
    ],
  },
  {
    statement: "On SIGHUP roles and tokens are read again",
    checkedBy: [
      `${SERVE} › reads roles and tokens again on SIGHUP, and keeps those it has when the file is faulty`,
      `${SERVE} › reports that it drains, and continues to answer for the configured time`,
      `${SERVE} › logs requests as JSON lines without tokens, and ends on SIGTERM with 143`,
      `${SERVE} › ends at once on a second signal, whatever is under way`,
      "test/crash/sigterm.test.ts › answers every write that it has kept before it ends on SIGTERM",
      "test/crash/kill.test.ts › loses nothing acknowledged or seen when the server is killed",
    ],
  },

  // All cores of a machine
  {
    statement: "One process answers requests on one core.",
    checkedBy: [
      `${WORKERS} › shows every connection all acknowledged writes of others`,
      `${WORKERS} › ends the workers when the process that owns the journal is killed, and loses nothing`,
    ],
  },
  { statement: "Reads scale with the cores, writes do not", noPromise: "a model, whose command measures it anew" },
  {
    statement: "Every worker looks at the journal's mark",
    checkedBy: [
      `${WORKERS} › shows every connection all acknowledged writes of others`,
      `${WORKERS} › has users, uploads and publishing the same on all workers`,
      `${WORKERS} › starts a worker again that was killed, and loses nothing acknowledged`,
      `${WORKERS} › ends the workers when the process that owns the journal is killed, and loses nothing`,
      `${WORKERS} › answers the writes that it has stored before all workers end on SIGTERM`,
    ],
  },
  {
    statement: "A worker that dies is started again",
    checkedBy: [
      `${WORKERS} › starts a worker again that was killed, and loses nothing acknowledged`,
      `${ENDED_WORKERS} › starts all workers again when all are killed at once`,
      `${ENDED_WORKERS} › serves with fewer workers while one cannot start, and says so`,
      `${ENDED_WORKERS} › ends with the reason when the first worker cannot start`,
      "test/transport/cli/serve/backoff.test.ts › doubles the pause from half a second to half a minute while starts fail",
      `${WORKERS} › goes on answering reads when its journal was removed, also after a worker was killed`,
    ],
  },
  {
    statement: "The port is held for the workers of one server",
    checkedBy: [`${WORKERS} › refuses a port that another server has taken for its workers`],
  },
  {
    statement: "Any worker answers /_metrics",
    checkedBy: [
      `${WORKERS} › tells the metrics of all workers from any of them, also after one was killed`,
      `${WORKERS} › tells the metrics on a port of their own`,
      "test/transport/cli/serve/metrics-by-owner.test.ts › adds up what workers count, and keeps it when one ends",
    ],
  },
  {
    statement: "A journal is needed",
    checkedBy: [`${WORKERS} › names the options that workers do not support, and the alternatives`],
  },

  // In a container
  {
    statement: "On 0.0.0.0, as on every address but loopback ones",
    checkedBy: [
      "test/transport/adapters/choose.test.ts › takes node:http by itself on %s, and says in one line",
      "test/transport/adapters/choose.test.ts › takes uWebSockets.js on a network when it is demanded",
      "test/transport/adapters/choose.test.ts › falls back to node:http, and says in one line why",
    ],
  },

  // The fast listener
  {
    statement: "uWebSockets.js answers HTTP/1.0 with 505.",
    checkedBy: ["test/conformance/framing.cases.ts › HTTP/1.0"],
  },
  {
    statement: "Clients may pipeline requests behind reads.",
    checkedBy: [
      "test/conformance/listener.suite.ts › that sends a request behind one that is answered later gets both answers, or loses its connection",
      "test/conformance/listener.suite.ts › has the requests of one packet carried out in their order",
    ],
  },
  {
    statement: "uWebSockets.js is not a part of the package",
    checkedBy: ["test/package/pack.full.test.ts › needs less than 30 MB with all dependencies"],
  },
  {
    statement: "The second command names the listener that loads",
    checkedBy: [
      "test/transport/cli/version.test.ts › --version --verbose names what runs it",
      "test/transport/adapters/choose.test.ts › falls back to node:http, and says in one line why",
    ],
  },

  // Behind a reverse proxy
  { statement: "TLS, compression and HTTP/2 belong there.", noPromise: "advice" },

  // What to watch
  {
    statement: "/_health/live |",
    checkedBy: ["test/transport/operations/health.test.ts › is not ready while draining, and still answers"],
  },
  {
    statement: "/_health/ready |",
    checkedBy: [
      "test/transport/operations/health.test.ts › is not ready while draining, and still answers",
      "test/transport/operations/health.test.ts › is not ready when the storage failed",
      "test/transport/storage-failure.test.ts › is not ready until a write is stored, and names the state",
    ],
  },
  {
    statement: "/_health/writable |",
    checkedBy: [
      "test/transport/operations/cluster.test.ts › reports whether writes are accepted separately from readiness",
      "test/transport/operations/health.test.ts › is not ready when the storage failed",
    ],
  },
  {
    statement: "/_health |",
    checkedBy: [
      "test/transport/operations/health.test.ts › reports that the server is live and ready, and what its storage survives",
    ],
  },
  {
    statement: "/_metrics |",
    checkedBy: [
      "test/transport/operations/metrics.test.ts › does not exist unless configured",
      "test/transport/operations/metrics.test.ts › can have its own port, which serves nothing else",
    ],
  },
  {
    statement: "galley_takes_writes 0 means",
    checkedBy: [
      "test/transport/operations/metrics.test.ts › reports the resources of the process, and whether writes are stored",
      "test/crash/no-room.full.test.ts › refuses with 507 when there is no room, reports it, and continues by itself",
      "test/crash/faulty-disk.full.test.ts › takes no more writes after flush %i has failed, reads on, and restarts",
      "test/storage/adapters/journal/storage.test.ts › says so and takes nothing more that would not last",
      "test/transport/storage-failure.test.ts › stops accepting writes, and continues to read",
    ],
  },
  {
    statement: "Times of writes never go back.",
    checkedBy: [
      "test/crash/clock.test.ts › never lets a document's times go back",
      "test/crash/clock.test.ts › warns once when stored times are ahead of the clock",
      "test/storage/adapters/journal/storage.test.ts › keeps times in order when the clock goes back, also over a restart",
    ],
  },

  // Backup
  {
    statement: "copies a running server's content",
    checkedBy: [
      "test/storage/adapters/journal/maintenance.test.ts › holds all that was acknowledged before, when backupJournal makes it",
      "test/transport/cli/commands/data.test.ts › copy and backup carry the content over, stats counts it",
      "test/transport/cli/commands/copy-uploads.full.test.ts › backup has the files that are uploaded while it copies, and those that are removed then",
      "test/storage/adapters/journal/maintenance/damage.full.test.ts › refuses to open when any bit that was flushed is flipped",
      "test/storage/adapters/journal/maintenance.test.ts › lists every damaged file with its byte and position",
    ],
  },

  // Upgrade
  {
    statement: "Stop, install, start",
    checkedBy: [
      "test/storage/adapters/journal/format.test.ts › of version 1 opens",
      "test/storage/snapshot/snapshot.test.ts › is refused when it is not whole, and when its format is not known",
      "test/storage/adapters/json-file/storage.test.ts › opens files of format 1",
      "test/storage/adapters/json-file/storage.test.ts › refuses %s and overwrites nothing",
    ],
  },
];
