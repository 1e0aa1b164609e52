import { expect, it } from "vitest";
import { JournalStorage } from "../../../../storage/internal.ts";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { CRASH_SCHEMA } from "../../../crash/schema.ts";
import { stateOf } from "../../../support/content/library.ts";
import { Random } from "../../../support/random.ts";
import { SEED } from "../../../support/seed.ts";
import { SimulatedDisk } from "../../../support/storage/simulated-disk.ts";

const OPERATIONS = Number(process.env.GALLEY_OPERATIONS ?? 2_000);
/** From one restart to the next. */
const OPERATIONS_OF_A_LIFE = 400;
const MAX_BOOKS = 100;
const BOOK = "api::book.book";

/** A book as simply as can be: the titles of its two versions. */
interface Book {
  readonly draft: string;
  readonly published: string | null;
}

it(`equals a naive model after each restart in ${OPERATIONS} random operations`, {
  timeout: 3_600_000,
}, async () => {
  const random = new Random(SEED);
  let disk = new SimulatedDisk(random);
  const model = new Map<string, Book>();
  for (let done = 0; done < OPERATIONS; done += OPERATIONS_OF_A_LIFE) {
    const galley = await open(disk);
    for (let count = 0; count < OPERATIONS_OF_A_LIFE; count += 1) await operate(galley, model, random, done + count);
    const before = stateOf(galley.engine);
    expect(booksOf(galley)).toEqual(model);
    // Nothing is under way: whatever ends the process, all of it must be there again.
    if (random.chance(2)) await galley.close();
    disk = random.chance(2) ? disk.afterPowerCut(random) : disk.afterCrash(random);
    const again = await open(disk);
    expect(stateOf(again.engine)).toEqual(before);
    await again.close();
  }
});

function open(disk: SimulatedDisk): Promise<Galley> {
  const limits = { segmentBytes: 10_000, checkpointBytes: 30_000 };
  return createGalley({
    schema: CRASH_SCHEMA,
    storage: new JournalStorage("/data", { files: disk, report: () => {}, ...limits }),
  });
}

/** Does one thing to the content and the same to the model. */
async function operate(galley: Galley, model: Map<string, Book>, random: Random, count: number): Promise<void> {
  const books = galley.documents(BOOK);
  const title = `title ${count}`;
  const documentId = model.size === 0 ? undefined : random.one([...model.keys()]);
  const book = model.get(documentId ?? "");
  const kind = random.below(6);
  if (documentId === undefined || book === undefined || (kind < 2 && model.size < MAX_BOOKS)) {
    const { documentId: made } = await books.create({ data: { title } });
    model.set(String(made), { draft: title, published: null });
  } else if (kind < 3) {
    await books.update({ documentId, data: { title } });
    model.set(documentId, { ...book, draft: title });
  } else if (kind === 3) {
    await books.publish({ documentId });
    model.set(documentId, { ...book, published: book.draft });
  } else if (kind === 4) {
    await books.unpublish({ documentId });
    model.set(documentId, { ...book, published: null });
  } else {
    await books.delete({ documentId });
    model.delete(documentId);
  }
}

/** The content in the model's terms. */
function booksOf({ engine }: Galley): Map<string, Book> {
  const books = new Map<string, Book>();
  for (const change of engine.dump()) {
    if (change.kind !== "put" || change.type !== BOOK) continue;
    const { documentId, values } = change.version;
    const book = books.get(documentId) ?? { draft: "", published: null };
    books.set(documentId, { ...book, [change.status]: String(values.title) });
  }
  return books;
}
