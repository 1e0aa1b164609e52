import type { Commit } from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import type { Galley } from "../../../library/galley.ts";
import { currentRealm, type ProjectTransaction, type Realm, within } from "../realm.ts";
import type { Loose } from "../strapi-object.ts";
import { standIn } from "./stand-in.ts";

/** How often a transaction is run before other writes have come between too often. */
const ATTEMPTS = 3;

/** The ends of the last transactions by content: they run one after another. */
const last = new WeakMap<Store, Promise<unknown>>();

/**
 * `strapi.db.transaction`: runs code on a fork of the content, whose writes become one write of the content at the end; an
 * error drops them all. It is run again where another write came between. Inside another transaction it is a part of that.
 *
 * @throws what the code throws, or Error if other writes came between each time (rejected).
 */
export async function runTransaction(realm: Realm & { readonly galley: Galley }, work: Loose): Promise<unknown> {
  if (typeof work !== "function") return standIn("strapi.db.transaction without a function")();
  const outer = currentRealm()?.transaction;
  if (outer !== undefined) return work(callbacksOf(outer));
  const { store } = realm.galley;
  const turn = (last.get(store) ?? Promise.resolve()).then(() => attempts(realm, work));
  last.set(
    store,
    turn.catch(() => {}),
  );
  return turn;
}

export function isInTransaction(): boolean {
  return currentRealm()?.transaction !== undefined;
}

async function attempts(realm: Realm & { readonly galley: Galley }, work: Loose): Promise<unknown> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const transaction = { outside: realm.galley, isRolledBack: false, onCommit: [], onRollback: [] };
    const done = await once(realm, transaction, work);
    if (done !== null) return done.result;
  }
  throw new Error(`Other writes came between a transaction ${ATTEMPTS} times`);
}

/** Null: another write came between, and nothing is written. */
async function once(realm: Realm, transaction: ProjectTransaction, work: Loose): Promise<{ result: unknown } | null> {
  const { outside, onCommit, onRollback } = transaction;
  // Earlier writes that are under way come first.
  const galley = await outside.store.write(
    () => {},
    () => outside.branch(),
  );
  const since = galley.store.engine.number;
  const commits: Commit[] = [];
  galley.store.record();
  galley.store.onCommit((commit) => commits.push(commit));
  try {
    const result = await within({ ...realm, galley, transaction }, () => work(callbacksOf(transaction)));
    if (transaction.isRolledBack) return { result };
    if (commits.length > 0 && !(await outside.store.adopt(commits, since))) return null;
    for (const call of onCommit) call();
    return { result };
  } catch (error) {
    if (!transaction.isRolledBack) for (const call of onRollback) call();
    throw error;
  } finally {
    // Calls that the code has left running must not write where nobody looks.
    await galley.store.close();
  }
}

function callbacksOf(transaction: ProjectTransaction) {
  return {
    // All of it runs inside.
    trx: currentRealm()?.strapi.db.connection,
    commit: async () => {},
    async rollback() {
      if (transaction.isRolledBack) return;
      transaction.isRolledBack = true;
      for (const call of transaction.onRollback) call();
    },
    onCommit: (call: () => unknown) => void transaction.onCommit.push(call),
    onRollback: (call: () => unknown) => void transaction.onRollback.push(call),
  };
}
