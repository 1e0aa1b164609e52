import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

const galley = "node_modules/.bin/galley";
const { version } = JSON.parse(readFileSync("node_modules/galley/package.json", "utf8"));
assert.equal(execFileSync(galley, ["--version"], { encoding: "utf8" }), `${version}\n`);

// The demo, as it starts for users who have nothing yet.
const server = spawn(galley, ["--port", "0", "--data", "memory"], { stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise((resolve, reject) => {
  let printed = "";
  server.stdout.setEncoding("utf8").on("data", (text) => {
    printed += text;
    const [found] = /http:\/\/\S+(?=\/api$)/m.exec(printed) ?? [];
    if (found !== undefined) resolve(found);
  });
  server.once("exit", () => reject(new Error(`It ended:\n${printed}`)));
});
const response = await fetch(`${url}/api/posts`);
assert.equal(response.status, 200);
assert.ok((await response.json()).data.length > 0);
server.kill();
const [code] = await once(server, "exit");
assert.equal(code, 143);
