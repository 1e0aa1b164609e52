import assert from "node:assert/strict";
import { test } from "node:test";
import { GlobalRegistrator } from "@happy-dom/global-registrator";
import { describeServers } from "./servers.js";

// A page is what SWR is for; its requests go through Node's own fetch.
const { fetch } = globalThis;
GlobalRegistrator.register({ url: "http://localhost/" });
const { createElement } = await import("react");
const { createRoot } = await import("react-dom/client");
const { default: useSWR, SWRConfig } = await import("swr");

async function fetcher(url) {
  const response = await fetch(url);
  const body = await response.json();
  if (!response.ok) throw new Error(body.error.message);
  return body.data;
}

function Titles({ url }) {
  const { data, error } = useSWR(url, fetcher, { shouldRetryOnError: false });
  if (error !== undefined) return createElement("p", null, error.message);
  return createElement("p", null, data?.map(({ title }) => title).join(", ") ?? "loading");
}

async function shown(url) {
  const place = document.createElement("div");
  const root = createRoot(place);
  root.render(createElement(SWRConfig, { value: { provider: () => new Map() } }, createElement(Titles, { url })));
  for (let tries = 0; tries < 500 && ["", "loading"].includes(place.textContent); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  root.unmount();
  return place.textContent;
}

await describeServers((address) => {
  test("SWR shows what is there", async () => {
    assert.equal(await shown(`${address()}/api/posts?sort=title`), "Bread, Tea");
  });

  test("SWR shows what is wrong", async () => {
    assert.match(await shown(`${address()}/api/posts?filters[nothing]=1`), /nothing/);
  });
});
