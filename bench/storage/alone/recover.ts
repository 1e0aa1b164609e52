import { BLOG } from "../../schema.ts";
import { optionsOf } from "../../servers/options.ts";
import { importBuild } from "../build.ts";
import type { Programs } from "../programs.ts";

const { build, folder } = optionsOf<Programs["recover"]["options"]>();
const { createGalley, JournalStorage } = await importBuild(build);

const cpu = process.cpuUsage();
const started = performance.now();
const galley = await createGalley({ schema: BLOG, storage: new JournalStorage(folder) });
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(cpu);
const [authors, tags] = [galley.documents("api::author.author"), galley.documents("api::tag.tag")];
const documents = (await authors.count()) + (await tags.count());
const result: Programs["recover"]["result"] = { seconds, cpuSeconds: (user + system) / 1e6, documents };
process.stdout.write(JSON.stringify(result));
await galley.close();
