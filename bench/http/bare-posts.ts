import { Agent, request } from "node:http";
import { cpuMicros } from "../run/processor-time.ts";

/** Requests that are not counted: they have code compiled. */
const WARM_UP = 3_000;
/** Requests under way at a time, as for one webhook. */
const RUNNING = 5;
const BODY = Buffer.from(JSON.stringify({ event: "entry.create", entry: { text: "x".repeat(400) } }));
const HEADERS = { "Content-Type": "application/json", "Content-Length": String(BODY.length) };

/** Microseconds of CPU that one POST by node:http takes over a kept connection, when this process does nothing else. */
export async function bareMicros(port: number, posts: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: RUNNING });
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent++) await post(port, agent);
  };
  const all = (count: number) => Promise.all(Array.from({ length: RUNNING }, () => send(count / RUNNING)));
  await all(WARM_UP);
  const before = cpuMicros();
  await all(posts);
  const micros = cpuMicros() - before;
  agent.destroy();
  return micros / posts;
}

function post(port: number, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: "127.0.0.1", method: "POST", path: "/", headers: HEADERS, agent },
      (response) => {
        response.resume().once("end", resolve);
      },
    );
    sent.once("error", reject);
    sent.end(BODY);
  });
}
