import assert from "node:assert/strict";
import { test } from "node:test";
import { ApolloClient, gql, HttpLink, InMemoryCache } from "@apollo/client";
import { strapi } from "@strapi/client";
import { MutationObserver, QueryClient } from "@tanstack/query-core";
import { Client, cacheExchange, fetchExchange } from "@urql/core";
import { createElement } from "react";
import { act, create } from "react-test-renderer";
import useSWR from "swr";
import useMutation from "swr/mutation";
import { describeServers } from "./servers.js";

const QUERY = "query ($filters: PostFiltersInput) { posts(filters: $filters) { documentId title } }";
const CREATE = "mutation ($title: String!) { createPost(data: { title: $title }) { documentId title } }";
const WRONG = "{ posts { nothing } }";

/** SWR is used within components; React then wants to know of everything that changes them. */
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

await describeServers((address) => {
  test("@strapi/client", async () => {
    const posts = strapi({ baseURL: `${address()}/api` }).collection("posts");
    const { data } = await posts.create({ title: "Soup" });
    assert.equal((await posts.findOne(data.documentId)).data.title, "Soup");
    const found = await posts.find({ filters: { title: "Soup" }, sort: "title", pagination: { pageSize: 1 } });
    assert.equal(found.meta.pagination.total, 1);
    await assert.rejects(posts.findOne("nobody"), { name: "HTTPNotFoundError" });
    await assert.rejects(posts.create({}), { name: "HTTPBadRequestError" });
  });

  test("TanStack Query", async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const ask = async (path, init) => {
      const response = await fetch(`${address()}/api/${path}`, init);
      const body = await response.json();
      if (!response.ok) throw new Error(body.error.message);
      return body;
    };
    const list = { queryKey: ["posts"], queryFn: ({ signal }) => ask("posts?filters[title]=Stew", { signal }) };
    assert.equal((await client.fetchQuery(list)).data.length, 0);
    const creation = new MutationObserver(client, {
      mutationFn: (title) =>
        ask("posts", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ data: { title } }),
        }),
      onSuccess: () => client.invalidateQueries({ queryKey: ["posts"] }),
    });
    await creation.mutate("Stew");
    assert.equal((await client.fetchQuery(list)).data[0].title, "Stew");
    await assert.rejects(creation.mutate(null), /title must be/);
    client.clear();
  });

  test("SWR", async () => {
    const key = `${address()}/api/posts?filters[title]=Porridge`;
    const answered = async (response) => {
      const body = await response.json();
      if (!response.ok) throw new Error(body.error.message);
      return body;
    };
    const get = async (url) => answered(await fetch(url));
    const post = async (url, { arg }) => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ data: arg });
      return answered(await fetch(url.split("?")[0], { method: "POST", headers, body }));
    };
    let list;
    let creation;
    function Posts() {
      list = useSWR(key, get, { shouldRetryOnError: false });
      creation = useMutation(key, post);
      return list.data?.data.map(({ title }) => title).join() ?? "…";
    }
    let shown;
    await act(async () => {
      shown = create(createElement(Posts));
    });
    const until = async (condition) => {
      for (let turn = 0; turn < 200 && !condition(); turn++) {
        await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
      }
    };
    await until(() => list.data !== undefined);
    assert.equal(list.data.data.length, 0);
    await act(() => creation.trigger({ title: "Porridge" }));
    await until(() => shown.toJSON() === "Porridge");
    assert.equal(shown.toJSON(), "Porridge");
    await act(() => assert.rejects(creation.trigger({ title: null }), /title must be/));
    await act(async () => shown.unmount());
  });

  test("Apollo Client", async () => {
    const link = new HttpLink({ uri: `${address()}/graphql` });
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const made = await client.mutate({ mutation: gql(CREATE), variables: { title: "Pie" } });
    assert.equal(made.data.createPost.title, "Pie");
    const variables = { filters: { title: { eq: "Pie" } } };
    const found = await client.query({ query: gql(QUERY), variables });
    assert.deepEqual(
      found.data.posts.map(({ title }) => title),
      ["Pie"],
    );
    await assert.rejects(client.query({ query: gql(WRONG) }), { name: "ServerError", statusCode: 400 });
    client.stop();
  });

  test("urql", async () => {
    const url = `${address()}/graphql`;
    const client = new Client({ url, exchanges: [cacheExchange, fetchExchange], preferGetMethod: false });
    const made = await client.mutation(CREATE, { title: "Cake" }).toPromise();
    assert.equal(made.data?.createPost.title, "Cake");
    const found = await client.query(QUERY, { filters: { title: { eq: "Cake" } } }).toPromise();
    assert.equal(found.data?.posts.length, 1);
    assert.match((await client.query(WRONG, {}).toPromise()).error?.message ?? "", /nothing/);
  });
});
