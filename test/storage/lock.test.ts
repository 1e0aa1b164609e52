import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JournalStorage } from "../../storage/index.ts";
import { newFolder } from "../support/folder.ts";

const HOLDER = `
import { JournalStorage } from ${JSON.stringify(new URL("../../storage/index.ts", import.meta.url).href)};
await new JournalStorage(process.argv[2]).open();
console.log("open");
setInterval(() => {}, 1000);
`;

/** Another process that has opened the folder. */
async function holder(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-", folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin?.end(HOLDER);
  if (child.stdout !== null) await once(child.stdout, "data");
  return child;
}

describe("a folder that another process has opened", () => {
  it("is refused at once with that process's number, and is free as soon as it is killed", async () => {
    const folder = join(await newFolder(), "data");
    const child = await holder(folder);
    await expect(new JournalStorage(folder).open()).rejects.toMatchObject({
      code: "locked",
      message: expect.stringContaining(String(child.pid)),
      details: { holder: child.pid },
    });

    child.kill("SIGKILL");
    await once(child, "exit");
    const storage = new JournalStorage(folder);
    await expect(storage.open()).resolves.toMatchObject({ head: 0 });
    await storage.close();
  });
});
