import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { newFolder } from "../folder.ts";

/** The part of `s3rver` that tests use; it has no types. */
interface S3rver {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}

/** The credentials that `s3rver` knows. */
export const S3_CREDENTIALS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

export interface S3Server {
  /** Of a folder in its only bucket. */
  address(folder?: string): string;
  /**
   * Sees each request first; if it returns true, it has answered or aborted the request. The query of a forwarded request may be
   * changed.
   */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** `METHOD path?query` of each request, in their order. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** A server that speaks like S3, on a port of its own until the test ends, with what tests do to it in front of it. */
export async function startS3(): Promise<S3Server> {
  const S3rver: new (options: object) => S3rver = createRequire(import.meta.url)("s3rver");
  const behind = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: await newFolder(),
    configureBuckets: [{ name: "files" }],
    // Queries are changed on their way.
    allowMismatchedSignatures: false,
  });
  const { port } = await behind.run();
  const front = createServer((asked, response) => {
    server.asked.push(`${asked.method} ${asked.url}`);
    if (server.intercept(asked, response)) return;
    const { method, url: path, headers } = asked;
    const passedOn = request({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passedOn.on("error", () => response.destroy());
    asked.pipe(passedOn);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const close = () => closed(front);
  const server: S3Server = {
    address: (folder = "") => `s3://files/${folder}?endpoint=${encodeURIComponent(endpoint)}`,
    intercept: () => false,
    asked: [],
    close,
  };
  onTestFinished(async () => {
    await close();
    await behind.close();
  });
  return server;
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
