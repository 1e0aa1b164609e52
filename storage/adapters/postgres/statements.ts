import { CLAIM_LAPSE, NODE_LAPSE } from "../../sharing/lapses.ts";
import type { PgQuery } from "./pg.ts";

/** Bytes of bodies that one page of batches has, unless its first one is larger. */
const PAGE_BYTES = 4 << 20;
const PAGE_ROWS = 1000;

/** Writes a batch where its predecessor is the last one: one row, or none. */
export function appendQuery(batch: {
  readonly first: number;
  readonly last: number;
  readonly id: string;
  readonly before: { readonly first: number; readonly id: string };
  readonly body: Buffer;
  readonly crc: number;
}): PgQuery {
  const { first, last, id, before, body, crc } = batch;
  return {
    name: "append",
    text: `insert into batch (first, last, id, prev, body, crc) select $1, $2, $3, $4, $5, $7
      where exists (select from batch where first = $6 and last = $1::bigint - 1 and id = $4)
      on conflict (first) do nothing`,
    values: [first, last, id, before.id, body, before.first, crc],
  };
}

/** The batch that begins at a position. */
export function lookQuery(first: number): PgQuery {
  return { name: "look", text: "select first, last, id from batch where first = $1", values: [first] };
}

/** The last batch. */
export const HEAD: PgQuery = {
  name: "head",
  text: "select first, last, id from batch order by first desc limit 1",
};

/** The first batch that there still is. */
export const OLDEST: PgQuery = {
  name: "oldest",
  text: "select first, last, id from batch where first > 0 order by first limit 1",
};

/** The batch that holds a position, or where there is none the one before it. */
export function holdingQuery(position: number): PgQuery {
  return {
    name: "holding",
    text: "select first, last, id from batch where first <= $1 order by first desc limit 1",
    values: [position],
  };
}

/** Batches from the one that begins at `from` on, in order; without the body of the one that begins at `known`. */
export function pageQuery(from: number, known: number): PgQuery {
  return {
    name: "page",
    text: `select first, last, id, prev, body, crc from (
        select first, last, id, prev, case when first = $2 then null else body end as body, crc,
            sum(length(body)) over (order by first) - length(body) as before
          from (select * from batch where first >= $1 order by first limit ${PAGE_ROWS}) rows) page
      where before < ${PAGE_BYTES} or first <= $2 order by first`,
    values: [from, known],
  };
}

/** Says that a node lives; `isProof`: the answer comes when all that was committed before is as durable as it gets. */
export function beatQuery(node: string, applied: number, info: string, isProof: boolean): PgQuery {
  return {
    name: isProof ? "prove" : "beat",
    // Without proof the row may be lost; a setting that is local ends with the statement.
    text: `with mode as (select set_config('synchronous_commit',
        ${isProof ? "current_setting('synchronous_commit')" : "'off'"}, true))
      insert into node (id, applied, info, seen) select $1, $2, $3, clock_timestamp() from mode
      on conflict (id) do update set applied = excluded.applied, info = excluded.info, seen = excluded.seen
      returning (select max(at) from snapshot where whole) as snapshot`,
    values: [node, applied, info],
  };
}

export function leaveQuery(node: string): PgQuery {
  return { text: "delete from node where id = $1", values: [node] };
}

/** Its transaction is not flushed: a notification locks out those of the whole server until it is. */
export function notifyQuery(channel: string, head: number): PgQuery {
  return {
    name: "notify",
    text: "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)",
    values: [channel, String(head)],
  };
}

/** Forgets claims that their nodes have let go of: this node's own, and those that have lapsed. */
export function lapseQuery(node: string): PgQuery {
  return {
    name: "lapse",
    text: `delete from snapshot where not whole and (by = $1 or claimed < now() - interval '${CLAIM_LAPSE} ms')`,
    values: [node],
  };
}

/** Claims the snapshot at a position, where nobody else is at one and there is none as new: one row, or none. */
export function claimQuery(node: string, at: number, id: string): PgQuery {
  return {
    name: "claim",
    text: `insert into snapshot (at, id, by, claimed) select $1, $2, $3, now()
      where not exists (select from snapshot where not whole or at >= $1) on conflict do nothing`,
    values: [at, id, node],
  };
}

/** Stores a part, and renews the claim: one row, or none where the claim is lost. */
export function partQuery(node: string, at: number, part: number, body: Buffer): PgQuery {
  return {
    name: "part",
    text: `with claim as (update snapshot set claimed = now() where at = $1 and by = $2 and not whole returning at)
      insert into snapshot_part (at, part, body) select at, $3, $4 from claim`,
    values: [at, node, part, body],
  };
}

/** Nodes that ended without taking leave. */
export const FORGET_NODES: PgQuery = {
  name: "forget",
  text: "delete from node where seen < now() - interval '1 day'",
};

/** Never past the second newest snapshot, nor past what a node that lives has yet to read. */
export function trimQuery(through: number): PgQuery {
  return {
    name: "trim",
    // No least(): it ignores null, which here means "none".
    text: `delete from batch where first > 0 and last <= $1
      and last <= (select at from snapshot where whole order by at desc offset 1 limit 1)
      and last <= coalesce((select min(applied) from node where seen > now() - interval '${NODE_LAPSE} ms'), 0)`,
    values: [through],
  };
}
