import { JournalStorage } from "../../../storage/index.ts";
import { encodeSnapshot } from "../../../storage/internal.ts";
import { sizeOf } from "../../content/data.ts";
import { answer, optionsOf } from "../../run/options.ts";
import { loadedEngine } from "../galley.ts";

// One process: stores a snapshot of so many posts in a folder, as the checkpoint of a journal.
const { posts, folder } = optionsOf<{ readonly posts: number; readonly folder: string }>();
const engine = loadedEngine(sizeOf(posts));
const storage = new JournalStorage(folder);
await storage.open();
await storage.snapshots.store(engine.number, encodeSnapshot(engine));
await storage.close();
answer({});
