/** A server to be killed: serves the given place, stores checkpoints as often as configured, and reports its address. */
import { JournalStorage, JsonFileStorage } from "../../storage/internal.ts";
import { createGalley } from "../../transport/galley.ts";
import { CRASH_SCHEMA } from "./schema.ts";

const [, , place = "", checkpointBytes = "60000"] = process.argv;
const galley = await createGalley({
  schema: CRASH_SCHEMA,
  todo: true,
  storage: place.endsWith(".json")
    ? new JsonFileStorage(place)
    : // Small, so that kills also hit new segments and checkpoints.
      new JournalStorage(place, { segmentBytes: 20_000, checkpointBytes: Number(checkpointBytes) }),
  roles: { public: { "*": ["find", "findOne", "create", "update", "delete"] } },
});
const { url } = await galley.listen({ port: 0 });
process.send?.(url);
