import { isRecord } from "../../../../engine/internal.ts";
import { fieldsOf, type Log } from "../../../runtime/log.ts";
import { currentRealm } from "../realm.ts";

const EVENTS = ["unhandledRejection", "uncaughtException"] as const;

/**
 * Logs errors of a project's code that nobody handles, which would end the process. Those of other code end it as before.
 * Returns a function that ends this.
 */
export function outliveErrors(project: string, log: Log): () => void {
  const handle = (error: unknown) => {
    const stack = isRecord(error) ? String(error.stack) : "";
    if (currentRealm() !== undefined || stack.includes(project)) {
      log.error(fieldsOf(error), "An error of the project's code was handled by nobody");
      return;
    }
    const isAlone = EVENTS.every((event) => process.listeners(event as "SIGINT").every((each) => HANDLERS.has(each)));
    if (!isAlone) return;
    for (const event of EVENTS) process.removeAllListeners(event);
    setImmediate(() => {
      throw error;
    });
  };
  HANDLERS.add(handle);
  for (const event of EVENTS) process.on(event, handle);
  return () => {
    for (const event of EVENTS) process.off(event, handle);
    HANDLERS.delete(handle);
  };
}

/** Those of all projects that run. */
const HANDLERS = new Set<unknown>();
