import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Action } from "../../../../../engine/internal.ts";
import { createGalley, type Galley } from "../../../../../transport/galley.ts";
import { schemaOf } from "../../../../support/content/schema-of.ts";
import { ask } from "../../../../support/requests/ask-graphql.ts";
import { Caller } from "../../../../support/requests/caller.ts";
import type { Reply } from "../../../../support/requests/reply.ts";

const TITLE = { title: { type: "string" } } as const;
const TYPES = {
  note: { plural: "notes", attributes: TITLE },
  label: { plural: "labels", dp: false, attributes: TITLE },
  vault: { plural: "vaults", attributes: TITLE },
} as const;
type TypeName = keyof typeof TYPES;

const CRUD: readonly Action[] = ["find", "findOne", "create", "update", "delete"];
const READS: readonly Action[] = ["find", "findOne"];
const ALL: readonly Action[] = [...CRUD, "publish", "unpublish", "discardDraft"];

/** Who may do what: the whole law of this file. */
const MAY: Readonly<Record<string, Readonly<Record<TypeName, readonly Action[]>>>> = {
  visitor: { note: ["find"], label: ["findOne", "create"], vault: [] },
  writer: { note: ["find", "create", "update", "publish"], label: ["delete"], vault: [] },
  reader: { note: READS, label: READS, vault: READS },
  owner: { note: ALL, label: ALL, vault: ALL },
};

const STATUSES = ["draft", "published"] as const;
type Status = (typeof STATUSES)[number];

interface Cell {
  readonly role: string;
  readonly type: TypeName;
  readonly action: Action;
  readonly status: Status;
}

const typeNames = Object.keys(TYPES) as TypeName[];
const CELLS: readonly Cell[] = Object.keys(MAY).flatMap((role) =>
  typeNames.flatMap((type) =>
    (type === "label" ? CRUD : ALL).flatMap((action) => STATUSES.map((status) => ({ role, type, action, status }))),
  ),
);

/** Drafts are for callers with credentials. */
const isAllowed = ({ role, type, action, status }: Cell): boolean =>
  (MAY[role]?.[type].includes(action) ?? false) &&
  !(role === "visitor" && status === "draft" && READS.includes(action));

describe("role × type × action × status", () => {
  let galley: Galley;
  let callers: Readonly<Record<string, Caller>>;

  beforeAll(async () => {
    const { visitor: publicRole, writer } = MAY;
    galley = await createGalley({
      schema: schemaOf(TYPES),
      roles: { public: { ...publicRole }, writer: { ...writer } },
      tokens: [
        { name: "writer", token: "token-of-the-writer", role: "writer" },
        { name: "reader", token: "token-of-the-reader", access: "read-only" },
        { name: "owner", token: "token-of-the-owner", access: "full-access" },
      ],
      rest: { actions: true },
      graphql: true,
    });
    const { url } = await galley.listen({ port: 0 });
    const token = (name: string): Caller => new Caller(url, `token-of-the-${name}`);
    callers = { visitor: new Caller(url), writer: token("writer"), reader: token("reader"), owner: token("owner") };
  });
  afterAll(() => galley.close());

  const callerOf = (role: string): Caller => {
    const caller = callers[role];
    if (caller === undefined) throw new Error(`Nobody has the role ${role}`);
    return caller;
  };

  /** A document that is there in both states. */
  async function newDocument(type: TypeName): Promise<string> {
    const { entry } = await callerOf("owner").post(`/api/${TYPES[type].plural}`, {
      data: { title: "before", status: "published" },
    });
    return entry.documentId;
  }

  function overRest({ role, type, action, status }: Cell, documentId: string): Promise<Reply> {
    const caller = callerOf(role);
    const list = `/api/${TYPES[type].plural}`;
    switch (action) {
      case "find":
        return caller.get(`${list}?status=${status}`);
      case "findOne":
        return caller.get(`${list}/${documentId}?status=${status}`);
      case "create":
        return caller.post(list, { data: { title: "after", status } });
      case "update":
        return caller.put(`${list}/${documentId}`, { data: { title: "after" }, status });
      case "delete":
        return caller.delete(`${list}/${documentId}`);
      default:
        return caller.request("POST", `${list}/${documentId}/actions/${action.replace("D", "-d")}`);
    }
  }

  function documentOf({ type, action, status }: Cell, documentId: string): string | null {
    const state = type === "label" ? "" : `, status: ${status.toUpperCase()}`;
    const capital = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
    const one = `documentId: ${JSON.stringify(documentId)}`;
    switch (action) {
      case "find":
        return `{ ${TYPES[type].plural}(pagination: { limit: 1 }${state}) { title } }`;
      case "findOne":
        return `{ ${type}(${one}${state}) { title } }`;
      case "create":
        return `mutation { create${capital}(data: { title: "after" }${state}) { title } }`;
      case "update":
        return `mutation { update${capital}(${one}, data: { title: "after" }${state}) { title } }`;
      case "delete":
        return `mutation { delete${capital}(${one}) { documentId } }`;
      default:
        return null;
    }
  }

  it.each(Object.keys(MAY))("%s may do over REST exactly what the table says", async (role) => {
    for (const cell of CELLS.filter((each) => each.role === role)) {
      const documentId = await newDocument(cell.type);
      const before = galley.engine.number;
      const { status } = await overRest(cell, documentId);
      const refused = role === "visitor" ? 401 : 403;
      expect([cell, status]).toEqual([cell, isAllowed(cell) ? (cell.action === "create" ? 201 : 200) : refused]);
      if (!isAllowed(cell)) expect([cell, galley.engine.number]).toEqual([cell, before]);
    }
  });

  it.each(Object.keys(MAY))("%s may do the same over GraphQL", async (role) => {
    for (const cell of CELLS.filter((each) => each.role === role)) {
      const documentId = await newDocument(cell.type);
      const document = documentOf(cell, documentId);
      if (document === null) continue;
      const before = galley.engine.number;
      const { data, errors } = await ask(callerOf(role), document);
      const isDone = errors.length === 0 && Object.values(data ?? {}).every((value) => value !== null);
      // Content types without drafts take no status there.
      const allowed = isAllowed(cell.type === "label" ? { ...cell, status: "published" } : cell);
      expect([cell, isDone]).toEqual([cell, allowed]);
      if (!allowed) expect([cell, galley.engine.number]).toEqual([cell, before]);
    }
  });
});
