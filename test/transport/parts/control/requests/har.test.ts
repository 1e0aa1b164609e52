import { expect, it } from "vitest";
import { createGalley, type Galley } from "../../../../../transport/galley.ts";
import { BLOG } from "../../../../support/content/blog.ts";
import { withJson } from "../../../../support/requests/json.ts";

const headers = { authorization: "Bearer ci", "content-type": "application/json", cookie: "session=secret" };

async function openAsked(): Promise<Galley> {
  const tokens = [{ name: "ci", token: "ci", access: "full-access" }] as const;
  const galley = await createGalley({ schema: BLOG, tokens, control: { token: "ci" }, uploads: true });
  const data = { name: "Maria Lopez", email: "maria@real.org" };
  await galley.fetch("/api/authors", withJson("POST", { data }, headers));
  for (let time = 0; time < 2; time++)
    await galley.fetch("/api/authors?filters[email][$eq]=maria%40real.org&fields=email&access_token=t", { headers });
  return galley;
}

it("galley.requests.toHAR gives one entry for each distinct answer, in order and without credentials", async () => {
  await using galley = await openAsked();
  const { log } = await galley.requests.toHAR({ base: "https://cms.example.com/" });
  expect(log).toMatchObject({ version: "1.2", creator: { name: "galley" } });
  expect(log.entries).toMatchObject([
    {
      startedDateTime: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
      time: expect.any(Number),
      request: {
        method: "POST",
        url: "https://cms.example.com/api/authors",
        postData: { mimeType: "application/json", text: expect.stringMatching(/^\{"data":\{"name":"Maria Lopez"/) },
      },
      response: {
        status: 201,
        content: { mimeType: expect.stringContaining("json"), text: expect.stringMatching(/^\{"data":/) },
      },
      _galley: { fork: null, answer: "local" },
    },
    {
      request: {
        method: "GET",
        url: "https://cms.example.com/api/authors?filters[email][$eq]=maria%40real.org&fields=email&access_token=[hidden]",
        queryString: expect.arrayContaining([{ name: "filters[email][$eq]", value: "maria@real.org" }]),
      },
      response: { status: 200 },
    },
  ]);
  expect(JSON.stringify(log)).not.toMatch(/Bearer|session=secret/);
});

it("galley.requests.toHAR({ scrub: true }) holds nobody's address, in URLs and bodies", async () => {
  await using galley = await openAsked();
  const { log } = await galley.requests.toHAR({ scrub: true });
  expect(log.entries).toHaveLength(2);
  expect(JSON.stringify(log)).not.toMatch(/maria(?:@|%40)real/);
  const [, listed] = log.entries;
  const { data } = JSON.parse(listed?.response.content.text ?? "") as { data: { email: string }[] };
  expect(new URL(listed?.request.url ?? "").searchParams.get("filters[email][$eq]")).toBe(data[0]?.email);
});

it("a HAR says which bodies it does not have", async () => {
  await using galley = await openAsked();
  galley.requests.clear();
  const form = new FormData();
  form.append("files", new Blob(["text"]), "a.txt");
  const { authorization } = headers;
  await galley.fetch("/api/upload", { method: "POST", headers: { authorization }, body: form });
  const { log } = await galley.requests.toHAR();
  expect(log.entries).toMatchObject([{ request: { method: "POST", comment: "the body was not kept" } }]);
  expect(log.entries[0]?.request.postData).toBeUndefined();
});

it("GET /__galley/requests?format=har answers the same", async () => {
  await using galley = await openAsked();
  const answer = await galley.fetch("/__galley/requests?format=har&method=GET&base=http://a.test", { headers });
  const { log } = (await answer.json()) as Awaited<ReturnType<Galley["requests"]["toHAR"]>>;
  expect(log.entries.map(({ request }) => request.url.split("?")[0])).toEqual(["http://a.test/api/authors"]);
  expect((await galley.fetch("/__galley/requests?format=pdf", { headers })).status).toBe(400);
  expect((await galley.fetch("/__galley/requests?base=x", { headers })).status).toBe(400);
});
