import type { AttributeDefinition } from "../../../engine/internal.ts";
import type { ProfileName } from "../../../transport/contract/profiles/profile-name.ts";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import { withJson } from "../requests/json.ts";
import type { Types } from "../vectors/format.ts";
import { QUICK_USERS } from "./quick-users.ts";
import { schemaOf } from "./schema-of.ts";

const localized = { i18n: { localized: true } };
const own: AttributeDefinition = { type: "string", pluginOptions: localized };
const hush: AttributeDefinition = { type: "string", private: true, pluginOptions: localized };
const thing: AttributeDefinition = { type: "relation", relation: "morphToOne" };
const things: AttributeDefinition = { type: "relation", relation: "morphToMany" };
const file = { type: "media", multiple: false } as AttributeDefinition;

/** Types with locales, links to any type, and files; only a caller who may do everything may see vaults. */
export const FEATURE_TYPES: Types = {
  types: {
    essay: {
      plural: "essays",
      pluginOptions: localized,
      attributes: {
        title: own,
        sku: { type: "string" },
        hush,
        pin: { type: "integer", private: true },
        cover: file,
        shot: { ...file, private: true },
        part: { type: "component", component: "blocks.ref", pluginOptions: localized },
        vault: { type: "relation", relation: "manyToOne", target: "api::vault.vault", inversedBy: "essays" },
        topic: { type: "relation", relation: "manyToOne", target: "api::topic.topic", inversedBy: "essays" },
        writer: { type: "relation", relation: "manyToOne", target: "plugin::users-permissions.user" },
        thing,
        things,
      },
    },
    topic: {
      plural: "topics",
      dp: false,
      pluginOptions: localized,
      attributes: {
        name: own,
        hush,
        essays: { type: "relation", relation: "oneToMany", target: "api::essay.essay", mappedBy: "topic" },
      },
    },
    mark: {
      plural: "marks",
      attributes: {
        name: { type: "string" },
        pin: { type: "relation", relation: "morphOne", target: "api::essay.essay", morphBy: "thing" },
        essays: { type: "relation", relation: "morphMany", target: "api::essay.essay", morphBy: "things" },
        vaults: { type: "relation", relation: "morphMany", target: "api::vault.vault", morphBy: "things" },
      },
    },
    vault: {
      plural: "vaults",
      dp: false,
      pluginOptions: localized,
      attributes: {
        word: own,
        shot: file,
        essays: { type: "relation", relation: "oneToMany", target: "api::essay.essay", mappedBy: "vault" },
        thing,
        things,
      },
    },
  },
  components: { "blocks.ref": { label: { type: "string" }, hush: { type: "string", private: true }, thing } },
};

/** The difference between two deployments, which nobody who asks may be told. */
export interface HiddenFeatures {
  /** Private values, by locale. */
  readonly hush: { readonly en: string; readonly fr: string };
  /** Content of the hidden type. */
  readonly word: string;
  /** Whether there is a second vault, and links lead to vaults. */
  readonly second: boolean;
  readonly linked: boolean;
  /** Of the drafts: a title, the locale of one, and whether they link to a mark. */
  readonly draft: { readonly title: string; readonly locale: "fr" | "all"; readonly linked: boolean };
  /** Another user: its address, and how many sessions it has. */
  readonly user: { readonly email: string; readonly sessions: 0 | 1 | 2 };
  /** Which file is shown by private attributes and hidden entries. */
  readonly shot: 1 | 2;
}

export const FEATURE_LOCALES = ["en", "fr", "all"] as const;

export interface FeatureOptions {
  readonly profile: ProfileName;
  /** Whether everyone may read all types, vaults included. */
  readonly open: boolean;
}

