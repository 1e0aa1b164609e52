import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { newFolder } from "../support/folder.ts";
import { Caller } from "../support/requests/caller.ts";
import { bundleServer, type StartedServer, startServer } from "../support/servers/start-server.ts";

const SERVER = new URL("./server.ts", import.meta.url);
const PLACES = ["folder", "content.json"] as const;

/** A disk that becomes full, and larger again. */
interface SmallDisk {
  readonly folder: string;
  start(place: string): Promise<StartedServer>;
  enlarge(server: StartedServer): void;
}

async function smallTmpfs(): Promise<SmallDisk> {
  const folder = join(await newFolder(), "small");
  await mkdir(folder);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]);
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return {
    folder,
    start: async (place) => startServer(await bundleServer(SERVER), [place]),
    enlarge: () => void execFileSync("mount", ["-o", "remount,size=1m", folder]),
  };
}

/** Files of a process that may not be larger than 16 KiB. */
async function smallFiles(): Promise<SmallDisk> {
  const folder = await newFolder();
  const node = join(folder, "node");
  await writeFile(node, `#!/bin/bash\nulimit -S -f 16\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
  return {
    folder,
    start: async (place) => startServer(await bundleServer(SERVER), [place, "100000000"], { execPath: node }),
    enlarge: ({ pid }) => void execFileSync("prlimit", ["--pid", String(pid), "--fsize=100000000"]),
  };
}

function canMount(): boolean {
  const mounted = spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]);
  return process.getuid?.() === 0 && mounted.status === 0;
}

const DISKS = [
  { name: "a file system of 64 KiB", make: smallTmpfs, can: canMount(), needs: "the right to mount" },
  {
    name: "files of 16 KiB at most",
    make: smallFiles,
    can: process.platform === "linux" && spawnSync("prlimit", ["--version"]).status === 0,
    needs: "Linux with prlimit",
  },
] as const;

for (const { name, make, can, needs } of DISKS) {
  if (!can)
    console.warn(`${name} cannot be made here, which needs ${needs}: a simulated disk and a faulty one are tried`);
  describe.runIf(can)(`a server with ${name}`, () => {
    it.each(PLACES)("refuses with 507 when there is no room, reports it, and continues by itself: %s", async (kind) => {
      const disk = await make();
      const place = join(disk.folder, kind);
      const server = await disk.start(place);
      const caller = new Caller(server.url);
      const ready = async () => (await caller.get("/_health/ready")).status;
      let stored = 0;
      const write = () => {
        const title = String(stored).padEnd(250, "x");
        return caller.post("/api/books", { data: { title, status: "published" } });
      };
      let last = await write();
      while (last.status === 201 && stored < 1000) {
        stored += 1;
        last = await write();
      }
      expect(last.status).toBe(507);
      expect(last.error).toMatchObject({ name: "InsufficientStorageError", details: {} });
      expect((await caller.get("/_health")).body).toMatchObject({
        ready: false,
        storage: { takesWrites: false, reason: "no room" },
      });
      expect(await ready()).toBe(503);
      disk.enlarge(server);
      await expect.poll(ready).toBe(200);
      expect((await write()).status).toBe(201);
      await server.kill();

      const again = await disk.start(place);
      const { body } = await new Caller(again.url).get("/api/books?fields=id&pagination[pageSize]=100");
      expect(body).toMatchObject({ meta: { pagination: { total: stored + 1 } } });
      await again.kill();
    });
  });
}
