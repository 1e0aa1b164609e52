import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Galley } from "../../../../../transport/galley.ts";
import { openWithSecrets, READER, SECRET_TYPES, type Secrets } from "../../../../support/content/secrets.ts";
import { graphqlQuestions, pathsFrom, restQuestions } from "../../../../support/engine/hidden-questions.ts";

/** Attributes on a way. */
const DEPTH = 3;
/** Of so many questions one is asked; `npm run check -- privacy` asks them all. */
const ONE_OF = Number(process.env.GALLEY_PRIVACY_ONE_OF ?? 29);
const SECRETS: Secrets = { hush: "alpha", pin: 7, person: "Ann", draft: null };
/** All that nobody may see is different. */
const OTHERS: Secrets = { hush: "omega", pin: 1000, person: null, draft: null };
const GUESSES = ["alpha1", 7];

/** Who asks: a visitor, someone who may read notes alone, and someone who may read all that is not private. */
const ROLES = {
  visitor: undefined,
  "someone who may read notes alone": "token-for-notes",
  "someone who may read everything": READER,
};
const OPTIONS = {
  roles: { public: { "*": ["find", "findOne"], person: [] }, notes: { note: ["find", "findOne"] } },
  tokens: [
    { name: "reader", token: READER, access: "read-only" },
    { name: "notes", token: "token-for-notes", role: "notes" },
  ],
  graphql: true,
} as const;

describe.each(["contract", "strapi"] as const)("in the profile %s", (profile) => {
  let galley: Galley;
  let other: Galley;
  beforeAll(async () => {
    galley = await openWithSecrets(SECRETS, { profile, ...OPTIONS });
    other = await openWithSecrets(OTHERS, { profile, ...OPTIONS });
  });
  afterAll(async () => {
    await galley.close();
    await other.close();
  });

  const paths = () =>
    Object.entries(SECRET_TYPES.types).flatMap(([name, { plural }]) =>
      pathsFrom(galley.engine.schema, galley.engine.schema.type(`api::${name}.${name}`), DEPTH).map((path) => ({
        ...path,
        plural,
      })),
    );
  type Path = ReturnType<typeof paths>[number];

  const every = (plural: string, names: readonly string[]): Question[] => [
    ...restQuestions(names, GUESSES).map((query) => ({ url: `/api/${plural}?${query}`, body: null })),
    ...graphqlQuestions(plural, names, GUESSES).map((query) => ({ url: "/graphql", body: JSON.stringify({ query }) })),
  ];

  /** Another part of them for each path. */
  const chosen = ({ plural, names }: Path, nth: number): Question[] =>
    every(plural, names).filter((_, at) => (at + nth) % ONE_OF === 0);

  describe.each(Object.entries(ROLES))("%s", (role, token) => {
    it("reveals no hidden content by any parameter on any route", async () => {
      for (const [nth, path] of paths().entries()) {
        for (const question of chosen(path, nth)) {
          // A person is no secret to callers who may read people.
          if (role === "someone who may read everything" && tellsOfPeople(question)) continue;
          const [told, expected] = [await ask(galley, question, token), await ask(other, question, token)];
          expect([question, told]).toEqual([question, expected]);
          expect(expected.text).not.toMatch(/omega|\$2[aby]\$/);
        }
      }
    }, 3_600_000);

    it("gets the same answer for a hidden attribute as for one that does not exist", async () => {
      for (const [nth, path] of paths().entries()) {
        const last = path.names.at(-1) ?? "";
        const absent = chosen({ ...path, names: [...path.names.slice(0, -1), "nosuch"] }, nth);
        for (const [at, question] of path.hidden || path.behindHidden ? chosen(path, nth).entries() : []) {
          const without = absent[at];
          // That there is a password, always null, is in the GraphQL schema, as in a real Strapi's.
          if (without === undefined || (last === "pass" && question.body !== null)) continue;
          const [told, expected] = [await ask(galley, question, token), await ask(galley, without, token)];
          expect([question, comparable(told, last)]).toEqual([question, comparable(expected, last)]);
        }
      }
    }, 3_600_000);

    it("finds nothing hidden by a search", async () => {
      for (const { plural } of Object.values(SECRET_TYPES.types)) {
        for (const guess of GUESSES) {
          const question = { url: `/api/${plural}?_q=${guess}`, body: null };
          if (role === "someone who may read everything" && plural === "people") continue;
          const told = await ask(galley, question, token);
          expect([question, told]).toEqual([question, await ask(other, question, token)]);
        }
      }
    });
  });
});

interface Question {
  readonly url: string;
  readonly body: string | null;
}

interface Told {
  readonly status: number;
  readonly etag: string | null;
  readonly length: string | null;
  readonly text: string;
}

async function ask(galley: Galley, { url, body }: Question, token: string | undefined): Promise<Told> {
  const credentials = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await galley.fetch(`http://galley${url}`, {
    method: body === null ? "GET" : "POST",
    headers: { ...credentials, ...(body !== null && { "content-type": "application/json" }) },
    body,
  });
  const { headers, status } = answer;
  return { status, etag: headers.get("etag"), length: headers.get("content-length"), text: await answer.text() };
}

const tellsOfPeople = ({ url, body }: Question) => /owner|keeper|chief|people|aside/.test(body ?? url);

/**
 * An answer without the name that was asked for, `name` or one that does not exist. The place in a query where a name
 * must not be used is told, as in the recorded answers: see SECURITY.md.
 */
function comparable({ status, etag, text }: Told, name: string): unknown {
  const told = text.replaceAll(new RegExp(`\\b(${name}|nosuch)\\b(?!":)`, "g"), "NAME");
  // Names that are spelt alike come from the GraphQL schema, which has no private ones.
  const body = JSON.parse(told.replaceAll(/ Did you mean [^?]*\?|(?<=Invalid key NAME) at [\w.]+/g, ""));
  const { errors = [], error } = body;
  for (const { extensions } of errors) delete extensions?.error?.details?.path;
  delete error?.details?.path;
  return { status, etag: etag === null ? null : "some", body: { ...body, errors: errors.map(withoutPlaces) } };
}

/** Where in the text an error is depends on how long the name is. */
function withoutPlaces(error: object): object {
  return { ...error, locations: null };
}
