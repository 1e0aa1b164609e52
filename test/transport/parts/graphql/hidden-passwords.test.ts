import { describe, expect, it } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { withJson } from "../../../support/requests/json.ts";
import { openedForAll } from "../../../support/run/opened.ts";

const SECRET = "correct horse";

const schema = schemaOf({
  member: {
    attributes: { name: { type: "string" }, age: { type: "integer" }, pin: { type: "password" } },
  },
  note: { attributes: { title: { type: "string" } } },
});

describe("the faults of variables that hold a password", () => {
  const galley = openedForAll(() =>
    createGalley({ schema, graphql: true, roles: { public: { "*": ["find", "findOne", "create"] } } }),
  );

  async function told(query: string, variables: object): Promise<string> {
    const response = await galley.fetch("/graphql", withJson("POST", { query, variables }));
    expect(response.status).toBe(400);
    return response.text();
  }

  const create = "mutation ($data: MemberInput!) { createMember(data: $data) { name } }";

  it.each<readonly [string, object, string]>([
    ["beside a wrong value", { name: "Ann", age: "x", pin: SECRET }, '\\"$data.age\\"'],
    ["beside an unknown field", { nope: 1, pin: SECRET }, 'Field \\"nope\\" is not defined'],
    ["under a misspelled name", { name: "Ann", pim: SECRET }, 'Field \\"pim\\" is not defined'],
    ["as a list", { pin: [SECRET] }, "String cannot represent a non string value"],
    ["within an object", { pin: { text: SECRET } }, "String cannot represent a non string value"],
  ])("tells where it is, but not a password %s", async (_where, data, fault) => {
    const text = await told(create, { data });
    expect(text).toContain(fault.startsWith("\\") ? "got invalid value" : fault);
    expect(text).not.toContain(SECRET);
  });

  it("does not repeat a number that was sent as a password", async () => {
    expect(await told(create, { data: { pin: 271_828 } })).not.toContain("271828");
  });

  it("does not repeat a password in the place of the whole input", async () => {
    expect(await told(create, { data: SECRET })).not.toContain(SECRET);
  });

  it("does not repeat a password that has its own variable", async () => {
    const query = "mutation ($secret: String) { createMember(data: { pin: $secret }) { name } }";
    const text = await told(query, { secret: [SECRET] });
    expect(text).toContain("got invalid value");
    expect(text).not.toContain(SECRET);
  });

  it("reports other input in the words of graphql-js", async () => {
    const query = "mutation ($data: NoteInput!) { createNote(data: $data) { title } }";
    const text = await told(query, { data: { title: "x", nope: 1 } });
    expect(text).toContain('got invalid value { title: \\"x\\", nope: 1 }');
  });
});
