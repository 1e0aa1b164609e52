import type { FileStore, ReceivedFile } from "../../../../storage/core.ts";
import type { FilePart, Receive } from "../../../http/form/form.ts";
import { HEAD_BYTES, type Picture, pictureIn } from "../pictures/picture.ts";

/** A file in the form of an upload. */
export type SentFile = StoredPart & Pick<FilePart, "name" | "mediaType">;

export interface StoredPart {
  /** The picture that its first bytes begin; null for another file. */
  readonly picture: Picture | null;
  /** Its bytes, to be kept or discarded. */
  readonly received: ReceivedFile;
}

/**
 * Stores each file of a form while it arrives, unless `arrived` throws. Only its first bytes are held, to recognise a picture.
 */
export function storedIn(
  store: Pick<FileStore, "receive">,
  arrived: (bytes: number) => void = () => {},
): Receive<StoredPart> {
  return async (bytes) => {
    const beginning: Uint8Array[] = [];
    let room = HEAD_BYTES;
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for await (const piece of bytes) {
        arrived(piece.byteLength);
        if (room > 0) beginning.push(piece.subarray(0, room));
        room -= piece.byteLength;
        yield piece;
      }
    }
    const received = await store.receive(pieces());
    return { picture: pictureIn(Buffer.concat(beginning)), received };
  };
}
