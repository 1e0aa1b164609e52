import type { FileStore, Store } from "../../storage/internal.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { ResponseCache } from "../rest/cache/response-cache.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { Faults } from "../testing/control/faults.ts";
import type { RequestJournal } from "../testing/control/request-journal.ts";

/** What differs between a galley and its forks: the content, the time and chance it lives in, and what tests do to it. */
export interface Contents {
  readonly store: Store;
  readonly files: FileStore;
  readonly runtime: Runtime;
  readonly cache: ResponseCache;
  readonly requests: RequestJournal;
  readonly faults: Faults;
  /** Mail that is not sent. */
  readonly outbox: Outbox;
  /** Where callers reach it, without a slash at its end. */
  readonly origin: () => string;
}
