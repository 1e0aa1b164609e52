import type { FileStore, Store } from "../../storage/core.ts";
import type { ResponseCache } from "../contract/cache/response-cache.ts";
import type { DocumentsOf, HookOrigin } from "../hooks/hook-origin.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { RunLater } from "../http/service.ts";
import type { Outbox } from "../runtime/mail/outbox.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { Faults } from "./control/faults/faults.ts";
import type { RequestJournal } from "./control/requests/request-journal.ts";
import type { Operations } from "./operations/operations.ts";
import type { LooseDocuments } from "./routes/own-route.ts";
import type { OwnRoutes } from "./routes/own-routes.ts";

/** The state of a galley or a fork: content, clock and randomness, and the state that tests control. */
export interface Contents {
  readonly store: Store;
  readonly files: FileStore;
  readonly runtime: Runtime;
  readonly cache: ResponseCache;
  readonly requests: RequestJournal;
  readonly faults: Faults;
  /** Messages of the outbox. */
  readonly outbox: Outbox;
  /** URL at which callers reach it, without a trailing slash. */
  readonly origin: () => string;
  /** Protects and observes the process: forks share it. */
  readonly operations: Operations;
  /** Hooks around calls of the Document Service. */
  readonly hooks: Hooks;
  readonly documents: DocumentsOf;
  /** The Document Service by uid, with hooks around its calls, for code of the user's own. */
  readonly documentsFor: (origin: HookOrigin) => LooseDocuments;
  /** Routes of the user's own. */
  readonly ownRoutes: OwnRoutes;
  /** Runs suspended reads again. */
  readonly runLater: RunLater;
}
