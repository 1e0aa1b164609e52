import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPeers, STRAPI } from "../../../bench/run/peers.ts";
import { startStrapiProject } from "../../../bench/run/strapi-process.ts";
import { schemaOf } from "../content/schema-of.ts";
import type { Types } from "./format.ts";
import { exchange } from "./play/exchange.ts";
import type { Operations, Server } from "./play/server.ts";
import type { RunningServer } from "./start-server.ts";

/**
 * A real Strapi, empty, with these types, roles and tokens as `startRecordedServer` gives them to Galley, on a free port.
 * Its packages are installed with the first. `locales`: codes beside `en`.
 */
export async function startPeer(types: Types, locales: readonly string[] = []): Promise<RunningServer> {
  installPeers(STRAPI);
  const folder = await mkdtemp(join(tmpdir(), "galley-peer-"));
  const tokensFile = join(folder, "tokens.json");
  const running = await startStrapiProject(folder, schemaOf(types.types, types.components), {
    NODE_ENV: "development",
    GRAPHQL: "true",
    ...(types.v4CompatibilityMode && { STRAPI_GRAPHQL_V4_COMPATIBILITY_MODE: "true" }),
    TOKENS_FILE: tokensFile,
    LOCALES: locales.join(),
  });
  return {
    server: peerServer(running, tokensFile),
    close: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A started peer with the tokens that it left in a file. */
export function peerServer({ port }: { readonly port: number }, tokensFile: string): Server {
  const url = `http://127.0.0.1:${port}`;
  const tokens: Server["tokens"] = JSON.parse(readFileSync(tokensFile, "utf8"));
  return { url, tokens, operations: operationsOf(url) };
}

/** The peer's answer instead of the result of a call. */
class Refusal extends Error {
  readonly answer: { readonly status: number; readonly body: unknown };

  constructor(answer: { readonly status: number; readonly body: unknown }) {
    super(`answered with ${answer.status}`);
    this.answer = answer;
  }
}

function operationsOf(url: string): Operations {
  return {
    async call(operation, uid, params) {
      const { status, body } = await exchange(url, {
        method: "POST",
        path: "/document-service",
        headers: { "content-type": "application/json" },
        body: Buffer.from(JSON.stringify({ uid, operation, params })),
      });
      if (status !== 200) throw new Refusal({ status, body });
      return (body as { readonly data: unknown }).data;
    },
    refusal(thrown) {
      if (thrown instanceof Refusal) return thrown.answer;
      throw thrown;
    },
  };
}
