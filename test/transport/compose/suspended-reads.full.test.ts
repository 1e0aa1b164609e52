import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Galley, GalleyOptions } from "../../../transport/galley.ts";
import { galleyWithPages, PAGES, pageId } from "../../support/content/many-pages.ts";

const opened: Galley[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.splice(0).map((galley) => galley.close()));
});

async function openPages(options: Partial<GalleyOptions> = {}): Promise<Galley> {
  const galley = await galleyWithPages(options);
  opened.push(galley);
  return galley;
}

/** Without it, GraphQL takes a GET for one of another site. */
const HEADERS = { "apollo-require-preflight": "true" };

type Get = (path: string) => Promise<Response>;

/** The ways to ask: in the process, and over the network by each listener. */
const WAYS: readonly { readonly way: string; readonly getFrom: (galley: Galley) => Promise<Get> }[] = [
  { way: "fetch", getFrom: async (galley) => (path) => galley.fetch(path, { headers: HEADERS }) },
  { way: "uws", getFrom: (galley) => over(galley, "uws") },
  { way: "node", getFrom: (galley) => over(galley, "node") },
];

async function over(galley: Galley, listener: "uws" | "node"): Promise<Get> {
  const { url } = await galley.listen({ port: 0, listener });
  return (path) => fetch(url + path, { headers: HEADERS });
}

const TITLES = "/api/pages?sort=title&pagination[pageSize]=2";

/** The share of the numbers from 0 to 99 in which no digit is 7. */
const WITHOUT_SEVEN = 0.81;

/** First questions of several kinds, with the number of their matches. */
const QUESTIONS = [
  { about: "an order", path: TITLES, total: PAGES },
  { about: "a range", path: "/api/pages?filters[size][$lt]=10", total: PAGES / 100 },
  { about: "a range by a text", path: "/api/pages?filters[size][$lt]=100&sort=title:desc", total: PAGES / 10 },
  { about: "a part of a text", path: "/api/pages?filters[text][$contains]=t 17 e", total: PAGES / 100 },
  { about: "JSON", path: "/api/pages?filters[details][$notContains]=7", total: PAGES * WITHOUT_SEVEN },
  { about: "GraphQL", path: graphql("{ size: { lt: 10 } }"), total: PAGES / 100 },
  { about: "JSON by GraphQL", path: graphql('{ details: { notContains: "7" } }'), total: PAGES * WITHOUT_SEVEN },
];

function graphql(filters: string): string {
  const query = `{ pages_connection(filters: ${filters}) { nodes { title } pageInfo { total } } }`;
  return `/graphql?query=${encodeURIComponent(query)}`;
}

async function totalOf(response: Response): Promise<number> {
  expect(response.status).toBe(200);
  const { meta, data } = (await response.json()) as {
    meta?: { pagination: { total: number } };
    data: { pages_connection?: { pageInfo: { total: number } } };
  };
  return meta?.pagination.total ?? data.pages_connection?.pageInfo.total ?? Number.NaN;
}

describe.each(WAYS)("a first question over many rows, by $way,", ({ getFrom }) => {
  it.each(QUESTIONS)("is answered after a wait, $about", async ({ path, total }) => {
    const get = await getFrom(await openPages({ graphql: true }));
    expect(await totalOf(await get(path))).toBe(total);
  });

  it("is answered from one state, whatever is written meanwhile", async () => {
    const galley = (await openPages()).fork();
    opened.push(galley);
    const get = await getFrom(galley);
    const question = get(TITLES);
    const pages = galley.documents("api::page.page");
    for (const title of ["a", "b", "c"]) await pages.create({ data: { title } });
    const { data, meta } = (await (await question).json()) as {
      data: readonly { title: string }[];
      meta: { pagination: { total: number } };
    };
    const added = meta.pagination.total - PAGES;
    expect(data.map(({ title }) => title)).toEqual(
      [...["a", "b", "c"].slice(0, added), "title 0", "title 1"].slice(0, 2),
    );
    const again = await get(TITLES);
    expect(((await again.json()) as { data: unknown }).data).toMatchObject([{ title: "a" }, { title: "b" }]);
  });

  it("is answered alike for all who ask it at once", async () => {
    const get = await getFrom(await openPages());
    const answers = await Promise.all(Array.from({ length: 20 }, async () => (await get(TITLES)).text()));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('"title 1"');
  });
});

describe("a first question over many rows", () => {
  it.each(QUESTIONS)("lets other requests pass, $about", async ({ path, total }) => {
    const galley = await openPages({ graphql: true });
    const answered: string[] = [];
    const note = (name: string) => (response: Response) => {
      answered.push(name);
      return response;
    };
    const question = galley.fetch(path, { headers: HEADERS }).then(note("question"));
    const entry = galley.fetch(`/api/pages/${pageId(2)}`).then(note("entry"));
    expect(await totalOf(await question)).toBe(total);
    expect((await entry).status).toBe(200);
    expect(answered).toEqual(["entry", "question"]);
  });
});

describe.each(["uws", "node"] as const)("a request that waits, over %s,", (listener) => {
  it("ends with its client", async () => {
    const galley = await openPages();
    const { port, url } = await galley.listen({ port: 0, listener });
    const socket = connect(port, "127.0.0.1");
    await new Promise<void>((resolve) => {
      socket.write(`GET ${TITLES.replaceAll(" ", "%20")} HTTP/1.1\r\nhost: x\r\n\r\n`, () => resolve());
    });
    expect((await fetch(`${url}/api/pages/${pageId(1)}`)).status).toBe(200);
    socket.destroy();
    expect(await totalOf(await fetch(url + TITLES))).toBe(PAGES);
  });

  it("is answered before its listener has closed", async () => {
    const galley = await openPages();
    const { url, close } = await galley.listen({ port: 0, listener });
    const question = fetch(url + TITLES);
    // Once this is answered, the question has arrived.
    await fetch(`${url}/api/pages/${pageId(1)}`);
    await close();
    expect(await totalOf(await question)).toBe(PAGES);
  });
});

