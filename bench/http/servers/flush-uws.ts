import uws from "uWebSockets.js";
import { fdatasyncSync, openSync, writeSync } from "node:fs";
import { listening, optionsOf } from "../../run/options.ts";

export interface FlushOptions {
  /** The file to append to. */
  readonly file: string;
  /** Bytes that are written and flushed before each answer. */
  readonly bytes: number;
}

/** Answers each request once a record of this length is flushed, with as many bytes: the least that a durable write costs over HTTP. */
const { file, bytes } = optionsOf<FlushOptions>();
const record = Buffer.alloc(bytes, "r");
const journal = openSync(file, "w");
uws
  .App()
  .any("/*", (response) => {
    response.onAborted(() => {});
    response.onData((_chunk, isLast) => {
      if (!isLast) return;
      writeSync(journal, record);
      fdatasyncSync(journal);
      response.cork(() => response.writeHeader("content-type", "application/json; charset=utf-8").end(record));
    });
  })
  .listen("127.0.0.1", 0, (socket) => {
    if (socket) listening(uws.us_socket_local_port(socket));
  });
