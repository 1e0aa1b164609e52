import { afterEach, describe, expect, it, vi } from "vitest";
import type { Galley, GalleyOptions } from "../../../transport/galley.ts";
import { galleyWithPages } from "../../support/content/many-pages.ts";
import { eventually } from "../../support/eventually.ts";

const opened: Galley[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((galley) => galley.close()));
});

async function openPages(options: Partial<GalleyOptions> = {}): Promise<Galley> {
  const galley = await galleyWithPages(options);
  opened.push(galley);
  return galley;
}

async function titles(galley: Galley): Promise<readonly string[]> {
  const response = await galley.fetch("/api/pages?sort=title&pagination[pageSize]=3");
  const { data } = (await response.json()) as { data: readonly { title: string }[] };
  return data.map(({ title }) => title);
}

/** Call it before the first question: the result resolves once the galley itself has built everything. */
function buildOf({ engine }: Galley): () => Promise<void> {
  const steps = vi.spyOn(engine, "buildStep");
  return () => eventually(() => expect(steps).toHaveReturnedWith(false));
}

describe("an index over many rows", () => {
  it("is built between requests, with the same answers before and after, also in a fork", async () => {
    const galley = await openPages();
    const isBuilt = buildOf(galley);
    const first = await titles(galley);
    expect(first).toEqual(["title 0", "title 1", "title 10"]);
    const fork = galley.fork();
    opened.push(fork);
    const isForkBuilt = buildOf(fork);
    await fork.documents("api::page.page").create({ data: { title: "a" } });
    expect(await titles(fork)).toEqual(["a", "title 0", "title 1"]);
    await Promise.all([isBuilt(), isForkBuilt()]);
    expect(await titles(galley)).toEqual(first);
    expect(await titles(fork)).toEqual(["a", "title 0", "title 1"]);
  });

  it("is built though there are always reads that wait for want of it", async () => {
    const galley = await openPages();
    const sizes = Array.from({ length: 200 }, (_, at) => 100 + at).values();
    const askAll = async (): Promise<void> => {
      for (const size of sizes) {
        const response = await galley.fetch(`/api/pages?filters[size][$gt]=${size}&sort=title&pagination[pageSize]=1`);
        expect(await response.json()).toMatchObject({ data: [{ title: expect.stringMatching(/^title/) }] });
      }
    };
    await Promise.all([askAll(), askAll(), askAll()]);
    expect(galley.engine.buildStep()).toBe(false);
  });

  it("has the fault of its build logged, and is built after the next question", async () => {
    const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const galley = await openPages({ logger });
    const fault = new Error("unreadable");
    vi.spyOn(galley.engine, "buildStep").mockImplementationOnce(() => {
      throw fault;
    });
    const isBuilt = buildOf(galley);
    expect(await titles(galley)).toEqual(["title 0", "title 1", "title 10"]);
    await isBuilt();
    expect(logger.error).toHaveBeenCalledExactlyOnceWith({ err: fault }, "An index was not built");
  });

  it("is not built any more once the galley is closed", async () => {
    const galley = await openPages();
    await titles(galley);
    await galley.close();
    const steps = vi.spyOn(galley.engine, "buildStep");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(steps).not.toHaveBeenCalled();
    expect(galley.engine.buildStep()).toBe(true);
  });
});