/** Tests of all rows for a condition that no index serves, which are of use to nobody else. */
const SCAN = "/api/pages?filters[details][$eq]=%7B%22at%22%3A17%7D";

/** While nothing is built between requests. */
function stopBuilding(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

function isBuilding({ engine }: Galley): boolean {
  return engine.state.collection("api::page.page").in("published").spaces.published.indexes.isBuilding;
}

const MOST_TURNS = 100_000;

async function untilBuilding(galley: Galley, expected: boolean): Promise<void> {
  for (let turns = 0; isBuilding(galley) !== expected; turns++) {
    expect(turns).toBeLessThan(MOST_TURNS);
    await setImmediate();
  }
}

/** Sends a request on a connection of its own. */
function ask(port: number, path: string) {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  return { socket, received: () => received };
}

describe.each(["uws", "node"] as const)("what a request waits for, over %s,", (listener) => {
  it("ends with its client", async () => {
    const galley = await openPages();
    const { port } = await galley.listen({ port: 0, listener });
    stopBuilding();
    const { socket } = ask(port, SCAN);
    await untilBuilding(galley, true);
    socket.destroy();
    await untilBuilding(galley, false);
  });

  it("goes on for others who wait for it", async () => {
    const galley = await openPages();
    const { port } = await galley.listen({ port: 0, listener });
    stopBuilding();
    const first = ask(port, SCAN);
    await untilBuilding(galley, true);
    const second = galley.fetch(SCAN);
    const closed = new Promise((resolve) => first.socket.once("close", resolve));
    first.socket.destroy();
    await closed;
    for (let turns = 0; turns < 20; turns++) await setImmediate();
    expect(isBuilding(galley)).toBe(true);
    vi.runAllTimers();
    vi.useRealTimers();
    expect((await second).status).toBe(200);
  });
});

describe("what a request in the process waits for", () => {
  it("is made in other turns of the event loop than its answer", async () => {
    const galley = await openPages();
    stopBuilding();
    let isAnswered = false;
    const question = galley.fetch(SCAN).then(() => {
      isAnswered = true;
    });
    await untilBuilding(galley, true);
    while (isBuilding(galley)) {
      vi.advanceTimersToNextTimer();
      for (let turns = 0; turns < 10; turns++) await setImmediate();
      expect(isAnswered).toBe(false);
    }
    vi.advanceTimersToNextTimer();
    await question;
  });

  it("ends where it is aborted", async () => {
    const galley = await openPages();
    stopBuilding();
    const abort = new AbortController();
    const question = galley.fetch(SCAN, { signal: abort.signal });
    await untilBuilding(galley, true);
    abort.abort();
    await expect(question).rejects.toMatchObject({ name: "AbortError" });
    expect(isBuilding(galley)).toBe(false);
  });

  it("stays if it is an index, which is of use to others", async () => {
    const galley = await openPages();
    stopBuilding();
    const abort = new AbortController();
    const question = galley.fetch(TITLES, { signal: abort.signal });
    await untilBuilding(galley, true);
    abort.abort();
    await expect(question).rejects.toMatchObject({ name: "AbortError" });
    expect(isBuilding(galley)).toBe(true);
  });
});

describe("reads of the Document Service over many rows", () => {
  it("let requests pass", async () => {
    const galley = await openPages();
    const pages = galley.documents("api::page.page");
    const ended: string[] = [];
    const note = (name: string) => () => ended.push(name);
    const found = pages.findMany({ sort: "title", limit: 1, status: "published" });
    const counted = pages.count({ filters: { size: { $lt: 10 } }, status: "published" });
    const tested = pages.count({ filters: { details: { $notContains: "7" } }, status: "published" });
    const entry = galley.fetch(`/api/pages/${pageId(2)}`);
    const reads = [found.then(note("found")), counted.then(note("counted")), tested.then(note("tested"))];
    await Promise.all([...reads, entry.then(note("entry"))]);
    expect(ended[0]).toBe("entry");
    expect(await found).toMatchObject([{ title: "title 0" }]);
    expect(await counted).toBe(PAGES / 100);
    expect(await tested).toBe(PAGES * WITHOUT_SEVEN);
  });
});

describe("reads that wait", () => {
  it("are answered also where the galley closes", async () => {
    const galley = await openPages();
    const question = galley.fetch(TITLES);
    await galley.close();
    expect(await totalOf(await question)).toBe(PAGES);
  });

  it("are answered also where nothing that they wait for is kept", async () => {
    const galley = await openPages({ indexBytes: 1 });
    const [titles, sizes] = await Promise.all([galley.fetch(TITLES), galley.fetch("/api/pages?sort=size")]);
    expect(await totalOf(titles)).toBe(PAGES);
    expect(await totalOf(sizes)).toBe(PAGES);
  });

  it("are refused if too many of them wait", async () => {
    const galley = await openPages();
    const responses = await Promise.all(Array.from({ length: 1_010 }, (_, at) => galley.fetch(`${TITLES}&_q=t${at}`)));
    const refused = responses.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.headers.get("retry-after")).toBe("1");
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 503]));
  });
});
