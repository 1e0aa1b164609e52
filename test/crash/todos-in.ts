import { JournalStorage, type Report } from "../../storage/internal.ts";
import { loadContent } from "../../storage/recovery/load.ts";
import { TODO_TYPE } from "../../transport/parts/todo/todo.ts";

/** Titles of all todos in the journal of a folder, by id. */
export async function todosIn(folder: string, report: Report): Promise<Map<number, unknown>> {
  const storage = new JournalStorage(folder, { report });
  await storage.open();
  try {
    const { types } = await loadContent(storage);
    const versions = [...(types.get(TODO_TYPE)?.values() ?? [])].flatMap(({ published }) => published ?? []);
    return new Map(versions.map(({ id, values }) => [id, values.title]));
  } finally {
    await storage.close();
  }
}
