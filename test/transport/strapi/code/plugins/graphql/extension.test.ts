import { expect, test } from "vitest";
import { keptLog, runProject } from "../../strapi-project.ts";
import { ALL, asked, extended, OPTIONS, READ, sent } from "./asked.ts";

/** Answers as Strapi 5.54 gave them for the same code. */
const CODE = `
  const posts = () => strapi.documents("api::post.post");
  extension.use(({ strapi }) => ({
    typeDefs: \`
      enum Mood { GOOD BAD }
      input StatInput { mood: Mood, least: Int = 3 }
      interface Named { name: String! }
      type Cat implements Named { name: String! lives: Int }
      type Dog implements Named { name: String! }
      union Pet = Cat | Dog
      type Stat { mood: Mood, count: Int, at: DateTime, posts(first: Int): [Post], one: PostEntityResponse, other: PostEntityResponse }
      extend type Post { shout: String, upper(mark: String = "!"): String, sibling: Post, plain: String, keys: String }
      extend input PostFiltersInput { mine: Boolean }
      type Query {
        stat(input: StatInput): Stat
        drafts(status: PublicationStatus): [Post]
        rows: [Post]
        copies: [Post]
        loose: [Post]
        pages(pagination: PaginationArg, filters: PostFiltersInput): PostEntityResponseCollection
        pets: [Pet]
        named: [Named]
        post(slug: String): Post
        none: String
        args(where: PostFiltersInput, list: [Int!]): JSON
        about: JSON
        cookie: String
      }
      type Mutation { bump(title: String!): Post }
    \`,
    resolvers: {
      Query: {
        stat: { resolve: async (parent, { input }) => ({ mood: input?.mood ?? "GOOD", count: input?.least, at: new Date("2020-01-02T03:04:05Z") }) },
        drafts: (_, { status }) => posts().findMany({ sort: "title", status: status === "published" ? status : "draft" }),
        rows: () => strapi.db.query("api::post.post").findMany({ where: { publishedAt: { $notNull: true } }, orderBy: { title: "asc" } }),
        copies: async () => (await posts().findMany({ sort: "title", status: "published" })).map((each) => ({ ...each, title: "Copy of " + each.title })),
        loose: () => [{ documentId: "x", title: "Loose", seo: { metaTitle: "m" }, tags: [{ name: "loose" }] }],
        pages: async (_, args) => {
          const graphql = strapi.plugin("graphql");
          const { toEntityResponseCollection } = graphql.service("format").returnTypes;
          const params = graphql.service("builders").utils.transformArgs(args, { contentType: strapi.contentTypes["api::post.post"], usePagination: true });
          return toEntityResponseCollection(await posts().findMany({ ...params, status: "published" }), { args: params, resourceUID: "api::post.post" });
        },
        pets: () => [{ name: "Tom", lives: 9 }, { name: "Rex" }],
        named: () => [{ name: "Tom", lives: 9, __typename: "Cat" }],
        post: (_, { slug, documentId }) => ({ documentId: "x", title: \`by \${slug} \${documentId}\` }),
        args: (_, args) => args,
        about: (_, __, { state, koaContext }, info) => ({ user: state.user?.username ?? null, is: state.isAuthenticated, strategy: state.auth.strategy.name, same: koaContext.state === state, method: koaContext.request.method, field: info.fieldName, parent: info.parentType.name }),
        cookie: (_, __, { koaContext }) => { koaContext.cookies.set("mine", "yes"); koaContext.set("X-Mine", "1"); return "set"; },
      },
      Mutation: { bump: (_, { title }) => posts().create({ data: { title }, status: "published" }) },
      Post: {
        shout: (post) => post.title + "! " + post.secret,
        upper: { resolve: (post, { mark }) => post.title.toUpperCase() + mark },
        sibling: (post) => posts().findFirst({ filters: { documentId: { $ne: post.documentId } }, sort: "title", status: "published" }),
        keys: (post) => Object.keys(post).sort().join(),
      },
      Stat: {
        posts: (_, { first }) => posts().findMany({ sort: "title", limit: first, status: "published" }),
        one: async () => ({ value: await posts().findFirst({ sort: "title", status: "published" }) }),
        other: async () => strapi.service("plugin::graphql.format").returnTypes.toEntityResponse(await posts().findFirst({ sort: "title:desc", status: "published" })),
      },
      Pet: { __resolveType: (pet) => (pet.lives ? "Cat" : "Dog") },
    },
    resolversConfig: Object.fromEntries(
      ["stat", "drafts", "rows", "copies", "loose", "pages", "pets", "named", "post", "none", "args", "about", "cookie"].map((name) => ["Query." + name, { auth: false }]).concat([["Mutation.bump", { auth: false }]]),
    ),
  }));`;

