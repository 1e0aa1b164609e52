import { join } from "node:path";
import { JSONFilePreset } from "lowdb/node";
import { sizeOf } from "../../data.ts";
import { optionsOf } from "../../servers/options.ts";
import { postsSubject } from "../../subject.ts";
import type { Programs } from "../programs.ts";
import { writeRate } from "../write-rate.ts";

const { folder, seconds, clients } = optionsOf<Programs["lowdb"]["options"]>();
const { create } = postsSubject(sizeOf(0));
const posts: object[] = [];
const db = await JSONFilePreset(join(folder, "lowdb.json"), { posts });
const result: Programs["lowdb"]["result"] = await writeRate(clients, seconds, (at) =>
  db.update((data) => {
    data.posts.push({ id: at, ...create?.(at) });
  }),
);
process.stdout.write(JSON.stringify(result));
