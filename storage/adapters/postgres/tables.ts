import { EMPTY_DIGEST } from "../shared-log/digest.ts";

/** The format number of the tables. */
export const POSTGRES_FORMAT = 1;

/**
 * The statements that create the tables of a log, in a transaction, unless they exist. The first node runs them; an
 * administrator may run them instead.
 */
export function tablesSql(schema: string): string {
  const name = identifier(schema);
  return `begin;
create schema if not exists ${name};
set local search_path to ${name};

-- What the log is. "filling": a copy into it is under way, or was interrupted. "fits": content types that all values fit.
create table if not exists log (
  one bool primary key default true check (one),
  id text not null,
  format int not null,
  token_key bytea not null,
  filling bool not null default false,
  fits text);

-- A row is what was appended at once: lines {"commit","body"}, with their checksum (CRC-32). "digest": of the whole log so far.
create table if not exists batch (
  first bigint primary key,
  last bigint not null check (last >= first),
  id text not null,
  prev text not null,
  body bytea not null,
  crc int not null,
  at timestamptz not null default clock_timestamp(),
  digest int);
alter table batch add column if not exists digest int;
-- Builds without lz4 compress with what they have.
do $$ begin alter table batch alter body set compression lz4; exception when others then null; end $$;

create table if not exists snapshot (
  at bigint primary key,
  id text not null,
  by text not null,
  claimed timestamptz not null,
  whole bool not null default false,
  bytes bigint,
  sha256 bytea,
  digest int);
alter table snapshot add column if not exists digest int;
create table if not exists snapshot_part (
  at bigint references snapshot on delete cascade,
  part int,
  body bytea not null,
  primary key (at, part));
do $$ begin alter table snapshot_part alter body set compression lz4; exception when others then null; end $$;

create table if not exists node (
  id text primary key,
  applied bigint not null,
  info jsonb not null,
  seen timestamptz not null);

-- Named texts of readers of the log: how far they have come, and what they have yet to do. "write": the write that made it so.
create table if not exists mark (
  name bytea primary key,
  value bytea not null,
  write text not null);
-- Which node is to work for a name. Advisory: marks decide.
create table if not exists lease (
  name bytea primary key,
  node text not null,
  until timestamptz not null);

-- Uploads. Without a name: one that is being received.
create table if not exists file (
  id text primary key,
  name text unique,
  size bigint not null,
  modified timestamptz not null);
create table if not exists file_part (
  id text references file on delete cascade,
  part int,
  body bytea not null,
  primary key (id, part));
alter table file_part alter body set storage external;

insert into log (id, format, token_key)
  values (gen_random_uuid(), ${POSTGRES_FORMAT}, decode(replace(gen_random_uuid()::text, '-', ''), 'hex'))
  on conflict do nothing;
-- Position 0: the predecessor of the first batch.
insert into batch (first, last, id, prev, body, crc, digest) select 0, 0, id, '', '', 0, ${EMPTY_DIGEST} from log on conflict do nothing;

-- For people: a line is one entry.
create or replace view entry as
  select b.first + e.n - 1 as position, b.at, substring(e.line from '^{"commit":"([^"]*)"') as commit, e.line
    from batch b,
      regexp_split_to_table(rtrim(convert_from(b.body, 'UTF8'), E'\\n'), E'\\n') with ordinality e(line, n)
    where b.first > 0;
commit;
`;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
