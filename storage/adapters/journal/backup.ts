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
 * Copies a journal, also one that a server is writing to, into an empty folder: everything that was acknowledged before
 * the call is in the copy, which has been checked from end to end. `progress` is called with the bytes that are copied
 * so far.
 *
 * @throws StorageError `misused` when the destination is not empty, `damaged` when the copy is not good.
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
      // A checkpoint that came meanwhile made a file superfluous.
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
  // Checkpoints first: they cannot hold more than the records that are copied after them.
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
