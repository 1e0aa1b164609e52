import type { Engine } from "../../engine/internal.ts";
import { StorageError } from "../error.ts";
import type { FittedNote } from "../port.ts";
import { describe } from "../shapes/shape.ts";
import { storedFaults } from "../shapes/stored-faults.ts";
import { fingerprintOf } from "./schema-fingerprint.ts";

/** How many faults a message lists. */
const MAX_FAULTS = 100;

/**
 * Checks all stored values against the schema, once after each change of the content types. Values that were written
 * under the present content types fit them.
 *
 * @throws StorageError `invalid` with the path of every fault.
 */
export async function checkFit(engine: Engine, note: FittedNote): Promise<void> {
  const { schema } = engine;
  const fingerprint = fingerprintOf(schema);
  if ((await note.read()) === fingerprint) return;
  const issues = storedFaults(schema, engine.dump());
  // If it cannot be recorded, the check runs again at the next start.
  if (issues.length === 0) return note.write(fingerprint).catch(() => {});
  const { place, advice } = note;
  const more = issues.length > MAX_FAULTS ? `\nand ${issues.length - MAX_FAULTS} more` : "";
  throw new StorageError(
    "invalid",
    `${place} holds values that do not fit the content types:\n${describe(issues.slice(0, MAX_FAULTS))}${more}\n` +
      `Put the content types back as they were, or ${advice}`,
    { place, issues },
  );
}
