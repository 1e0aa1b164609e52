import { describe, expect, it } from "vitest";
import { openWithSecrets } from "../../../../support/content/secrets.ts";
import { openedForAll } from "../../../../support/run/opened.ts";

/** Parameters that name an attribute of a note, as `NAME`. */
const PARAMETERS = [
  "filters[NAME]=a",
  "filters[NAME][$eq]=a",
  "filters[NAME][$null]=true",
  "filters[NAME][$notNull]=true",
  "filters[NAME][$startsWith]=a",
  "filters[NAME][$nosuch]=a",
  "filters[NAME][id]=1",
  "filters[NAME][name][$eq]=a",
  "filters[NAME][$in][0]=a&filters[NAME][$in][1]=b",
  "filters[NAME][$between][0]=a",
  "filters[$not][NAME]=a",
  "filters[$or][0][title]=a&filters[$or][1][NAME]=a",
  "filters[NAME]=a&filters[nothing]=a",
  "filters[nothing]=a&filters[NAME]=a",
  "filters[topic][notes][NAME]=a",
  "filters[topic][notes][NAME][name]=a",
  "filters[tags][notes][NAME][$gt]=1",
  "sort=NAME",
  "sort=NAME:desc",
  "sort=NAME.name",
  "sort=NAME.name:asc",
  "sort=title,NAME",
  "sort[NAME]=asc",
  "sort[NAME][name]=asc",
  "sort[0]=NAME",
  "sort=topic.notes.NAME",
  "sort=NAME:upwards",
  "fields=NAME",
  "fields[0]=title&fields[1]=NAME",
  "fields=NAME,title",
  "populate[topic][fields]=title&populate[topic][populate][notes][fields]=NAME",
  "populate[topic][populate][notes][filters][NAME]=a",
  "populate[topic][populate][notes][sort]=NAME",
  "populate[tags][populate][notes][filters][$or][0][NAME][$null]=true",
];

/** Parameters that populate it. */
const POPULATIONS = [
  "populate=NAME",
  "populate=title,NAME",
  "populate[0]=NAME",
  "populate[NAME]=true",
  "populate[NAME]=false",
  "populate[NAME]=*",
  "populate[NAME]=name",
  "populate[NAME][populate]=*",
  "populate[NAME][fields]=name",
  "populate[NAME][count]=true",
  "populate[NAME][filters][name]=a",
  "populate[NAME][sort]=name",
  "populate[NAME][on][shared.part]=true",
  "populate=NAME.name",
  "populate=topic.notes.NAME",
  "populate[topic][populate]=notes.NAME",
  "populate[topic][populate][notes][populate][NAME]=true",
];

describe.each(["contract", "strapi"] as const)("in the profile %s a visitor", (profile) => {
  const galley = openedForAll(() => openWithSecrets({ hush: "a", pin: 1, person: "a", draft: "a" }, { profile }));

  /**
   * Kinds of the answers to a list and to one entry, by parameter. The way to the name in a refusal is not compared:
   * the recorded answers end it before a name that does not exist, and behind one that must not be used.
   */
  async function outcomes(parameters: readonly string[], name: string): Promise<readonly string[]> {
    const outcomes: string[] = [];
    for (const parameter of parameters) {
      for (const path of ["/api/notes", "/api/notes/note1"]) {
        const url = `http://localhost${path}?${parameter.replaceAll("NAME", name)}`;
        const response = await galley.fetch(new Request(url));
        const { data, error } = (await response.json()) as Reply;
        const content = error === undefined ? JSON.stringify(data) : `${error.name} ${error.details.param}`;
        outcomes.push(`${parameter}: ${response.status} ${content}`);
      }
    }
    return outcomes;
  }

  it.each(["hush", "pin", "pass", "box", "aside", "owner"])(
    "can use %s no more than a name that does not exist",
    async (name) => {
      expect(await outcomes(PARAMETERS, name)).toEqual(await outcomes(PARAMETERS, "nosuch"));
    },
  );

  it.each(["hush", "pin", "pass", "box", "aside"])(
    "can populate %s no more than a name that does not exist",
    async (name) => {
      expect(await outcomes(POPULATIONS, name)).toEqual(await outcomes(POPULATIONS, "nosuch"));
    },
  );

  it("hides relations to types that it may not find when it populates them", async () => {
    for (const parameter of [
      "populate=owner",
      "populate=*",
      "populate[owner][filters][name]=a",
      "populate[owner][count]=true",
    ]) {
      const response = await galley.fetch(new Request(`http://localhost/api/notes?${parameter}`));
      expect(response.status).toBe(200);
      expect(await response.text()).not.toContain("owner");
    }
  });
});

interface Reply {
  readonly data: unknown;
  readonly error?: { readonly name: string; readonly details: { readonly param?: string } };
}
