import { afterEach, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { withJson } from "../../../support/requests/json.ts";

const TOKEN = "token-of-the-editor";

let galley: Galley;

afterEach(() => galley.close());

/** A type with a list of components that each hold a password and a number. */
async function post(accounts: readonly unknown[]) {
  galley = await createGalley({
    schema: schemaOf(
      {
        team: {
          dp: false,
          attributes: { accounts: { type: "component", component: "team.account", repeatable: true } },
        },
      },
      {
        "team.account": { pass: { type: "password", encryption: { rounds: 4 } }, number: { type: "integer" } },
      },
    ),
    tokens: [{ name: "editor", token: TOKEN, access: "full-access" }],
  });
  const response = await galley.fetch(
    new Request(
      "http://localhost/api/teams",
      withJson("POST", { data: { accounts } }, { authorization: `Bearer ${TOKEN}` }),
    ),
  );
  const { error } = (await response.json()) as { readonly error?: { readonly message: string } };
  return { status: response.status, message: error?.message };
}

it("hashes fifty passwords in one write, and refuses more", async () => {
  expect(await post(Array(50).fill({ pass: "secret" }))).toEqual({ status: 201 });
  await galley.close();
  const refused = { status: 400, message: "The data holds more than 50 passwords" };
  expect(await post(Array(20_000).fill({ pass: "secret" }))).toEqual(refused);
});

it("stops looking for faults at a thousand", async () => {
  const refused = { status: 400, message: "1000 errors occurred" };
  expect(await post(Array(99_000).fill(1))).toEqual(refused);
  await galley.close();
  expect(await post(Array(30_000).fill({ number: "x" }))).toEqual(refused);
});
