import { JsonFileStorage, type Storage, type Store, watchJsonFile } from "../../../storage/internal.ts";
import { type Log, reportTo } from "../../runtime/log.ts";

/** Reloads edits of a JSON file and logs each; refused ones as warnings. The returned function ends it. */
export function watchStorage(storage: Storage, store: Store, log: Log): () => void {
  if (!(storage instanceof JsonFileStorage)) return () => {};
  const alert = reportTo(log);
  return watchJsonFile(storage, store, (message, details) => {
    if ("reason" in details) alert(message, details);
    else log.info(details, message);
  });
}
