import type { Engine } from "../../engine/internal.ts";
import { StorageError } from "../error.ts";
import type { FittedNote } from "../port.ts";
import { describe } from "../shapes/shape.ts";
import { storedFaults } from "../shapes/stored-faults.ts";
import { fingerprintOf } from "./schema-fingerprint.ts";

/** Faults that a message lists. */
const MAX_FAULTS = 100;

/**
 * Checks the values of all that is stored, once for each change of the content types: what was written under the present
 * ones fits them.
 *
 * @throws StorageError `invalid` with the path of every fault.
 */
export async function checkFit(engine: Engine, note: FittedNote): Promise<void> {
  const { schema } = engine;
  const fingerprint = fingerprintOf(schema);
  if ((await note.read()) === fingerprint) return;
  const issues = storedFaults(schema, engine.dump());
  // Where it cannot be noted, it is found out again the next time.
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
