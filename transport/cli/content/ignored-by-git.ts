import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Runs a task that may create the default folder of stored content. If it does, the folder's files stay out of the
 * user's repository; a folder that is there already is the user's.
 */
export async function ignoredByGit<T>(place: string, open: () => Promise<T>): Promise<T> {
  const folder = dirname(place);
  const isThere = existsSync(folder);
  const opened = await open();
  if (!isThere && existsSync(folder)) {
    // Without it the content is served all the same.
    await writeFile(join(folder, ".gitignore"), "*\n", { flag: "wx" }).catch(() => {});
  }
  return opened;
}
