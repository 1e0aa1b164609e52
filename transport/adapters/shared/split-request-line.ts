import { connect } from "node:net";
import type { Listener } from "../../http/port.ts";

/** Milliseconds after which the second piece is sent, and after which a missing answer counts as an answer. */
const PAUSE = 5;
const ANSWER_TIMEOUT = 500;

const ANSWER = { status: 204, headers: [], requestId: "", body: null } as const;

/**
 * Whether a listener accepts a request line that arrives in pieces, as long ones do over a network. Builds of
 * uWebSockets.js from December 2023 to August 2024 answer 505; on some platforms no other build loads.
 */
export async function takesSplitRequestLines(listener: Listener): Promise<boolean> {
  const { port, close } = await listener.listen(() => ANSWER, { host: "127.0.0.1", port: 0, bodyLimit: () => 0 });
  try {
    return (await firstWords(port)).startsWith("HTTP/1.1 204");
  } finally {
    await close();
  }
}

function firstWords(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.setNoDelay(true);
      socket.write("GET /a");
      setTimeout(() => socket.write("b HTTP/1.1\r\nHost: a\r\n\r\n"), PAUSE);
    });
    const end = (text: string) => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(ANSWER_TIMEOUT, () => end(""));
    socket.on("data", (chunk) => end(chunk.toString("latin1")));
    socket.on("error", () => end(""));
  });
}
