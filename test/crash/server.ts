/** A server that is there to be killed: serves the folder it is given, checkpoints as often as told, and says where. */
import { JournalStorage } from "../../storage/index.ts";
import { createGalley } from "../../transport/galley.ts";
import { CRASH_SCHEMA } from "./schema.ts";

const [, , folder = "", checkpointBytes = "60000"] = process.argv;
const galley = await createGalley({
  schema: CRASH_SCHEMA,
  // Small, so that kills also hit new segments and checkpoints.
  storage: new JournalStorage(folder, { segmentBytes: 20_000, checkpointBytes: Number(checkpointBytes) }),
  roles: { public: { "*": ["find", "findOne", "create", "update", "delete"] } },
});
const { url } = await galley.listen({ port: 0 });
process.send?.(url);