const ABOUT = {
  user: null,
  is: true,
  strategy: "users-permissions",
  same: true,
  method: "POST",
  field: "about",
  parent: "Query",
};

const ANSWERS: { readonly [query: string]: unknown } = {
  '{ stat { mood at posts(first: 1) { title shout upper(mark: "?") plain } } }': {
    stat: {
      mood: "GOOD",
      at: "2020-01-02T03:04:05.000Z",
      posts: [{ title: "Alpha", shout: "Alpha! s", upper: "ALPHA?", plain: null }],
    },
  },
  "{ stat(input: { mood: BAD }) { mood count one { data { title } } other { data { title } } } }": {
    stat: { mood: "BAD", count: 3, one: { data: { title: "Alpha" } }, other: { data: { title: "Beta" } } },
  },
  "{ posts { title shout sibling { title tags { name } seo { metaTitle } sibling { title } } } }": {
    posts: [
      {
        title: "Alpha",
        shout: "Alpha! s",
        sibling: { title: "Beta", tags: [{ name: "New" }], seo: { metaTitle: "of Beta" }, sibling: { title: "Alpha" } },
      },
      {
        title: "Beta",
        shout: "Beta! s",
        sibling: {
          title: "Alpha",
          tags: [{ name: "New" }],
          seo: { metaTitle: "of Alpha" },
          sibling: { title: "Beta" },
        },
      },
    ],
  },
  "{ posts(pagination: { limit: 1 }) { keys } }": {
    posts: [{ keys: "createdAt,documentId,id,locale,publishedAt,secret,slug,title,updatedAt,views" }],
  },
  "{ tags { posts(pagination: { limit: 1 }) { shout } posts_connection { nodes { upper } } } }": {
    tags: [{ posts: [{ shout: "Alpha! s" }], posts_connection: { nodes: [{ upper: "ALPHA!" }, { upper: "BETA!" }] } }],
  },
  // A draft leads to drafts only where the root field asks for them.
  "{ drafts { title tags { name } seo { metaTitle } publishedAt } }": {
    drafts: ["Alpha", "Beta", "Draft"].map((title) => ({
      title,
      tags: [],
      seo: { metaTitle: `of ${title}` },
      publishedAt: null,
    })),
  },
  "{ drafts(status: DRAFT) { title tags { name } } }": {
    drafts: ["Alpha", "Beta", "Draft"].map((title) => ({ title, tags: [{ name: "New" }] })),
  },
  "{ drafts(status: PUBLISHED) { title tags { name } } }": {
    drafts: ["Alpha", "Beta"].map((title) => ({ title, tags: [{ name: "New" }] })),
  },
  "{ rows { title slug tags { name } } }": {
    rows: ["Alpha", "Beta"].map((title) => ({ title, slug: title.toLowerCase(), tags: [{ name: "New" }] })),
  },
  "{ copies { title tags { name } } }": {
    copies: ["Copy of Alpha", "Copy of Beta"].map((title) => ({ title, tags: [{ name: "New" }] })),
  },
  "{ loose { documentId title slug seo { metaTitle } tags { name } } }": {
    loose: [{ documentId: "x", title: "Loose", slug: null, seo: { metaTitle: "m" }, tags: [{ name: "loose" }] }],
  },
  "{ pages { nodes { title } pageInfo { total page pageSize pageCount } } }": {
    pages: {
      nodes: [{ title: "Alpha" }, { title: "Beta" }],
      pageInfo: { total: 2, page: 1, pageSize: 10, pageCount: 1 },
    },
  },
  '{ pages(pagination: { pageSize: 1 }, filters: { title: { ne: "Beta" } }) { nodes { title } pageInfo { total pageSize } } }':
    { pages: { nodes: [{ title: "Alpha" }], pageInfo: { total: 1, pageSize: 1 } } },
  "{ pets { __typename ... on Cat { lives } ... on Dog { name } } named { name __typename } }": {
    pets: [
      { __typename: "Cat", lives: 9 },
      { __typename: "Dog", name: "Rex" },
    ],
    named: [{ name: "Tom", __typename: "Cat" }],
  },
  // An own argument stands beside the arguments of the usual field.
  '{ post(documentId: "d", slug: "s") { documentId title slug } }': {
    post: { documentId: "x", title: "by s d", slug: null },
  },
  '{ none args(where: { title: { eq: "a" }, mine: true }, list: [1, 2]) about }': {
    none: null,
    args: { where: { title: { eq: "a" }, mine: true }, list: [1, 2] },
    about: ABOUT,
  },
  'mutation { bump(title: "New") { title shout tags { name } } }': {
    bump: { title: "New", shout: "New! null", tags: [] },
  },
};

