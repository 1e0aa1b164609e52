import assert from "node:assert/strict";
import { createGalley, EngineError } from "galley";
import * as engine from "galley/engine";
import { MemoryStorage } from "galley/storage";
import "galley/testing/storage";
import "galley/transport";

assert.equal(EngineError, engine.EngineError);
const galley = await createGalley({ schema: { contentTypes: {} }, storage: new MemoryStorage(), todo: true });
const { url } = await galley.listen();
assert.equal((await fetch(`${url}/todos`)).status, 200);
await galley.close();
