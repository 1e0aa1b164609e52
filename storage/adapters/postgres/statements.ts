import { randomBytes } from "node:crypto";
import { CLAIM_LAPSE, NODE_LAPSE } from "../../sharing/lapses.ts";
import type { PgQuery } from "./pg.ts";

/** Total size of the bodies on one page of batches, in bytes; a first batch that is larger still fits. */
const PAGE_BYTES = 4 << 20;
const PAGE_ROWS = 1000;
/** Bytes of the batch of a probe: more than a page has left as a rule. */
const PROBE_BYTES = 8192;

/** Stores a batch if its predecessor is the last one: returns one row, or none. */
export function appendQuery(batch: {
  readonly first: number;
  readonly last: number;
  readonly id: string;
  readonly digest: number | null;
  readonly before: { readonly first: number; readonly id: string; readonly digest: number | null };
  readonly body: Buffer;
  readonly crc: number;
}): PgQuery {
  const { first, last, id, digest, before, body, crc } = batch;
  return {
    name: "append",
    text: `insert into batch (first, last, id, prev, body, crc, digest) select $1, $2, $3, $4, $5, $7, $8
      where exists (select from batch
        where first = $6 and last = $1::bigint - 1 and id = $4 and (digest = $9) is not false)
      on conflict (first) do nothing`,
    values: [first, last, id, before.id, body, before.first, crc, digest, before.digest],
  };
}

/** Writes a batch as an append does, and takes it back. Its position is none of the log's. */
export function probeQueries(): readonly PgQuery[] {
  return [
    { name: "begin", text: "begin" },
    {
      name: "probe",
      text: "insert into batch (first, last, id, prev, body, crc) values (-1, -1, '', '', $1, 0)",
      values: [randomBytes(PROBE_BYTES)],
    },
    { name: "rollback", text: "rollback" },
  ];
}

/** The batch that begins at a position. */
export function lookQuery(first: number): PgQuery {
  return { name: "look", text: "select first, last, id from batch where first = $1", values: [first] };
}

/** The last batch. */
export const HEAD: PgQuery = {
  name: "head",
  text: "select first, last, id, digest from batch order by first desc limit 1",
};

/** The oldest batch that is left. */
export const OLDEST: PgQuery = {
  name: "oldest",
  text: "select first, last, id from batch where first > 0 order by first limit 1",
};

/** The batch that contains a position or, if there is none, the one before it. */
export function holdingQuery(position: number): PgQuery {
  return {
    name: "holding",
    text: "select first, last, id, digest from batch where first <= $1 order by first desc limit 1",
    values: [position],
  };
}

/**
 * The batches from the one that begins at `from` on, in order; the body of the one that begins at `known` is omitted.
 */
export function pageQuery(from: number, known: number): PgQuery {
  return {
    name: "page",
    text: `select first, last, id, prev, body, crc, digest from (
        select first, last, id, prev, case when first = $2 then null else body end as body, crc, digest,
            sum(bytes) over (order by first) - bytes as before
          from (select *, case when first = $2 then 0 else length(body) end as bytes
            from batch where first >= $1 order by first limit ${PAGE_ROWS}) rows) page
      where before < ${PAGE_BYTES} or first <= $2 order by first`,
    values: [from, known],
  };
}

/**
 * Records that a node is alive. With `isProof`, the answer comes only when every commit before it is as durable as the
 * server makes it.
 */
