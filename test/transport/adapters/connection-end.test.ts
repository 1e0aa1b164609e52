import { describe, expect, it } from "vitest";
import { chooseListener, type Handler, nodeListener } from "../../../transport/index.ts";
import { statuses, talk } from "../../support/requests/raw-socket.ts";

const LARGE = "x".repeat(65_536);
const CHUNKED = "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";

const BODIES: Readonly<Record<string, string | null>> = { "/large": LARGE, "/none": null };

const answer: Handler = ({ path }) => {
  const body = BODIES[path] === undefined ? "small" : BODIES[path];
  return { status: body === null ? 204 : 200, headers: [], requestId: "id", body };
};

const head = (target: string, fields: string) => `POST ${target} HTTP/1.1\r\nHost: a\r\n${fields}`;

const fastest = await chooseListener("auto", "127.0.0.1", () => {});
const listeners = fastest === nodeListener ? [nodeListener] : [nodeListener, fastest];

describe.each(listeners)("$name at the end of a connection (SECURITY.md, Two listeners)", (listener) => {
  async function send(request: string) {
    const listening = await listener.listen(answer, { host: "127.0.0.1", port: 0, bodyLimit: () => 1_000_000 });
    const reply = await talk(listening.port, [request]);
    await listening.close();
    return { statuses: statuses(reply), closed: reply.closed, text: reply.text.toLowerCase() };
  }

  it.each([
    [400, "two lengths", head("/a", "Content-Length: 0\r\nContent-Length: 0\r\n\r\n")],
    [400, "a length and chunks", head("/a", `Content-Length: 3\r\n${CHUNKED}`)],
    [400, "another coding", head("/a", "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n")],
    [400, "no Host", "GET /a HTTP/1.1\r\nX: y\r\n\r\n"],
    [400, "two Hosts", head("/a", "Host: b\r\n\r\n")],
    [431, "a head of more than 16 KiB", head(`/${"a".repeat(17_000)}`, "\r\n")],
    [200, "Connection: close", head("/a", "Content-Length: 0\r\nConnection: close\r\n\r\n")],
  ])("says with %i that it closes, and does: %s", async (status, _what, request) => {
    const reply = await send(request);
    expect(reply).toMatchObject({ statuses: [status], closed: true });
    expect(reply.text).toContain("\r\nconnection: close\r\n");
  });

  it("refuses a HEAD without a body, with its length", async () => {
    const { statuses: told, text } = await send(`HEAD /${"a".repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect([told, text.slice(text.indexOf("\r\n\r\n"))]).toEqual([[431], "\r\n\r\n"]);
    expect(text).toMatch(/\r\ncontent-length: 135\r\n/);
    expect(text).toContain("\r\nconnection: close\r\n");
  });

  it.runIf(listener !== nodeListener)("leaves closing to the client after a large answer to chunks", async () => {
    const large = await send(head("/large", CHUNKED));
    expect(large).toMatchObject({ statuses: [200], closed: false });
    expect(large.text).toContain("\r\nconnection: close\r\n");
    expect(large.text.endsWith(LARGE)).toBe(true);
    expect(await send(head("/small", CHUNKED))).toMatchObject({ statuses: [200], closed: true });
  });

  it.each([
    ["an answer without a body", "GET /none", "Connection: close, te\r\n\r\n"],
    ["a large answer", "GET /large", "Connection: close, te\r\n\r\n"],
    ["the head of an answer", "HEAD /small", "Connection: close, te\r\n\r\n"],
    ["a small answer", "GET /small", "Connection: close, te\r\n\r\n"],
    ["a large answer to chunks", "POST /large", CHUNKED],
    ["a refusal", "POST /small", "Content-Length: 0\r\nContent-Length: 0\r\n\r\n"],
    ["an answer before another request", "GET /small", `Connection: close\r\n\r\n${head("/small", "\r\n")}`],
  ])("answers the other connections of its address while one ends with %s", async (_what, request, fields) => {
    const listening = await listener.listen(answer, { host: "127.0.0.1", port: 0, bodyLimit: () => 1_000_000 });
    const { port } = listening;
    // Connected first and sent together, so that all of them arrive in one turn.
    const sent = (line: string, rest: string) => talk(port, [20, `${line} HTTP/1.1\r\nHost: a\r\n${rest}`]);
    const ending = Array.from({ length: 3 }, () => sent(request, fields));
    const others = await Promise.all(Array.from({ length: 5 }, () => sent("GET /small", "\r\n")));
    expect(others.map(statuses)).toEqual(others.map(() => [200]));
    expect(others.map(({ closed }) => closed)).not.toContain(true);
    for (const each of await Promise.all(ending)) expect(statuses(each)).toHaveLength(1);
    await listening.close();
  });
});
