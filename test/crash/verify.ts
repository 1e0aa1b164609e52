import type { Change, VersionRecord } from "../../engine/internal.ts";
import { JournalStorage } from "../../storage/internal.ts";
import { createGalley, type Galley } from "../../transport/galley.ts";
import type { Told } from "./load.ts";
import { CRASH_SCHEMA } from "./schema.ts";

const BOOK = "api::book.book";

/** Opens what a killed server has left. Throws when anything promised is not there, or anything is there by half. */
export async function verify(folder: string, load: Told): Promise<void> {
  const galley = await createGalley({
    schema: CRASH_SCHEMA,
    todo: true,
    storage: new JournalStorage(folder, { report: () => {} }),
  });
  try {
    const changes = [...galley.engine.dump()];
    const drafts = versions(changes, "draft");
    const published = versions(changes, "published");
    for (const [documentId, title] of load.acknowledged) {
      if (drafts.get(documentId)?.values.title !== title) throw new Error(`${documentId} is lost: ${title}`);
    }
    for (const documentId of load.seen) if (!published.has(documentId)) throw new Error(`${documentId} was seen`);
    const links = new Set(
      changes.flatMap((change) => (change.kind === "link" ? `${change.layer} ${change.source}` : [])),
    );
    for (const documentId of drafts.keys()) {
      const whole =
        published.has(documentId) && ["draft", "published"].every((layer) => links.has(`${layer} ${documentId}`));
      if (!whole) throw new Error(`${documentId} is there by half`);
    }
    const ids = [...drafts.values(), ...published.values()].map(({ id }) => id);
    if (new Set(ids).size !== ids.length) throw new Error("an id was given twice");
    const todos = await todosOf(galley);
    for (const [id, title] of load.todos) if (todos.get(id) !== title) throw new Error(`todo ${id} is lost: ${title}`);
  } finally {
    await galley.close();
  }
}

function versions(changes: readonly Change[], status: "draft" | "published"): Map<string, VersionRecord> {
  return new Map(
    changes.flatMap((change) =>
      change.kind === "put" && change.type === BOOK && change.status === status
        ? [[change.version.documentId, change.version]]
        : [],
    ),
  );
}

async function todosOf(galley: Galley): Promise<Map<number, string>> {
  const response = await galley.fetch(new Request("http://localhost/todos"));
  const todos = (await response.json()) as readonly { id: number; title: string }[];
  return new Map(todos.map(({ id, title }) => [id, title]));
}
