import { but } from "./but.ts";
import type { FileSystem, OpenFile } from "./file-system.ts";

/** The same files; `tell` is called after each read with the number of bytes read of all of them. */
export function watchReads(files: FileSystem, tell: (bytes: number) => void): FileSystem {
  let bytes = 0;
  const watched = (file: OpenFile): OpenFile =>
    but(file, {
      read: async (at, length) => {
        const found = await file.read(at, length);
        bytes += found.byteLength;
        tell(bytes);
        return found;
      },
    });
  return but(files, { open: async (path, mode, like) => watched(await files.open(path, mode, like)) });
}
