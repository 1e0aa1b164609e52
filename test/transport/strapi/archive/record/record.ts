import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { fill } from "./fill.ts";
import { Peer } from "./peer.ts";
import { questionsFor } from "./questions.ts";

/**
 * Records the exports and answers of a real Strapi again (README.md beside this file):
 *
 *     tsx test/transport/strapi/archive/record/record.ts APP_FOLDER URL
 *
 * APP_FOLDER is the folder of a running Strapi with the types of `types.cjs` and nothing else in it; its `tokens.json`
 * holds the tokens `full` and `read`.
 */
const [, , folder = "", url = ""] = process.argv;
const { full: token } = JSON.parse(readFileSync(join(folder, "tokens.json"), "utf8"));
const callers = { public: new Peer(url), full: new Peer(url, token) };

await fill(callers.full);
const answers = [];
for (const question of await questionsFor(callers.full)) {
  const response = await callers[question.caller].fetch(question.path);
  answers.push({ ...question, status: response.status, body: await response.json() });
}
writeFileSync(join(import.meta.dirname, "answers.json.gz"), gzipSync(JSON.stringify(answers), { level: 9 }));
const exported = join(import.meta.dirname, "export");
execFileSync("npx", ["strapi", "export", "--no-encrypt", "-f", exported], { cwd: folder, stdio: "inherit" });
process.stdout.write(`${answers.length} answers recorded\n`);