test("definitions, and resolvers of them and of usual types, answer as in Strapi", async () => {
  const { log, lines } = keptLog();
  const galley = await runProject(extended(CODE), { ...OPTIONS, logger: log });
  for (const [query, data] of Object.entries(ANSWERS)) {
    expect({ query, ...(await asked(galley, query)) }).toEqual({ query, data });
  }
  const { headers } = await sent(galley, "{ cookie }");
  expect([headers.get("set-cookie"), headers.get("x-mine")]).toEqual(["mine=yes; path=/; httponly", "1"]);
  const missing = await asked(galley, '{ post(slug: "s") { title } }');
  expect(missing).toMatchObject({
    errors: [{ message: 'Field "post" argument "documentId" of type "ID!" is required, but it was not provided.' }],
  });
  expect(lines.filter((line) => !/^info|^warn request$/.test(line))).toEqual([]);
});

test("a fork runs own resolvers on its own content", async () => {
  const galley = await runProject(extended(CODE), OPTIONS);
  const fork = galley.fork();
  await asked(fork, 'mutation { bump(title: "Zulu") { title } }');
  const query = "{ copies { title } pages { pageInfo { total } } }";
  expect(await asked(fork, query)).toMatchObject({
    data: { copies: [{}, {}, { title: "Copy of Zulu" }], pages: { pageInfo: { total: 3 } } },
  });
  expect(await asked(galley, query)).toMatchObject({ data: { copies: [{}, {}], pages: { pageInfo: { total: 2 } } } });
});