export function beatQuery(node: string, applied: number, info: string, isProof: boolean): PgQuery {
  return {
    name: isProof ? "prove" : "beat",
    // Without a proof the row may be lost. The setting is local and ends with the statement.
    text: `with mode as (select set_config('synchronous_commit',
        ${isProof ? "current_setting('synchronous_commit')" : "'off'"}, true))
      insert into node (id, applied, info, seen) select $1, $2, $3, clock_timestamp() from mode
      on conflict (id) do update set applied = excluded.applied, info = excluded.info, seen = excluded.seen
      returning (select max(at) from snapshot where whole) as snapshot,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
    values: [node, applied, info],
  };
}

/** Gives a node the lease of a name, or renews it, by the clock of the server: one row, or none if another node has it. */
export function leaseQuery(node: string, name: string, seconds: number): PgQuery {
  return {
    name: "lease",
    text: `with mode as (select set_config('synchronous_commit', 'off', true))
      insert into lease (name, node, until) select $1, $2, clock_timestamp() + $3 * interval '1 second' from mode
      on conflict (name) do update set node = excluded.node, until = excluded.until
        where lease.node = excluded.node or lease.until < clock_timestamp()`,
    values: [Buffer.from(name), node, seconds],
  };
}

export function endLeaseQuery(node: string, name: string): PgQuery {
  return { text: "delete from lease where node = $1 and name = $2", values: [node, Buffer.from(name)] };
}

export function leaveQuery(node: string): PgQuery {
  return { text: "with gone as (delete from lease where node = $1) delete from node where id = $1", values: [node] };
}

/** Its transaction does not wait for a flush: until then, a notification would block all others of the server. */
export function notifyQuery(channel: string, head: number): PgQuery {
  return {
    name: "notify",
    text: "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)",
    values: [channel, String(head)],
  };
}

/** Deletes abandoned claims: lapsed ones, and any that this node left behind. */
export function lapseQuery(node: string): PgQuery {
  return {
    name: "lapse",
    text: `delete from snapshot where not whole and (by = $1 or claimed < now() - interval '${CLAIM_LAPSE} ms')`,
    values: [node],
  };
}

/** Claims the snapshot at a position if no other node is storing one and none is as recent: one row, or none. */
export function claimQuery(node: string, at: number, id: string): PgQuery {
  return {
    name: "claim",
    text: `insert into snapshot (at, id, by, claimed) select $1, $2, $3, now()
      where not exists (select from snapshot where not whole or at >= $1) on conflict do nothing`,
    values: [at, id, node],
  };
}

/** Stores a part and renews the claim: one row, or none if the claim is lost. */
export function partQuery(node: string, at: number, part: number, body: Buffer): PgQuery {
  return {
    name: "part",
    text: `with claim as (update snapshot set claimed = now() where at = $1 and by = $2 and not whole returning at)
      insert into snapshot_part (at, part, body) select at, $3, $4 from claim`,
    values: [at, node, part, body],
  };
}

/** Completes a claimed snapshot if the log has its batch, and deletes all but the newest two: one row, or none. */
export function finishQuery(
  node: string,
  { at, bytes, sha256, digest }: { at: number; bytes: number; sha256: Buffer; digest: number | null },
): PgQuery {
  return {
    text: `with last as (select last, id, digest from batch where first <= $1 order by first desc limit 1),
        kept as (update snapshot set whole = true, bytes = $3, sha256 = $4, digest = $5 from last
          where at = $1 and by = $2 and not whole
            and last.last = $1 and last.id = snapshot.id and (last.digest = $5) is not false
          returning at),
        gone as (delete from snapshot where whole and at < (select max(at) from snapshot where whole and at < $1))
      select at from kept`,
    values: [at, node, bytes, sha256, digest],
  };
}

/** The nodes but one, the most recently seen nodes first. */
export const NODES = `select id, applied, info->>'host' as host, (info->>'pid')::int as pid,
  (extract(epoch from clock_timestamp() - seen) * 1000)::bigint as "seenAgo" from node where id <> $1 order by seen desc`;

/** Deletes nodes that ended without signing off. */
export const FORGET_NODES: PgQuery = {
  name: "forget",
  text: "delete from node where seen < now() - interval '1 day'",
};

/** Never trims past the second newest snapshot, nor past an entry that a live node has yet to read. */
export function trimQuery(through: number): PgQuery {
  return {
    name: "trim",
    // Not least(): it ignores null, which here means that there is no second snapshot.
    text: `delete from batch where first > 0 and last <= $1
      and last <= (select at from snapshot where whole order by at desc offset 1 limit 1)
      and last <= coalesce((select min(applied) from node where seen > now() - interval '${NODE_LAPSE} ms'), 0)`,
    values: [through],
  };
}
