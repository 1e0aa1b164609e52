import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { Channel } from "../../../storage/adapters/workers/channel.ts";

/** Two ends of a channel within this process; messages are copied, as between processes. */
export function channelPair(): { readonly one: Channel; readonly other: Channel; close(): void } {
  const { port1, port2 } = new MessageChannel();
  return { one: channelOf(port1), other: channelOf(port2), close: () => port1.close() };
}

function channelOf(port: MessagePort): Channel {
  port.unref();
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on("message", listener),
    onClose: (listener) => void port.on("close", listener),
  };
}
