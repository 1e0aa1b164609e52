import { join } from "node:path";
import { errorCode, StorageError } from "../../error.ts";
import { type FileSystem, realFileSystem } from "../../files/file-system.ts";
import { makeFolders, replaceFile } from "../../files/files.ts";
import { checkJournal, type JournalCheck } from "./check.ts";
import { FlushMark } from "./flush-mark.ts";
import { checkpointName, checkpointsIn, segmentName, segmentsIn } from "./names.ts";

const TRIES = 5;
const CHUNK = 1 << 20;

/**
 * Copies a journal into an empty folder, also while a server writes to it. The copy contains everything that was
 * acknowledged before the call, and is checked from end to end. `progress` is called with the number of bytes copied so
 * far.
 *
 * @throws StorageError `misused` when the destination is not empty, `damaged` when the copy has a fault.
 */
export async function backupJournal(
  folder: string,
  destination: string,
  files: FileSystem = realFileSystem,
  progress: (bytes: number) => void = () => {},
): Promise<JournalCheck> {
  await makeFolders(files, destination);
  if ((await files.list(destination)).length > 0) {
    throw new StorageError("misused", `${destination} is not empty`);
  }
  for (let tries = 1; ; tries += 1) {
    try {
      await copyJournal(folder, destination, files, progress);
      break;
    } catch (error) {
      // A checkpoint that was stored in the meantime has replaced a file: copy again.
      if (errorCode(error) !== "ENOENT" || tries === TRIES) throw error;
      for (const name of await files.list(destination)) await files.remove(join(destination, name));
    }
  }
  const check = await checkJournal(destination, files);
  if (check.faults.length > 0)
    throw new StorageError("damaged", `The copy in ${destination} is not good`, { ...check });
  return check;
}

async function copyJournal(
  folder: string,
  destination: string,
  files: FileSystem,
  progress: (bytes: number) => void,
): Promise<void> {
  let copied = 0;
  const copy = (name: string, length?: number) => {
    const report = (bytes: number) => {
      copied += bytes;
      progress(copied);
    };
    return copyFile({ files, folder, destination, report }, name, length);
  };
  // Checkpoints first: the records that are copied after them then reach at least as far as the checkpoints do.
  const checkpoints = checkpointsIn(await files.list(folder));
  const mark = await FlushMark.read(files, folder);
  if (mark === null) throw new StorageError("damaged", `${folder} has no readable mark`);
  const segments = segmentsIn(await files.list(folder)).filter((first) => first <= mark.segment);
  for (const at of checkpoints) await copy(checkpointName(at));
  for (const first of segments) {
    const length = first === mark.segment ? mark.length : undefined;
    await copy(segmentName(first), length);
  }
  await (await FlushMark.create(files, destination, mark)).close(mark);
}

interface Copying {
  readonly files: FileSystem;
  readonly folder: string;
  readonly destination: string;
  report(bytes: number): void;
}

async function copyFile({ files, folder, destination, report }: Copying, name: string, length?: number): Promise<void> {
  const file = await files.open(join(folder, name), "read");
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const size = length ?? (await file.size());
    for (let at = 0; at < size; at += CHUNK) {
      const chunk = await file.read(at, Math.min(CHUNK, size - at));
      yield chunk;
      report(chunk.byteLength);
    }
  }
  try {
    await replaceFile(files, join(destination, name), chunks());
  } finally {
    await file.close();
  }
}
