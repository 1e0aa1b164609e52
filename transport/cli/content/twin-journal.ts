import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FolderFileStore, JournalStorage } from "../../../storage/internal.ts";
import { createGalley } from "../../compose/create-galley.ts";
import type { ProfileName } from "../../contract/profiles/profile-name.ts";
import type { JournalWriter } from "../../twin/output/pull-into-folder.ts";
import { TwinError } from "../../twin/twin-error.ts";

/** Writes pulled content into a journal, with the bytes of its files beside it. */
export const TWIN_JOURNAL: JournalWriter = {
  async refuseChanged(place: string, written: number): Promise<void> {
    if ((await headOf(place)) !== written)
      throw new TwinError(`${place} holds changes that no pull has written: move it away, or leave out --journal`);
  },

  async write(archive: string, place: string, profile: ProfileName): Promise<number> {
    const fresh = join(dirname(archive), "journal");
    await rm(fresh, { recursive: true, force: true });
    const storage = new JournalStorage(fresh);
    const files = new FolderFileStore(join(fresh, "uploads"));
    const galley = await createGalley({ project: archive, profile, todo: false, storage, files });
    await galley.close();
    await mkdir(dirname(place), { recursive: true });
    await rm(place, { recursive: true, force: true });
    await rename(fresh, place);
    return headOf(place);
  },
};

async function headOf(place: string): Promise<number> {
  const storage = new JournalStorage(place);
  const { head } = await storage.open();
  await storage.close();
  return head;
}