test("errors of resolvers are told as in Strapi", async () => {
  const galley = await runProject(
    extended(`
      const thrown = {
        plain: () => new Error("plain text"),
        app: () => new errors.ApplicationError("app text", { a: 1 }),
        val: () => new errors.ValidationError("val text", { b: 1 }),
        forb: () => new errors.ForbiddenError("forb text"),
        nf: () => new errors.NotFoundError("nf text"),
        rate: () => new errors.RateLimitError("slow", {}),
        gql: () => Object.assign(new Error("gql text"), { name: "GraphQLError", extensions: { code: "MINE", more: 1 } }),
        odd: () => Object.assign(new Error("hidden"), { path: "/etc" }),
        documents: () => strapi.documents("api::post.post").create({ data: { title: 5 } }),
      };
      extension.use({
        typeDefs: "type Query { boom(kind: String): String }",
        resolvers: { Query: { boom: async (_, { kind }) => { throw await thrown[kind](); } } },
        resolversConfig: { "Query.boom": { auth: false } },
      });`),
    OPTIONS,
  );
  const errorOf = async (kind: string) => {
    const answer = (await asked(galley, `{ boom(kind: "${kind}") }`)) as {
      readonly data?: unknown;
      errors: readonly object[];
    };
    return { data: answer.data, ...answer.errors[0] };
  };
  const located = { data: { boom: null }, locations: [{ line: 1, column: 3 }], path: ["boom"] };
  const named = (code: string, name: string, message: string, details: object) => ({
    data: { boom: null },
    message,
    path: ["boom"],
    extensions: { code, error: { name, message, details } },
  });
  expect(await errorOf("plain")).toEqual({
    ...located,
    message: "plain text",
    extensions: { code: "INTERNAL_SERVER_ERROR" },
  });
  expect(await errorOf("app")).toEqual(named("STRAPI_APPLICATION_ERROR", "ApplicationError", "app text", { a: 1 }));
  expect(await errorOf("val")).toEqual(named("BAD_USER_INPUT", "ValidationError", "val text", { b: 1 }));
  expect(await errorOf("forb")).toEqual(named("FORBIDDEN", "ForbiddenError", "forb text", {}));
  expect(await errorOf("nf")).toEqual(named("STRAPI_NOT_FOUND_ERROR", "NotFoundError", "nf text", {}));
  expect(await errorOf("rate")).toEqual(named("STRAPI_RATE_LIMIT_ERROR", "RateLimitError", "slow", {}));
  expect(await errorOf("gql")).toEqual({ ...located, message: "gql text", extensions: { code: "MINE", more: 1 } });
  expect(await errorOf("odd")).toMatchObject({ message: "Internal Server Error" });
  expect(await errorOf("documents")).toMatchObject({ extensions: { code: "BAD_USER_INPUT" } });
});

const AROUND = {
  "src/policies/header.js":
    "module.exports = (ctx, { no }) => ctx.is('graphql') && ctx.http.request.header[no] === undefined;",
  "src/middlewares/wrap.js":
    "module.exports = ({ mark }, { strapi }) => async (next, ...call) => (await next(...call)) + mark + typeof strapi.documents;",
};

