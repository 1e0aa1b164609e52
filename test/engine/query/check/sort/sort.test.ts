import { describe, expect, it } from "vitest";
import {
  CONTRACT_RULES,
  defineSchema,
  type Rules,
  type SortKey,
  STRAPI_RULES,
} from "../../../../../engine/internal.ts";
import { schemaOf } from "../../../../support/content/schema-of.ts";
import { ask, refusal } from "../content.ts";

const key = (field: string, direction: "asc" | "desc" = "asc", ...path: string[]) => ({ path, field, direction });

const STATUS = { status: { type: "string" } } as const;
const PAYMENTS = defineSchema(
  schemaOf(
    {
      payment: {
        dp: false,
        attributes: {
          ...STATUS,
          price: { type: "integer" },
          order: { type: "relation", relation: "manyToOne", target: "api::order.order" },
          parts: { type: "component", component: "shop.part" },
        },
      },
      order: { dp: false, attributes: STATUS },
    },
    { "shop.part": STATUS },
  ),
);
const nameOf = ({ path, field, direction }: SortKey) => `${[...path, field].join(".")} ${direction}`;

describe("sort", () => {
  it.each([
    ["sort=title", [key("title")]],
    ["sort=title:DESC", [key("title", "desc")]],
    ["sort=title:asc:desc", [key("title")]],
    ["sort=title,%20views:desc", [key("title"), key("views", "desc")]],
    ["sort[0]=title&sort[1]=views:desc", [key("title"), key("views", "desc")]],
    ["sort[]=title,id&sort[]=views", [key("title"), key("id"), key("views")]],
    ["sort[title]=desc&sort[views]=asc", [key("title", "desc"), key("views")]],
    ["sort[0][title]=desc&sort[1][views]=asc", [key("title", "desc"), key("views")]],
    ["sort=author.country.code:desc", [key("code", "desc", "author", "country")]],
    ["sort[author][country][code]=desc", [key("code", "desc", "author", "country")]],
    ["sort=seo.metaTitle,cover.name", [key("metaTitle", "asc", "seo"), key("name", "asc", "cover")]],
    ["sort=createdAt,publishedAt:desc", [key("createdAt"), key("publishedAt", "desc")]],
    ["sort=,title,", [key("title")]],
    ["sort=title,title:desc,views", [key("title"), key("views")]],
    ["sort=tags.slug,tags.slug,tags.slug:desc", [key("slug", "asc", "tags"), key("slug", "desc", "tags")]],
    ["sort=", []],
    ["sort", []],
    ["sort[]", []],
    ["sort[title]=", []],
    ["sort[title]", []],
    ["sort=:asc", []],
    ["sort=status:asc", []],
  ])("%s", (query, keys) => {
    expect(ask(query).sort).toEqual(keys);
  });

  it.each([
    ["sort=nosuch", "Invalid key nosuch", null],
    ["sort=nosuch:up", "Invalid key nosuch", null],
    ["sort=title%20:desc", "Invalid key title ", null],
    ["sort=title.foo", "Invalid key foo at title", "title"],
    ["sort[title][foo]=asc", "Invalid key foo at title", "title"],
    ["sort=author", "Invalid key author", "author"],
    ["sort=author:asc", "Invalid key asc at author", "author"],
    ["sort[createdBy]=asc", "Invalid key asc at createdBy", "createdBy"],
    ["sort[author]=asc", "Invalid key asc at author", "author"],
    ["sort[author]=", "Invalid key author", "author"],
    ["sort=author.note", "Invalid key note at author.note", "author.note"],
    ["sort=owner.nosuch", "Invalid key owner", "owner"],
    ["sort=locale", "Invalid key locale", "locale"],
    ["sort=status", "Invalid key status", null],
    ["sort=author:asc,nosuch", "Invalid key nosuch", null],
    ["sort[]=author:asc&sort[]=author.country:asc", "Invalid key asc at author", "author"],
    ["sort=author.nosuch,nosuch", "Invalid key nosuch", null],
    ["sort[author]=asc&sort[nosuch]=asc", "Invalid key asc at author", "author"],
    ["sort=title.foo,author", "Invalid key author", "author"],
    ["sort[0]=title&sort[1][views]=asc", "Invalid key 0", null],
    ["sort[100]=title", "Invalid key 100", null],
    ["sort[title][]=asc", "Invalid key 0 at title", "title"],
  ])("%s is refused", (query, message, path) => {
    expect(refusal(query)).toMatchObject({ code: "validation", message, details: { path, param: "sort" } });
  });

  it("has no status where there are no drafts", () => {
    expect(refusal("sort=status:asc", { type: "author" })?.message).toBe("Invalid key status");
  });

  it("refuses other orders after every name", () => {
    const message = "Invalid order. order can only be one of asc|desc|ASC|DESC";
    expect(refusal("sort=title:up")).toEqual({ code: "validation", message, details: {} });
    expect(refusal("sort=title:")).toMatchObject({ message });
    expect(refusal("sort[views]=up&sort[nosuch]=asc")?.message).toBe("Invalid key nosuch");
  });

  // Recorded from 5.54, by entries of their own and of others, with and without draftAndPublish.
  it("by an own attribute named status is without effect under the rules of Strapi, and a sort under those of the contract", () => {
    const sorts = ["status:desc,price", "order.status", "order.status:desc", "parts.status"];
    const keysUnder = (rules: Rules) =>
      sorts.map((sort) => ask(`sort=${sort}`, { schema: PAYMENTS, type: "payment", rules }).sort.map(nameOf));
    expect(keysUnder(STRAPI_RULES)).toEqual([["price asc"], [], [], ["parts.status asc"]]);
    expect(keysUnder(CONTRACT_RULES)).toEqual([
      ["status desc", "price asc"],
      ["order.status asc"],
      ["order.status desc"],
      ["parts.status asc"],
    ]);
  });
});
