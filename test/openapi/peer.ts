/**
 * Asks a real Strapi what the recordings ask, and checks its answers by the OpenAPI document that Galley writes in the
 * profile `strapi` for the same content types. Exits with 1 when one breaks it.
 *
 *     npm run check -- openapi:peer [reads|writes …]
 *
 * The first time, npm installs Strapi.
 */
import { createGalley } from "../../transport/galley.ts";
import { describeViolation } from "../../transport/testing/contract/violation.ts";
import { schemaOf } from "../support/content/schema-of.ts";
import { checkExchanges } from "../support/openapi/broken-exchanges.ts";
import type { Types } from "../support/vectors/format.ts";
import { playReads } from "../support/vectors/play/play-reads.ts";
import { playWrites } from "../support/vectors/play/play-writes.ts";
import type { Server } from "../support/vectors/play/server.ts";
import { startPeer } from "../support/vectors/start-peer.ts";
import { readVectors, writeVectors } from "../support/vectors/vector-file.ts";
import { isMeant } from "./peer-exceptions.ts";

const reads = readVectors();
const writes = writeVectors();

const RECORDINGS: { readonly [name: string]: { types: Types; play: (server: Server) => Promise<unknown> } } = {
  reads: { types: reads, play: (server) => playReads(reads, server) },
  writes: { types: writes, play: (server) => playWrites(writes, server) },
};

const named = process.argv.slice(2);
for (const [name, { types, play }] of Object.entries(RECORDINGS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const galley = await createGalley({ schema: schemaOf(types.types, types.components), profile: "strapi" });
  const document = await galley.openapi();
  await galley.close();
  const peer = await startPeer(types);
  try {
    const { known, answers } = await checkExchanges({ url: peer.server.url, document }, () => play(peer.server));
    const unmeant = answers.filter((violation) => !isMeant(violation));
    console.log(
      `${name}: ${answers.length} of ${known} answers of Strapi break the document, ${unmeant.length} without a name`,
    );
    for (const violation of unmeant) console.log(`  ${describeViolation(violation)}`);
    if (unmeant.length > 0) process.exitCode = 1;
  } finally {
    await peer.close();
  }
}