test("auth, policies and middlewares stand around own and usual resolvers", async () => {
  const galley = await runProject(
    extended(
      `
      extension.use({
        typeDefs: "type Query { secret: String, scoped: String, open: String, policed(n: Int): String, around(text: String): String }",
        resolvers: { Query: { secret: () => "secret", scoped: () => "scoped", open: () => "first", policed: (_, { n }) => "n " + n, around: (_, { text }) => "<" + text + ">" } },
        resolversConfig: {
          "Query.scoped": { auth: { scope: ["api::post.post.find"] } },
          "Query.open": { auth: false },
          "Query.policed": { auth: false, policies: [(context, { strapi }) => context.args.n < 5 && strapi !== undefined, { name: "global::header", config: { no: "x-no" } }] },
          "Query.around": { auth: false, middlewares: [
            async (next, parent, args, context, info) => (await next(parent, { ...args, text: args.text + "1" }, context, info)) + " one",
            { name: "global::wrap", options: { mark: "*" } },
          ] },
          "Query.posts": { middlewares: [async (next, parent, args, context, info) => {
            const found = await next(parent, { ...args, filters: { and: [args.filters ?? {}, { title: { ne: "Beta" } }] } }, context, info);
            return found.map((post) => ({ ...post, title: post.title + "~" + post.id }));
          }] },
          "Query.posts_connection": { middlewares: [async (next, ...call) => { const page = await next(...call); return { ...page, nodes: page.nodes.slice(1) }; }] },
          "Query.post": { middlewares: [async (next, ...call) => { const post = await next(...call); if (post) post.title += "!"; return post; }] },
          "ComponentSharedSeo.metaTitle": { middlewares: [async (next, seo, ...call) => { seo.metaTitle += "!" + seo.id; return next(seo, ...call); }] },
          "Query.site": { auth: false },
          "Query.tags": { auth: { scope: ["api::tag.tag.update"] } },
          "Mutation.updatePost": { auth: false, middlewares: [(next, parent, args, context, info) => { args.data.title += " by code"; return next(parent, args, context, info); }] },
          "Post.tags": { auth: false },
          "Post.slug": { policies: [(context) => context.parent.title !== "Alpha"] },
        },
      });
      extension.use({ resolvers: { Query: { open: () => "second" } }, resolversConfig: { "Query.open": { auth: { scope: ["nothing"] } } } });`,
      AROUND,
    ),
    { ...OPTIONS, roles: { public: { post: ["find", "findOne"] } } },
  );
  const forbidden = (field: string, name = "ForbiddenError", message = "Forbidden access") => ({
    errors: [{ message, path: [field], extensions: { code: "FORBIDDEN", error: { name, message, details: {} } } }],
    data: { [field]: null },
  });
  const answers: readonly (readonly [string, object, object])[] = [
    ["{ secret }", {}, forbidden("secret")],
    ["{ secret }", READ, forbidden("secret")],
    ["{ secret }", ALL, { data: { secret: "secret" } }],
    ["{ scoped }", {}, { data: { scoped: "scoped" } }],
    ["{ scoped }", READ, { data: { scoped: "scoped" } }],
    ["{ open }", {}, { data: { open: "second" } }],
    ["{ policed(n: 1) }", {}, { data: { policed: "n 1" } }],
    ["{ policed(n: 9) }", {}, forbidden("policed", "PolicyError", "Policy Failed")],
    ["{ policed(n: 1) }", { "x-no": "1" }, forbidden("policed", "PolicyError", "Policy Failed")],
    ['{ around(text: "t") }', {}, { data: { around: "<t1>*function one" } }],
    [
      "{ posts { title slug tags { name } } }",
      {},
      { data: { posts: [{ title: expect.stringMatching(/^Alpha~\d+$/), slug: "alpha", tags: [{ name: "New" }] }] } },
    ],
    [
      "{ posts_connection { nodes { title slug } pageInfo { total } } }",
      {},
      { data: { posts_connection: { nodes: [{ title: "Beta", slug: "beta" }], pageInfo: { total: 2 } } } },
    ],
    ["{ site { name } }", {}, { data: { site: null } }],
    ["{ tags { posts { title } } }", READ, { ...forbidden("tags"), data: null }],
    ["{ tags { name } }", ALL, { data: { tags: [{ name: "New" }] } }],
  ];
  for (const [query, headers, answer] of answers) {
    expect({ query, ...(await asked(galley, query, headers)) }).toEqual({ query, ...answer });
  }
  const [first] = await galley.documents("api::post.post").findMany({ sort: "title" });
  const mutation =
    'mutation ($id: ID!) { updatePost(documentId: $id, data: { title: "Changed" }) { title tags { name } } }';
  expect(await asked(galley, mutation, {}, { id: first?.documentId })).toEqual({
    data: { updatePost: { title: "Changed by code", tags: [{ name: "New" }] } },
  });
  // Objects that code changes in place show the changes.
  const changed = "query ($id: ID!) { post(documentId: $id) { documentId title seo { id metaTitle } } }";
  expect(await asked(galley, changed, {}, { id: first?.documentId })).toEqual({
    data: {
      post: {
        documentId: first?.documentId,
        title: "Changed by code!",
        seo: { id: expect.stringMatching(/^\d+$/), metaTitle: expect.stringMatching(/^of Alpha!\d+$/) },
      },
    },
  });
  // Behind a field without its right, entries are read with the rights of the caller.
  const behind = (await asked(galley, "{ posts { tags { posts { tags { name } } } } }")) as { readonly data: object };
  expect(behind.data).toMatchObject({ posts: [{ tags: [{ posts: [{ tags: [{ name: "New" }] }, {}] }] }] });
});

