import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { KeepAliveClient, requestBytes } from "../../bench/http/load/keep-alive-client.ts";

const REQUEST = requestBytes({ method: "GET", path: "/", body: "" }, null);
const ANSWER = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

test("a connection that the server closed between two rounds is opened again", async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("data", () => socket.write(ANSWER));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as { port: number };
  const client = new KeepAliveClient(port, 2);
  onTestFinished(() => {
    client.close();
    server.close();
  });

  await client.send([REQUEST, REQUEST]);
  await Promise.all(sockets.map((socket) => once(socket.end(), "close")));
  await client.send([REQUEST, REQUEST, REQUEST]);

  expect(sockets).toHaveLength(4);
});
