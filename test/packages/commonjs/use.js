const assert = require("node:assert/strict");
const { createGalley, EngineError } = require("galley");
const engine = require("galley/engine");
const { MemoryStorage } = require("galley/storage");
require("galley/testing/storage");
require("galley/transport");

assert.equal(EngineError, engine.EngineError);

async function main() {
  const galley = await createGalley({ schema: { contentTypes: {} }, storage: new MemoryStorage(), todo: true });
  const { url } = await galley.listen();
  assert.equal((await fetch(`${url}/todos`)).status, 200);
  await galley.close();
}
main();
