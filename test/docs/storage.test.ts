import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JournalStorage } from "../../storage/internal.ts";
import { sampleCommit } from "../../storage/testing/commits.ts";
import { newFolder } from "../support/folder.ts";
import { runHere } from "../support/servers/run-here.ts";

test("the commands of docs/storage.md run one after the other", async () => {
  const page = await readFile(new URL("../../docs/storage.md", import.meta.url), "utf8");
  const commands = [...page.matchAll(/^galley (data .*)$/gm)].map(([, command = ""]) => command.split(" "));
  expect(commands).toHaveLength(5);
  const folder = await newFolder();
  const storage = new JournalStorage(join(folder, "data"));
  await storage.open();
  await storage.append(0, [{ position: 1, commit: "c.1", body: sampleCommit(1) }]);
  await storage.close();
  for (const [family = "", action = "", ...places] of commands) {
    const { code, errors } = await runHere([family, action, ...places.map((place) => join(folder, place))]);
    expect({ command: [action, ...places], code, errors }).toMatchObject({ code: 0 });
  }
});
