import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JournalStorage, JsonFileStorage, type Storage } from "../../../storage/internal.ts";
import { type HostileRequest, writeRequest } from "../../arbitraries/hostile/hostile-request.ts";
import { fc } from "../../support/fast-check.ts";
import { newFolder } from "../../support/folder.ts";
import { type OpenRecordedTypes, openRecordedTypes, TOKENS } from "../../support/servers/open-recorded-types.ts";
import type { TypeDefinition } from "../../support/vectors/format.ts";
import { type Answer, exchange } from "../../support/vectors/play/exchange.ts";
import { writeVectors } from "../../support/vectors/vector-file.ts";

const { types, components } = writeVectors();
const TYPES = { types, components };

/** Histories per storage. */
const HISTORIES = Number(process.env.GALLEY_RESTARTS ?? 4);

const headers = { authorization: `Bearer ${TOKENS.full}`, "content-type": "application/json" };

/** A deployment that can be closed and opened again; its clock and its documentIds go on. */
class Deployment {
  readonly #newStorage: () => Storage;
  #server: OpenRecordedTypes | null = null;
  #now = Date.UTC(2026, 0, 1);
  #ids = 0;

  constructor(newStorage: () => Storage) {
    this.#newStorage = newStorage;
  }

  async open(seeded: boolean): Promise<void> {
    this.#server = await openRecordedTypes(TYPES, {
      storage: this.#newStorage(),
      seeded,
      rest: { actions: true },
      clock: () => ++this.#now,
      ids: () => `n${String(++this.#ids).padStart(23, "0")}`,
    });
  }

  async close(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
  }

  async reopen(): Promise<void> {
    await this.close();
    await this.open(false);
  }

  send(method: string, path: string, body: unknown = null): Promise<Answer> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return exchange(this.#server?.url ?? "", { method, path, headers, body: body === null ? null : Buffer.from(text) });
  }

  async sendAll(requests: readonly HostileRequest[]): Promise<number> {
    let accepted = 0;
    for (const { method, path, body } of requests)
      if ((await this.send(method, path, body)).status < 300) accepted += 1;
    return accepted;
  }

  /** The texts of all answers, by path. */
  async readAll(): Promise<Readonly<Record<string, string>>> {
    const texts: Record<string, string> = {};
    for (const path of READS) {
      const { status, text } = await this.send("GET", path);
      // A single type without its document is not found.
      expect([200, 404]).toContain(status);
      texts[path] = text;
    }
    return texts;
  }
}

/** Every type, drafts and published versions, with all that is two steps away; and every todo. */
const READS = [
  "/todos",
  ...Object.entries(types).flatMap(([name, type]) => {
    const path = type.kind === "singleType" ? `/api/${name}` : `/api/${type.plural}`;
    return ["draft", "published"].map(
      (status) => `${path}?status=${status}&pagination[limit]=100${populateTwice(type)}`,
    );
  }),
];

function populateTwice({ attributes }: TypeDefinition): string {
  const names = Object.keys(attributes).filter((name) => isNested(attributes[name]?.type));
  return names.map((name) => `&populate[${name}][populate]=*`).join("");
}

function isNested(type: string | undefined): boolean {
  return type === "relation" || type === "component" || type === "dynamiczone" || type === "media";
}

const STORAGES: readonly (readonly [name: string, at: (folder: string) => Storage])[] = [
  ["json file", (folder) => new JsonFileStorage(join(folder, "content.json"))],
  ["journal", (folder) => new JournalStorage(folder)],
];

describe.each(STORAGES)("a deployment on a %s", (_name, storageAt) => {
  it("answers after a restart as it did before, byte by byte", { timeout: 3_600_000 }, async () => {
    const history = fc.array(writeRequest(TYPES), { minLength: 20, maxLength: 40, size: "max" });
    let accepted = 0;
    const law = fc.asyncProperty(history, async (requests) => {
      const folder = await newFolder();
      const deployment = new Deployment(() => storageAt(folder));
      await deployment.open(true);
      accepted += await deployment.sendAll(requests);
      const before = await deployment.readAll();
      await deployment.reopen();
      expect(await deployment.readAll()).toEqual(before);
      await deployment.close();
    });
    await fc.assert(law, { numRuns: HISTORIES });
    expect(accepted).toBeGreaterThan(HISTORIES);
  });

  it("continues after a restart as it would have without one", { timeout: 3_600_000 }, async () => {
    const histories = fc.tuple(
      ...[1, 2].map(() => fc.array(writeRequest(TYPES), { minLength: 10, maxLength: 20, size: "max" })),
    );
    const law = fc.asyncProperty(histories, async ([first = [], second = []]) => {
      const answers: unknown[] = [];
      for (const restarted of [false, true]) {
        const folder = await newFolder();
        const deployment = new Deployment(() => storageAt(folder));
        await deployment.open(true);
        await deployment.sendAll(first);
        if (restarted) await deployment.reopen();
        await deployment.sendAll(second);
        answers.push(await deployment.readAll());
        await deployment.close();
      }
      expect(answers[1]).toEqual(answers[0]);
    });
    await fc.assert(law, { numRuns: Math.ceil(HISTORIES / 2) });
  });

  it("never assigns an id again, even after its owner is deleted", async () => {
    const folder = await newFolder();
    const deployment = new Deployment(() => storageAt(folder));
    await deployment.open(false);
    const ids: Record<string, number[]> = { todo: [], post: [], link: [] };
    for (let round = 0; round < 3; round++) {
      const todo = (await deployment.send("POST", "/todos", { title: "a task" })).body as { id: number };
      ids.todo?.push(todo.id);
      await deployment.send("DELETE", `/todos/${todo.id}`);

      const data = { title: "a page", links: [{ url: "/" }, { url: "/" }], zone: [], status: "published" };
      const page = (await deployment.send("POST", "/api/pages?populate=links", { data })).body as Page;
      ids.post?.push(page.data.id);
      ids.link?.push(...page.data.links.map(({ id }) => id));
      await deployment.send("DELETE", `/api/pages/${page.data.documentId}`);
      await deployment.reopen();
    }
    for (const given of Object.values(ids)) expect(given).toEqual([...new Set(given)].sort((a, b) => a - b));
    expect((await deployment.send("GET", "/todos")).body).toEqual([]);
    await deployment.close();
  });
});

interface Page {
  readonly data: {
    readonly id: number;
    readonly documentId: string;
    readonly links: readonly { readonly id: number }[];
  };
}
