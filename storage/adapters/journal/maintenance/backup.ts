import { join } from "node:path";
import { errorCode, StorageError } from "../../../error.ts";
import { type FileSystem, realFileSystem } from "../../../files/file-system.ts";
import { makeFolders, replaceFile } from "../../../files/files.ts";
import { beginFilling } from "../filling.ts";
import { FlushMark } from "../flush-mark.ts";
import { checkpointName, checkpointsIn, segmentName, segmentsIn } from "../names.ts";
import { readingFrom } from "../read-file.ts";
import { checkFiles, type JournalCheck } from "./check.ts";

const TRIES = 5;
const CHUNK = 1 << 20;

export interface BackupOptions {
  /** Default: the file system. */
  readonly files?: FileSystem;
  /** Called with the number of bytes copied so far. */
  readonly progress?: (bytes: number) => void;
  /**
   * Copies what lies beside the content, such as uploads, into the destination or elsewhere. Called before the content is
   * copied and again afterwards: a file in both the content and its folder existed at one of the calls.
   */
  readonly beside?: () => Promise<unknown>;
}

/**
 * Copies a journal into an empty folder, also while a server writes to it. The copy contains everything that was
 * acknowledged before the call, and is checked from end to end. An interrupted copy does not open.
 *
 * @throws StorageError `misused` when the destination is not empty, `unreadable` with the file that the disk does not let be
 *   read, `damaged` when the copy has a fault.
 */
export async function backupJournal(
  folder: string,
  destination: string,
  { files = realFileSystem, progress = () => {}, beside = async () => {} }: BackupOptions = {},
): Promise<JournalCheck> {
  await makeFolders(files, destination);
  if ((await files.list(destination)).length > 0) {
    throw new StorageError("misused", `${destination} is not empty`);
  }
  const finish = await beginFilling(files, destination);
  await beside();
  await copyWhole(folder, destination, files, progress);
  await beside();
  const check = await checkFiles(destination, files);
  if (check.faults.length > 0)
    throw new StorageError("damaged", `The copy in ${destination} is not good`, { ...check });
  await finish();
  return check;
}

/** Copies again when a file is gone: a checkpoint that was stored in the meantime has replaced it. */
async function copyWhole(
  folder: string,
  destination: string,
  files: FileSystem,
  progress: (bytes: number) => void,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await copyJournal(folder, destination, files, progress);
    } catch (error) {
      if (errorCode(error) !== "ENOENT" || tries === TRIES) throw error;
      const names = await files.list(destination);
      const copied = [...segmentsIn(names).map(segmentName), ...checkpointsIn(names).map(checkpointName)];
      for (const name of copied) await files.remove(join(destination, name));
    }
  }
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
  const path = join(folder, name);
  const file = await files.open(path, "read");
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const size = length ?? (await file.size());
    for (let at = 0; at < size; at += CHUNK) {
      const chunk = await readingFrom(path, file.read(at, Math.min(CHUNK, size - at)));
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