test("what is read behind a field that is open to all is read with the caller's own rights", async () => {
  const galley = await runProject(
    extended('extension.use({ resolversConfig: { "Query.posts": { auth: false }, "Query.tags": { auth: false } } });'),
    { ...OPTIONS, roles: { public: { tag: ["find"] } } },
  );
  const opened = "{ posts { title } }";
  expect(await asked(galley, opened)).toEqual({ data: { posts: [{ title: "Alpha" }, { title: "Beta" }] } });
  expect(await asked(galley, "{ tags { posts { title } } }")).toMatchObject({
    errors: [{ path: ["tags", 0, "posts"], extensions: { code: "FORBIDDEN" } }],
  });
  expect(await asked(galley, "{ posts { tags { posts { title } } } }")).toMatchObject({
    errors: [{ path: ["posts", 0, "tags", 0, "posts"], extensions: { code: "FORBIDDEN" } }, {}],
  });
  expect(await asked(galley, "{ posts(status: DRAFT) { title } }", ALL)).toMatchObject({
    data: { posts: [{}, {}, {}] },
  });
});

test("fields of the signed-in user show its attributes, but private ones", async () => {
  const galley = await runProject(
    extended(
      `extension.use({
        typeDefs: "extend type UsersPermissionsMe { shoe: Int, size: Int, hidden: String, resetPasswordToken: String, password: String }",
        resolvers: { UsersPermissionsMe: { size: (me) => me.username.length } },
      });`,
      {
        "src/extensions/users-permissions/content-types/user/schema.json": {
          kind: "collectionType",
          collectionName: "up_users",
          info: { singularName: "user", pluralName: "users", displayName: "User" },
          options: { draftAndPublish: false },
          attributes: {
            username: { type: "string" },
            email: { type: "email" },
            password: { type: "password", private: true },
            resetPasswordToken: { type: "string", private: true },
            provider: { type: "string" },
            confirmed: { type: "boolean" },
            blocked: { type: "boolean" },
            role: {
              type: "relation",
              relation: "manyToOne",
              target: "plugin::users-permissions.role",
              inversedBy: "users",
            },
            shoe: { type: "integer" },
            hidden: { type: "string", private: true },
          },
        },
      },
    ),
    {
      ...OPTIONS,
      users: true,
      jwtSecret: "a secret for tests",
    },
  );
  await galley.make("user", { username: "maria", shoe: 38, hidden: "h" });
  const headers = await galley.signIn("maria");
  expect(await asked(galley, "{ me { username shoe size hidden password resetPasswordToken } }", headers)).toEqual({
    data: { me: { username: "maria", shoe: 38, size: 5, hidden: null, password: null, resetPasswordToken: null } },
  });
});

test("what is wrong is told by its place, and the rest is served", async () => {
  const { log, lines } = keptLog();
  const wrong = [
    "extension.use(() => { throw new Error('no'); });",
    "extension.use(({ nexus }) => ({ types: [nexus.extendType({ type: 'Query', definition() {} })] }));",
    "extension.use({ typeDefs: 'type Query { fine: String }', resolvers: { Query: { fine: () => 'fine' } }, resolversConfig: { 'Query.fine': { auth: false } } });",
  ];
  const galley = await runProject(extended(wrong.join("\n")), { ...OPTIONS, logger: log });
  expect(await asked(galley, "{ fine posts { title } }")).toMatchObject({ data: { fine: "fine", posts: [{}, {}] } });
  expect(lines.filter((line) => line.startsWith("error"))).toEqual([
    "error GraphQL is served without what code adds to it (src/index.js:6): no",
    "error GraphQL is served without what code adds to it (src/index.js:7): it needs the package nexus (npm install in the project) (src/index.js:7)",
  ]);
});

