import { JournalStorage } from "../../../storage/index.ts";
import { encodeSnapshot } from "../../../storage/internal.ts";
import { sizeOf } from "../../data.ts";
import { loadedEngine } from "../galley.ts";

// One process: stores a snapshot of so many posts in a folder, as the checkpoint of a journal.
const [posts, folder = ""] = process.argv.slice(2);
const engine = loadedEngine(sizeOf(Number(posts)));
const storage = new JournalStorage(folder);
await storage.open();
await storage.snapshots.store(engine.number, encodeSnapshot(engine));
await storage.close();
