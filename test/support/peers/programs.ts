import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/**
 * A program beside Node that tests start. A test file that leads here is named `*.full.test.ts`: only `npm run test:all` runs it
 * (test/tiers.test.ts).
 */
export interface Program {
  readonly name: string;
  /** Undefined where it is not installed: the tests that need it are skipped. */
  readonly path: string | undefined;
  readonly install: string;
}

/** Folders of programs; Debian's servers are not in everyone's PATH. */
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

const inFolders = (name: string) => FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));

export const CHROMIUM: Program = {
  name: "Chromium",
  path: [process.env.CHROMIUM, inFolders("chromium")].find((path) => path !== undefined && existsSync(path)),
  install: "apt-get install chromium, or its path in CHROMIUM",
};

export const NGINX: Program = { name: "nginx", path: inFolders("nginx"), install: "apt-get install nginx-light" };

export const HAPROXY: Program = { name: "HAProxy", path: inFolders("haproxy"), install: "apt-get install haproxy" };

/** `path`: of `initdb`, in the newest version. */
export const POSTGRES: Program = {
  name: "PostgreSQL",
  path: [...debianVersions().map((version) => `/usr/lib/postgresql/${version}/bin/initdb`), inFolders("initdb")].find(
    (path) => path !== undefined && existsSync(path),
  ),
  install: "apt-get install postgresql",
};

function debianVersions(): string[] {
  const folder = "/usr/lib/postgresql";
  return existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
}

/** Where fetch-nats.sh puts it. */
const FETCHED_NATS = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"),
  "galley/nats/root/usr/sbin/nats-server",
);

export const NATS: Program = {
  name: "nats-server 2.15",
  path: [FETCHED_NATS, inFolders("nats-server")].find(
    (path) => path !== undefined && existsSync(path) && isNewNats(path),
  ),
  install: "test/support/peers/fetch-nats.sh on Debian",
};

function isNewNats(path: string): boolean {
  const version = execFileSync(path, ["--version"], { encoding: "utf8" });
  const [major = 0, minor = 0] = (/v?(\d+)\.(\d+)\./.exec(version) ?? []).slice(1).map(Number);
  return major > 2 || (major === 2 && minor >= 15);
}

export const PROGRAMS: readonly Program[] = [POSTGRES, NATS, NGINX, HAPROXY, CHROMIUM];
