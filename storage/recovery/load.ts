import { StorageError } from "../error.ts";
import type { Storage } from "../port.ts";
import { Content } from "../shapes/content.ts";
import { decodeWhole } from "../snapshot/decode.ts";

/**
 * Loads the state of an open storage without an engine or a schema.
 *
 * @throws StorageError `damaged` when entries are missing or out of order; what the storage throws.
 */
export async function loadContent(storage: Storage, logId = ""): Promise<Content> {
  const content = new Content(logId);
  const snapshot = await storage.snapshots.newest();
  if (snapshot !== null) content.apply([await decodeWhole(snapshot.bytes)]);
  for await (const entries of storage.read(content.head + 1)) {
    for (const { position, body } of entries) {
      if (position !== content.head + 1 || body.number !== position) {
        throw new StorageError("damaged", `Position ${position} comes after position ${content.head}`);
      }
      content.apply([body]);
    }
  }
  return content;
}
