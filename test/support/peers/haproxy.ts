import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { talk } from "../requests/raw-socket.ts";
import { HAPROXY } from "./programs.ts";

export const HAS_HAPROXY = HAPROXY.path !== undefined;

export interface Haproxy {
  readonly port: number;
  close(): Promise<void>;
}

/** A HAProxy with this configuration, which listens on the port that it is made for. */
export async function startHaproxy(configuration: (port: number) => string): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), "galley-haproxy-"));
  const port = await freePort();
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, configuration(port));
  const child = spawn(HAPROXY.path ?? "haproxy", ["-db", "-f", file], { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (data) => {
    errors += data;
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  while ((await talk(port, ["GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"])).text === "") {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}: ${errors}`);
  }
  return {
    port,
    close: async () => {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
