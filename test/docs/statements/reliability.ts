import type { Entry } from "./entry.ts";

const KILL = "test/crash/kill.test.ts › loses nothing acknowledged or seen when the server is killed";
const NO_ROOM =
  "test/crash/no-room.full.test.ts › refuses with 507 when there is no room, reports it, and continues by itself";
const JOURNAL_POWER_CUT =
  "test/storage/adapters/journal/power-cut.property.test.ts › keeps exactly what was acknowledged";
const FILE_POWER_CUT =
  "test/storage/adapters/json-file/durability.property.test.ts › keeps all that was acknowledged when the power is cut";
const SHARED = "test/storage/shared-log.test.ts";
const DAMAGE = "test/storage/adapters/journal/maintenance/damage.full.test.ts";
const MAINTENANCE = "test/storage/adapters/journal/maintenance.test.ts";
const CHANGED_TYPES = "test/storage/changed-types.test.ts";
const HOSTILE =
  "test/property/hostile-requests.property.test.ts › are answered in the contract's form, and leave nothing";

export const RELIABILITY: readonly Entry[] = [
  { statement: "This page states what Galley guarantees", noPromise: "leads to other pages" },

  // What an acknowledged write survives
  { statement: "A write is acknowledged when", noPromise: "says what a word means" },
  { statement: "memory | lost", checkedBy: ["test/transport/operations/health.test.ts › what its storage survives"] },
  { statement: "FILE.json | kept", checkedBy: [NO_ROOM, FILE_POWER_CUT] },
  { statement: "a folder | kept", checkedBy: [KILL, JOURNAL_POWER_CUT] },
  { statement: "A write is kept whole or not at all", checkedBy: [KILL, JOURNAL_POWER_CUT, FILE_POWER_CUT] },
  {
    statement: "Nobody reads a write that is not yet kept",
    checkedBy: [
      "test/crash/faulty-disk.full.test.ts › neither answers a write nor shows it before its flush has ended",
      "test/storage/store.property.test.ts › no reader sees, and no caller is answered for, a write whose batch failed",
    ],
  },
  { statement: "A write whose answer did not arrive", checkedBy: [JOURNAL_POWER_CUT] },
  {
    statement: "An uploaded file is stored whole",
    checkedBy: [
      "test/storage/file-store/folder.property.test.ts › has either the old file or the new one, whole",
      "test/transport/http/form/form.test.ts › fails as its body and its store do, and leaves no file behind",
    ],
  },
  {
    statement: "An id is never given twice",
    checkedBy: ["test/transport/restart.test.ts › never assigns an id again, even after its owner is deleted"],
  },

  // When something fails
  {
    statement: "kill -9, a crash, no memory left",
    checkedBy: [
      KILL,
      "test/crash/heap.full.test.ts › loses nothing acknowledged when a server dies of too much content",
    ],
  },
  { statement: "power cut | Keeps", checkedBy: [JOURNAL_POWER_CUT, FILE_POWER_CUT] },
  {
    statement: "half a record at the end of a journal",
    checkedBy: [
      `${DAMAGE} › saves the cut tail in a separate file, and reports it`,
      `${DAMAGE} › opens to all whole records when it is cut at any byte`,
    ],
  },
  { statement: "SIGTERM | Answers", checkedBy: ["test/crash/sigterm.test.ts › answers every write that it has kept"] },
  {
    statement: "the disk is full",
    checkedBy: [
      NO_ROOM,
      "test/crash/faulty-disk.full.test.ts › refuses writes on a full disk, continues to read, and accepts writes again when",
    ],
  },
  {
    statement: "a flush of the journal fails",
    checkedBy: [
      "test/crash/faulty-disk.full.test.ts › takes no more writes after flush %i has failed, reads on, and restarts",
    ],
  },
  {
    statement: "a journal, or a file of it, is removed or cut meanwhile",
    checkedBy: [
      "test/storage/adapters/journal/storage.test.ts › says so and takes nothing more that would not last",
      "test/storage/adapters/journal/storage.test.ts › takes nothing more once another program has cut the segment short",
      "test/transport/storage-failure.test.ts › stops accepting writes, and continues to read",
    ],
  },
  {
    statement: "the same with --workers",
    checkedBy: [
      "test/storage/adapters/workers/storage.full.test.ts › ends the writes of all workers at once when the journal has failed, and their reads go on",
      "test/transport/cli/serve/workers.full.test.ts › goes on answering reads when its journal was removed, also after a worker was killed",
    ],
  },
  {
    statement: "a journal is damaged",
    checkedBy: [
      `${DAMAGE} › refuses to open when any bit that was flushed is flipped`,
      `${DAMAGE} › names file, byte, position and what to do`,
      "test/transport/cli/commands/data.test.ts › check finds damage, and repair sets it aside",
    ],
  },
  {
    statement: "the newest checkpoint is damaged",
    checkedBy: [`${DAMAGE} › falls back on the checkpoint before and replays more, for any flipped bit`],
  },
  {
    statement: "a journal lacks acknowledged writes",
    checkedBy: [
      `${DAMAGE} › says how much is missing, and lists it`,
      `${DAMAGE} › goes on with what is there once the loss is accepted`,
      "test/transport/cli/commands/data.test.ts › check finds missing entries, and repair continues without them once the loss is",
    ],
  },
  {
    statement: "the disk does not let a file be read at the start",
    checkedBy: [
      "test/storage/adapters/journal/fault.property.test.ts › takes no %s that fails at a start for damage, and sets nothing aside",
    ],
  },
  {
    statement: "a FILE.json cannot be read",
    checkedBy: [
      "test/storage/adapters/json-file/storage.test.ts › names file and path of every fault of an edited file, and leaves it alone",
      "test/storage/adapters/json-file/storage.test.ts › refuses %s and overwrites nothing",
    ],
  },
  {
    statement: "PostgreSQL does not answer a write",
    checkedBy: [`${SHARED} › says after ten seconds that it is unknown, accepts no writes in the meantime`],
  },
  {
    statement: "PostgreSQL loses what a node has read",
    checkedBy: [
      `${SHARED} › reads its content again when the log has lost entries that it had read`,
      "test/storage/adversary/adversary.full.test.ts › nodes over a shared log that fails in every way",
    ],
  },
  {
    statement: "a second process opens the same place",
    checkedBy: [
      "test/storage/files/lock.test.ts › refuses a folder that another process has opened, with its number",
      "test/storage/adapters/json-file/storage.test.ts › names the process that holds the file",
    ],
  },
  {
    statement: "a second process takes a place over",
    checkedBy: [
      "test/crash/two-writers.test.ts › loses nothing acknowledged while processes fight over",
      "test/storage/files/lock-file.test.ts › is taken over from",
    ],
  },
  {
    statement: "someone edits a",
    checkedBy: [
      "test/storage/adapters/json-file/storage.test.ts › is left as edited; writes are refused until it is as before",
    ],
  },
  {
    statement: "the clock jumps",
    checkedBy: [
      "test/crash/clock.test.ts › never lets a document's times go back",
      "test/crash/clock.test.ts › warns once when stored times are ahead of the clock",
    ],
  },
  {
    statement: "values do not fit changed content types",
    checkedBy: [`${CHANGED_TYPES} › are refused with the path of each value that does not fit`],
  },
  {
    statement: "an attribute is removed from a content type",
    checkedBy: [
      `${CHANGED_TYPES} › keep values of attributes that are gone, through writes, snapshots and checkpoints`,
      `${CHANGED_TYPES} › keep removable values until cleanData removes them; a dry run only lists them`,
      "test/transport/cli/commands/data.test.ts › clean lists and removes values that the content types do not have",
    ],
  },
  {
    statement: "a content type is removed",
    checkedBy: [
      "test/storage/recovery/recover.test.ts › leaves out and reports content of a type that the schema no longer has",
    ],
  },
  {
    statement: "galley data check PLACE reads every byte",
    checkedBy: [
      `${MAINTENANCE} › lists every damaged file with its byte and position`,
      `${MAINTENANCE} › repairs a journal that was damaged in the middle, and keeps the removed part`,
    ],
  },

  // Backups and upgrades
  {
    statement: "galley data backup copies a folder that is being served",
    checkedBy: [`${MAINTENANCE} › holds all that was acknowledged before, when backupJournal makes it`],
  },
  {
    statement: "cp -r of a served folder",
    checkedBy: ["test/crash/copy.full.test.ts › copies made with cp under load, with all that was acknowledged before"],
  },
  {
    statement: "A backup is a storage",
    checkedBy: ["test/transport/cli/commands/data.test.ts › copy and backup carry the content over, stats counts it"],
  },
  {
    statement: "Galley reads what earlier versions wrote",
    checkedBy: [
      "test/storage/adapters/journal/format.test.ts › of version 1 opens",
      "test/storage/adapters/journal/format.test.ts › of a %s of a later version is named, and nothing is changed or called damage",
      "test/storage/snapshot/snapshot.test.ts › is refused when it is not whole, and when its format is not known",
      "test/storage/adapters/json-file/storage.test.ts › opens files of format 1",
      "test/storage/adapters/json-file/storage.test.ts › refuses %s and overwrites nothing",
    ],
  },

  // Hostile requests
  { statement: "A fault of the caller is answered with a 4xx", checkedBy: [HOSTILE] },
  {
    statement: "Memory is bounded",
    checkedBy: [
      "test/memory/answer-bytes.full.test.ts › an answer beyond answerBytes never takes 128 MB",
      "test/memory/caches.full.test.ts › keeps no more of distinct %s than there is room for",
      "test/conformance/listener.suite.ts › are refused with 503 where all together are too many",
      "test/conformance/listener.suite.ts › drops the client that has waited longest when too many bytes wait for clients",
      "test/transport/adapters/many-sockets.full.test.ts › does not work ahead for a client that asks and never reads",
    ],
  },
  {
    statement: "Time is bounded",
    checkedBy: [
      "test/transport/rest/costly-queries.test.ts › asks for more work than is allowed",
      "test/transport/graphql/limits.test.ts › in work, which all root fields share",
      "test/transport/graphql/limits.test.ts › in time",
      "test/package/patterns.full.test.ts › takes a time in proportion to the text",
    ],
  },
  {
    statement: "A client that sends too slowly",
    checkedBy: [
      "test/transport/adapters/slow-clients.test.ts › is cut off within 15 s",
      "test/transport/adapters/many-sockets.full.test.ts › answers the others while a thousand say nothing",
    ],
  },
  {
    statement: "An overloaded server refuses requests",
    checkedBy: [
      "test/transport/operations/overload.test.ts › an overloaded server refuses with 503 for a while, except for health requests",
    ],
  },
  {
    statement: "Guessing credentials is limited",
    checkedBy: [
      "test/transport/access/rate-limit.test.ts › answers 429 with the time to wait to an address that continues guessing",
      "test/transport/plugins/users/sign-in-limits.test.ts › counts %s",
    ],
  },

  // Privacy
  {
    statement: "Hidden content does not change an answer",
    checkedBy: [
      "test/transport/rest/hidden-paths.full.test.ts › reveals no hidden content by any parameter on any route",
      "test/property/hidden-content.property.test.ts › gets the same answers whatever it may not read",
    ],
  },
  {
    statement: "A hidden attribute is answered like one that does not exist",
    checkedBy: [
      "test/transport/rest/hidden-paths.full.test.ts › gets the same answer for a hidden attribute as for one that does not exist",
    ],
  },
  {
    statement: "Tokens, passwords and private values appear",
    checkedBy: [
      "test/transport/kept-secrets.test.ts › no token, password, private value or secret is logged, answered or stored",
      "test/transport/plugins/users/auth.test.ts › never repeats a password or a code",
    ],
  },

  // What is not covered
  { statement: "One machine.", noPromise: "names what is missing" },
  {
    statement: "Disks that lie.",
    checkedBy: [`${DAMAGE} › refuses to open, also as a copy, when it is cut at any byte that was flushed`],
  },
  {
    statement: "More content than memory.",
    checkedBy: ["test/crash/heap.full.test.ts › loses nothing acknowledged when a server dies of too much content"],
  },
  { statement: "Other systems than Linux.", noPromise: "names what is missing" },
  { statement: "TLS, HTTP/2 and compression.", noPromise: "names what is missing" },
  { statement: "The number of connections.", noPromise: "names what is missing" },
  {
    statement: "The parser of uWebSockets.js.",
    checkedBy: ["test/conformance/listener.suite.ts › framing"],
  },
  { statement: "People who can write", noPromise: "names what is missing" },
  { statement: "Maintainers find every fault", noPromise: "leads to another page" },
];
