import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { talk } from "../requests/raw-socket.ts";
import { NGINX } from "./programs.ts";

export const HAS_NGINX = NGINX.path !== undefined;

export interface Nginx {
  readonly port: number;
  close(): Promise<void>;
}

/** The site of an nginx, as a part of its configuration. */
export type Site = (at: { readonly port: number; readonly folder: string }) => string;

/** A separate nginx; without a site it reads each whole request and returns its method and target in the header `X-Seen`. */
export async function startNginx(site: Site = telling): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "galley-nginx-"));
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  await writeFile(file, configuration(folder, site({ port, folder })));
  const child = spawn(NGINX.path ?? "nginx", ["-e", join(folder, "error.log"), "-c", file], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  while ((await talk(port, ["GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"])).text === "") {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
  }
  return {
    port,
    close: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

function configuration(folder: string, site: string): string {
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off;
worker_processes 1;
pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${paths.join(" ")}
  ${site}
}
`;
}

const telling: Site = ({ port, folder }) => `
  large_client_header_buffers 4 16k;
  server {
    listen 127.0.0.1:${port};
    location / {
      add_header X-Seen "$request_method $request_uri";
      proxy_pass http://unix:${folder}/behind;
    }
  }
  server {
    listen unix:${folder}/behind;
    return 200 "ok";
  }
`;