/** A deployment with everything switched on, in which all but the secrets is the same. */
export async function openFeatures(hidden: HiddenFeatures, { profile, open }: FeatureOptions): Promise<Galley> {
  const schema = schemaOf(FEATURE_TYPES.types, FEATURE_TYPES.components);
  const reads = ["find", "findOne"] as const;
  const galley = await createGalley({
    schema: { ...schema, contentTypes: { ...schema.contentTypes, ...QUICK_USERS } },
    locales: FEATURE_LOCALES,
    profile,
    open,
    users: { sessions: true, providers: { corp: { clientId: "a", clientSecret: "b", issuer: "http://127.0.0.1:9" } } },
    jwtSecret: "a secret of both deployments",
    graphql: true,
    roles: {
      public: { essay: reads, topic: reads, mark: reads },
      authenticated: { essay: reads, topic: reads, mark: reads },
      writer: { essay: [...reads, "create", "update", "delete"], topic: reads, mark: reads, file: ["create"] },
    },
    tokens: [{ name: "writer", token: "token-of-a-writer", role: "writer" }],
    ids: "sequential",
    clock: "2026-01-01",
    rateLimit: { failures: 1_000_000 },
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  await fill(galley, hidden);
  return galley;
}

async function fill(galley: Galley, { hush, word, second, linked, draft, user, shot }: HiddenFeatures): Promise<void> {
  await signUp(galley, "ann", "ann@example.org");
  await signUp(galley, "eve", user.email);
  // Each sign-in draws an id, so that all there is afterwards has the same ids.
  for (const session of [0, 1]) {
    const { jwt } = (await (await post(galley, "local", { identifier: "eve", password: WORD })).json()) as {
      jwt: string;
    };
    if (session >= user.sessions) await post(galley, "logout", {}, { authorization: `Bearer ${jwt}` });
  }
  for (const name of ["a", "b"]) await upload(galley, name);
  const [essays, topics, marks, vaults] = ["essay", "topic", "mark", "vault"].map((name) =>
    galley.documents(`api::${name}.${name}`),
  );
  if (!essays || !topics || !marks || !vaults) throw new Error("There are four");
  const to = (type: string, documentId: string) => ({ __type: `api::${type}.${type}`, documentId });
  for (const [at, name] of ["a", "b"].entries()) {
    await marks.create({ data: { documentId: `mark${at}`, name }, status: "published" });
    await topics.create({ data: { documentId: `topic${at}`, name, hush: hush.en } });
    await topics.update({ documentId: `topic${at}`, locale: "fr", data: { name, hush: hush.fr } });
  }
  for (const at of second ? [0, 1] : [0]) {
    await vaults.create({
      data: { documentId: `vault${at}`, word, shot, ...(linked && { things: [to("mark", "mark0")] }) },
    });
    await vaults.update({ documentId: `vault${at}`, locale: "fr", data: { word: hush.fr } });
  }
  const eve = await galley.documents("plugin::users-permissions.user").findFirst({ filters: { username: "eve" } });
  for (const at of [0, 1, 2]) {
    const links = linked
      ? { vault: ["vault0"], things: [to("vault", "vault0"), to("mark", "mark1")] }
      : { things: [to("mark", "mark1")] };
    const part = { label: "a", hush: hush.fr, thing: linked ? to("vault", "vault0") : null };
    const data = {
      documentId: `essay${at}`,
      sku: "s",
      pin: second ? 1 : 2,
      cover: 1,
      shot,
      topic: ["topic0"],
      writer: at === 1 ? [String(eve?.documentId)] : null,
    };
    const each = (locale: "en" | "fr") => ({
      ...data,
      ...links,
      title: `${locale}${at}`,
      hush: hush[locale],
      thing: linked && at === 2 ? to("vault", "vault0") : null,
      part,
    });
    await essays.create({ data: each("en"), status: "published" });
    const { documentId, ...french } = each("fr");
    await essays.update({ documentId, locale: "fr", data: french, status: "published" });
  }
  // Last, so that nothing that is published has another id for it.
  await essays.update({
    documentId: "essay0",
    data: { title: draft.title, things: draft.linked ? [to("mark", "mark0")] : [] },
  });
  await essays.update({ documentId: "essay1", locale: draft.locale, data: { title: draft.title } });
}

export const WORD = "secret word";

async function signUp(galley: Galley, username: string, email: string): Promise<void> {
  await post(galley, "local/register", { username, email, password: WORD });
}

function post(galley: Galley, path: string, body: object, more = {}): Promise<Response> {
  return galley.fetch(`/api/auth/${path}`, withJson("POST", body, more));
}

async function upload(galley: Galley, name: string): Promise<void> {
  const form = new FormData();
  form.append("files", new Blob([name], { type: "text/plain" }), `${name}.txt`);
  await galley.fetch("/api/upload", {
    method: "POST",
    headers: { authorization: "Bearer token-of-a-writer" },
    body: form,
  });
}
