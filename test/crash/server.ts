/** A server that is there to be killed: serves the folder it is given, and says where. */
import { JournalStorage } from "../../storage/index.ts";
import { createGalley } from "../../transport/galley.ts";
import { CRASH_SCHEMA } from "./schema.ts";

const [, , folder = ""] = process.argv;
const galley = await createGalley({
  schema: CRASH_SCHEMA,
  // Small, so that kills also hit new segments and checkpoints.
  storage: new JournalStorage(folder, { segmentBytes: 20_000, checkpointBytes: 60_000 }),
  roles: { public: { "*": ["find", "findOne", "create", "update", "delete"] } },
});
const { url } = await galley.listen({ port: 0 });
process.send?.(url);
