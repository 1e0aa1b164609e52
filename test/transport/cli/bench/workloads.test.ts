import { describe, expect, it } from "vitest";
import { subjectOf } from "../../../../transport/cli/bench/discover.ts";
import { Requests } from "../../../../transport/cli/bench/requests.ts";
import { restRequest, type Spelling } from "../../../../transport/cli/bench/rest.ts";
import type { Subject } from "../../../../transport/cli/bench/subject.ts";
import { WORKLOADS, wishesOf } from "../../../../transport/cli/bench/workloads.ts";

const PLACE = { path: "/api/notes", idOf: (at: number) => `id${at}` };

const BARE = subjectOf([{ id: 3, documentId: "a", createdAt: "2026-01-01T00:00:00.000Z" }], []);
// One document with two relations; one relation has several entries.
const FULL = subjectOf(
  [
    { id: 1, documentId: "a", title: "One thing", likes: 7, open: true, on: "2026-01-02" },
    { id: 2, documentId: "b", title: "Two things", likes: 9, open: false, on: null },
  ],
  [
    {
      documentId: "a",
      tags: [{ id: 1, documentId: "t", name: "red" }],
      group: { id: 1, documentId: "g", name: "all" },
      seo: { id: 1, title: "x" },
      open: true,
    },
  ],
);

function requests(name: string, subject: Subject, spelling?: Spelling) {
  const workload = WORKLOADS.find((each) => each.name === name);
  if (workload === undefined) throw new Error(name);
  return wishesOf({ ...workload, distinct: Math.min(workload.distinct, 400) }, subject).map((wish) =>
    restRequest(wish, PLACE, spelling),
  );
}

describe("queries about documents", () => {
  it("is recognized by their values", () => {
    expect(FULL).toMatchObject({
      documents: 2,
      number: { field: "likes", below: 9 },
      orders: ["on", "title", "updatedAt"],
      flag: "open",
      text: { field: "title", beginnings: ["One", "Two"] },
      populate: ["tags", "group"],
      links: [
        { relation: "tags", field: "name", count: 1, many: false },
        { relation: "group", field: "name", count: 1, many: false },
      ],
      list: { relation: "tags", field: "name" },
    });
    expect(BARE).toMatchObject({ number: { field: "id", below: 3 }, flag: null, text: null, links: [], create: null });
  });

  it("has values of existing documents: parts of texts, values of links and their documentIds", () => {
    const [part = ""] = FULL.text?.parts ?? [];
    expect("One thing".toUpperCase()).toContain(part);
    expect([FULL.links[0]?.value(5), FULL.links[0]?.idOf(5), FULL.list?.value(5)]).toEqual(["red", "t", "red"]);
  });
});

describe("the workloads", () => {
  it.each(WORKLOADS.map(({ name }) => name))("ask the same in every run: %s", (name) => {
    expect(requests(name, FULL)).toEqual(requests(name, FULL));
    expect(requests(name, FULL).length).toBeGreaterThan(0);
  });

  it("cover all queries about documents without texts and links", () => {
    const asked = WORKLOADS.filter(({ name }) => requests(name, BARE).length > 0).map(({ name }) => name);
    expect(asked).toEqual(["by-id", "repeated", "filtered", "mixed"]);
  });

  it.each([
    ["related", "filters[tags][name][$eq]=red&filters[likes][$gte]=4&sort=on:desc"],
    ["related-populated", "filters[tags][name][$eq]=red&filters[likes][$gte]=4&sort=on:desc&populate=tags,group"],
    [
      "either",
      "filters[likes][$gte]=4&filters[$or][0][tags][name][$eq]=red&filters[$or][1][group][name][$eq]=all&sort=on:desc",
    ],
    ["in-twenty", "filters[tags][documentId][$in][0]=t&sort=on:desc"],
    [
      "second-page",
      "filters[tags][name][$eq]=red&filters[likes][$gte]=4&sort=on:desc&pagination[page]=2&pagination[pageSize]=25",
    ],
    [
      "sorted-populate",
      "filters[likes][$gte]=4&sort=on:desc&populate[tags][filters][name][$gte]=red&populate[tags][sort]=name:desc",
    ],
  ])("ask along relations: %s", (name, query) => {
    expect(requests(name, FULL, "plain")[0]?.path).toBe(`/api/notes?${query}`);
    const encoded = requests(name, FULL)[0]?.path ?? "";
    expect(encoded).toMatch(/^[^[\]$:,]*$/);
    expect(decodeURIComponent(encoded)).toBe(`/api/notes?${query}`);
  });

  it("reach every document by its id, and every value of a number", () => {
    const subject: Subject = { ...FULL, documents: 101, number: { field: "likes", below: 401 } };
    expect(new Set(requests("by-id", subject).map(({ path }) => path)).size).toBe(101);
    expect(new Set(requests("filtered", subject).map(({ path }) => path)).size).toBe(400);
  });

  it("write in one of twenty wishes of the mixed one, and in all of the writing one", () => {
    expect(requests("mixed", FULL).filter(({ method }) => method === "POST")).toHaveLength(20);
    expect(requests("writes", FULL).every(({ method, body }) => method === "POST" && body !== "")).toBe(true);
  });

  it("create nothing twice, whichever creates it: values may be unique", () => {
    const subject = subjectOf([{ id: 1, documentId: "a", title: "One thing", slug: "one" }], []);
    const requests = new Requests({ subject, place: PLACE });
    const bodies = ["mixed", "writes", "mixed"].flatMap((name) => {
      const workload = WORKLOADS.find((each) => each.name === name);
      const next = workload && requests.of(workload);
      return Array.from({ length: 500 }, () => next?.().body ?? "").filter((body) => body !== "");
    });
    expect(bodies.length).toBe(550);
    expect(new Set(bodies.map((body) => JSON.parse(body).data.slug)).size).toBe(550);
  });

  it("are absent where no query could use them", () => {
    const requests = new Requests({ subject: BARE, place: PLACE });
    const asked = WORKLOADS.filter((workload) => requests.of(workload) !== null).map(({ name }) => name);
    expect(asked).toEqual(["by-id", "repeated", "filtered", "mixed"]);
  });
});
