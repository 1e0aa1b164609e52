import { type Copied, copyFiles, type FileStore, type Storage } from "../../../storage/internal.ts";
import { withProgress } from "../output/progress-line.ts";
import type { Arguments } from "../usage/usage.ts";
import { openFileStore } from "./open-storage.ts";

/** A place as the command line names it, and its storage where that is open. */
interface Place {
  readonly place: string;
  readonly storage?: Storage;
}

/** Copies the uploads of one place to another; a second run copies files that came or changed since the first. */
export class UploadsCopy {
  readonly #from: FileStore;
  readonly #to: FileStore;
  readonly #quiet: boolean;
  readonly #copied: Copied = new Map();

  private constructor(from: FileStore, to: FileStore, quiet: boolean) {
    this.#from = from;
    this.#to = to;
    this.#quiet = quiet;
  }

  static async between(from: Place, to: Place, args: Arguments): Promise<UploadsCopy> {
    const [source, target] = [args.text("from-bucket"), args.text("to-bucket")];
    return new UploadsCopy(await uploadsOf(from, source), await uploadsOf(to, target), args.isOn("quiet"));
  }

  /** The number of files copied so far. */
  get count(): number {
    return this.#copied.size;
  }

  /** Bound, so that it can be passed as a function. */
  readonly run = (): Promise<void> =>
    withProgress("Files copied", { quiet: this.#quiet }, (progress) => {
      return copyFiles(this.#from, this.#to, { copied: this.#copied, progress });
    });
}

/** Files that are uploaded to a place: beside its content, unless they are in a bucket. */
async function uploadsOf({ place, storage }: Place, bucket: string | undefined): Promise<FileStore> {
  if (bucket === undefined) return openFileStore(place, storage);
  const { S3FileStore } = await import("../../../storage/adapters/s3/index.ts");
  return new S3FileStore(bucket);
}