test.each([
  ["extension.use({ typeDefs: 'type Query {' });", "Syntax Error: Expected Name, found <EOF>."],
  ["extension.use({ typeDefs: 'type Query { x: Nope }' });", 'Unknown type: "Nope".'],
  [
    "extension.use({ resolvers: { Query: { x: () => 1 } } });",
    '"Query.x" has a resolver, and is no field of the schema',
  ],
  ["extension.use({ resolvers: { Nope: { x: () => 1 } } });", '"Nope" has resolvers, and is no type of the schema'],
  [
    "extension.use({ resolversConfig: { 'Query.posts': { policies: ['global::nope'] } } });",
    'Could not find policy "global::nope"',
  ],
])("definitions that are not valid leave the schema as it is: %s", async (code, message) => {
  const { log, lines } = keptLog();
  const galley = await runProject(extended(code), { ...OPTIONS, logger: log });
  expect(lines).toContain(`error GraphQL is served without what code adds to it: ${message}`);
  expect(await asked(galley, "{ posts { title } }")).toMatchObject({ data: { posts: [{}, {}] } });
  await expect(runProject(extended(code), { ...OPTIONS, strict: true } as never)).rejects.toThrow(message);
});

test("additions after register have no effect, as in Strapi, and neither has any where GraphQL is off", async () => {
  const { log, lines } = keptLog();
  const late = "extension.use({ typeDefs: 'type Query { late: String }' });";
  const files = {
    "src/index.js": `module.exports = { bootstrap({ strapi }) { const extension = strapi.plugin("graphql").service("extension"); ${late} } };`,
  };
  const galley = await runProject(files, { ...OPTIONS, logger: log });
  expect(await asked(galley, "{ late }")).toMatchObject({
    errors: [{ message: 'Cannot query field "late" on type "Query".' }],
  });
  await runProject(extended(late), { ...OPTIONS, graphql: false, logger: log });
  expect(lines.filter((line) => /^warn (?:Of|GraphQL)/.test(line))).toEqual([
    'warn Of the project\'s code: strapi.plugin("graphql").service("extension").use (src/index.js:1) comes after register, and has no effect, as in Strapi',
    "warn GraphQL is off: what the project's code adds to it is not served",
  ]);
});

test("the types of Strapi 4 are answered with what its resolvers return", async () => {
  const code = `
    const { toEntityResponse, toEntityResponseCollection } = strapi.plugin("graphql").service("format").returnTypes;
    const posts = () => strapi.documents("api::post.post");
    extension.use({
      typeDefs: "type Query { first: PostEntityResponse, city: PostEntityResponse, all: PostEntityResponseCollection }",
      resolvers: {
        Query: {
          first: async () => toEntityResponse(await posts().findFirst({ sort: "title", status: "published" })),
          city: () => ({ value: { title: "Montpellier" } }),
          all: async () => toEntityResponseCollection(await posts().findMany({ sort: "title", status: "published" }), { args: { start: 0, limit: 5 }, resourceUID: "api::post.post" }),
        },
        PostEntity: { id: (entity) => "own " + entity.title },
      },
      resolversConfig: {
        ...Object.fromEntries(["first", "city", "all"].map((name) => ["Query." + name, { auth: false }])),
        "Query.posts": { middlewares: [async (next, ...call) => { const found = await next(...call); return { ...found, data: found.nodes.slice(1) }; }] },
      },
    });`;
  const galley = await runProject(extended(code), { ...OPTIONS, graphql: { format: "v4" } });
  const entry = (title: string) => ({ attributes: { title, tags: { data: [{ attributes: { name: "New" } }] } } });
  const shown = "attributes { title tags { data { attributes { name } } } }";
  expect(await asked(galley, `{ first { data { id ${shown} } } city { data { attributes { title } } } }`)).toEqual({
    data: {
      first: { data: { id: "own Alpha", ...entry("Alpha") } },
      city: { data: { attributes: { title: "Montpellier" } } },
    },
  });
  expect(
    await asked(
      galley,
      `{ all { data { ${shown} } meta { pagination { total pageSize } } } posts { data { ${shown} } } }`,
    ),
  ).toEqual({
    data: {
      all: { data: [entry("Alpha"), entry("Beta")], meta: { pagination: { total: 2, pageSize: 5 } } },
      posts: { data: [entry("Beta")] },
    },
  });
});
