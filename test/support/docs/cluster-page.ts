import { readFileSync } from "node:fs";
import { HAS_HAPROXY, startHaproxy } from "../peers/haproxy.ts";
import { HAS_NGINX, startNginx } from "../peers/nginx.ts";

const PAGE = readFileSync(new URL("../../../docs/cluster.md", import.meta.url), "utf8");

/** The first block of the page in this language. */
export function blockOf(language: string): string {
  const [, block] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(PAGE) ?? [];
  if (block === undefined) throw new Error(`docs/cluster.md has no block of ${language}`);
  return block;
}

export interface RunningProxy {
  readonly port: number;
  close(): Promise<void>;
}

export interface ProxyKind {
  readonly name: "HAProxy" | "nginx";
  readonly isThere: boolean;
  /** Starts the page's sample, with its nodes replaced by these three. */
  start(nodes: readonly number[]): Promise<RunningProxy>;
}

export const PROXIES: readonly ProxyKind[] = [
  {
    name: "HAProxy",
    isThere: HAS_HAPROXY,
    start: (nodes) =>
      startHaproxy((port) => withNodes(exchanged("haproxy", "bind :80", `bind 127.0.0.1:${port}`), nodes)),
  },
  {
    name: "nginx",
    isThere: HAS_NGINX,
    start: (nodes) =>
      startNginx(({ port }) => withNodes(exchanged("nginx", "listen 80;", `listen 127.0.0.1:${port};`), nodes)),
  },
];

function exchanged(language: string, from: string, to: string): string {
  const block = blockOf(language);
  if (!block.includes(from)) throw new Error(`The sample of ${language} does not say ${from}`);
  return block.replace(from, to);
}

function withNodes(sample: string, nodes: readonly number[]): string {
  return sample.replaceAll(/node(\d):1337/g, (_, at) => `127.0.0.1:${nodes[Number(at) - 1]}`);
}
