import type { Look } from "../connection.ts";
import type { StoredMessage } from "../messages.ts";

/** Every message of the pages that `look` gives, from the first sequence on. */
export async function* eachMessage(look: (seq: number) => Promise<Look>): AsyncGenerator<StoredMessage> {
  for (let seq = 1, isLast = false; !isLast; ) {
    const { messages, isMore } = await look(seq);
    yield* messages;
    seq = (messages.at(-1)?.seq ?? seq) + 1;
    isLast = !isMore;
  }
}
