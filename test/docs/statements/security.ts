import type { Entry } from "./entry.ts";

const STATED = "test/transport/http/stated-limits.test.ts";
const BOUNDARIES = "test/transport/http/boundaries.test.ts";
const PAGES = "test/docs/pages.test.ts › SECURITY.md states the actual limits";
const CHECK = "test/transport/cli/commands/check.full.test.ts";
const FRAMING = "test/conformance/framing.cases.ts";
const LISTENER = "test/conformance/listener.suite.ts";
const SLOW_CLIENTS = "test/transport/adapters/slow-clients.full.test.ts › is cut off within 15 s";

export const SECURITY: readonly Entry[] = [
  { statement: "Please report a vulnerability", noPromise: "asks for something" },

  // Promises
  {
    statement: "What a caller may not read, it cannot learn",
    checkedBy: [
      "test/transport/parts/rest/hidden-paths.full.test.ts › reveals no hidden content by any parameter on any route",
      "test/transport/parts/rest/hidden-paths.full.test.ts › gets the same answer for a hidden attribute as for one that does not exist",
      "test/transport/parts/rest/hidden-paths.full.test.ts › finds nothing hidden by a search",
      "test/property/hidden-content.property.test.ts › gets the same answers whatever it may not read",
      "test/property/privacy.property.test.ts › never depend on private attributes or passwords",
      "test/transport/contract/cache/response-cache.test.ts › never gives a caller the answer for another caller or URL",
      "test/transport/parts/rest/access-matrix.full.test.ts › may do over REST exactly what the table says",
      "test/contract/content/04-endpoints.graphql.test.ts › need authentication",
      "test/transport/parts/graphql/transport.test.ts › hides the schema in production, unless configured otherwise",
      "test/transport/parts/graphql/suggestions.test.ts › names nothing that the caller may do nothing to",
      "test/transport/parts/graphql/suggestions.test.ts › is nothing without introspection",
      "test/transport/parts/operations/metrics.test.ts › reports commits and the response cache, and no documents by type",
    ],
  },
  {
    statement: "Every input has an answer",
    checkedBy: [
      "test/property/hostile-requests.property.test.ts › are answered in the contract's form, and leave nothing behind",
      "test/transport/http/pipeline.test.ts › paths and methods",
      "test/transport/contract/error-body.property.test.ts › in at most 4,096 bytes, whatever it is about",
      "test/transport/parts/graphql/suggestions.test.ts › errors have 4 kB at most",
    ],
  },
  {
    statement: "Memory is bounded",
    checkedBy: [
      "test/memory/answer-bytes.full.test.ts › an answer beyond answerBytes never takes 128 MB",
      "test/memory/caches.full.test.ts › keeps no more of distinct %s than there is room for",
    ],
  },
  {
    statement: "Nothing is public until it is granted",
    checkedBy: [
      "test/transport/access/caller.test.ts › may nothing when there is no public role",
      "test/transport/cli/first-start.full.test.ts › shows the types, profile, callers and storage, and lets a token of this run",
      "test/transport/parts/json-routes/json-routes.test.ts › are on the command line, for everyone on this machine",
      "test/transport/cli/serve/serve.full.test.ts › serves todos beside a project only if configured",
      "test/transport/parts/todo/todo-limits.test.ts › are not there unless they are wanted",
    ],
  },
  {
    statement: "Drafts are never shown to visitors",
    checkedBy: [
      "test/transport/parts/rest/access-matrix.full.test.ts › may do over REST exactly what the table says",
      "test/property/privacy.property.test.ts › never depend on drafts when published versions are requested without credentials",
      "test/transport/parts/users/drafts.test.ts › are refused to signed-in users without permission",
      "test/transport/parts/users/drafts.test.ts › are shown to users whose role allows it, and to tokens",
      "test/transport/parts/users/drafts.test.ts › are readable by all callers that may find the type",
    ],
  },
  {
    statement: "Tokens are looked up by their SHA-256",
    checkedBy: [
      "test/transport/kept-secrets.test.ts › no token, password, private value or secret is logged, answered or stored",
      "test/transport/cli/commands/token.test.ts › saves the hash, and never the token",
      "test/transport/access/caller.test.ts › holds 256 random bits and passes every check",
      "test/transport/access/caller.test.ts › expires also after it was used",
      "test/transport/cli/serve/serve.full.test.ts › reads roles and tokens again on SIGHUP",
      "test/transport/parts/rest/credentials.test.ts › are read from nowhere else",
      "test/transport/parts/users/connect.test.ts › takes a proof once, and clears it",
      "test/transport/parts/users/connect.test.ts › knows no other providers, and admits nobody who did not start there",
      "test/transport/parts/users/refresh.test.ts › have their refresh token in a cookie on request, or for everyone",
      "test/transport/access/rate-limit.test.ts › locks out nobody whose credentials are good",
    ],
  },
  {
    statement: "Passwords are stored as bcrypt hashes",
    checkedBy: [
      "test/transport/parts/users/auth.test.ts › creates a user on sign-up, and reveals none of its secrets",
      "test/transport/parts/users/auth.test.ts › never repeats a password or a code",
      "test/transport/parts/users/auth.test.ts › never repeats the password of a user that is managed",
      "test/transport/parts/users/users.test.ts › never tells, filters or sorts by the %s",
      "test/transport/parts/rest/hidden-paths.full.test.ts › finds nothing hidden by a search",
      "test/transport/access/bcrypt.test.ts › is readable by any bcrypt, with the requested cost",
      "test/transport/access/bcrypt.test.ts › is computed while the event loop keeps running",
      "test/transport/access/bcrypt.test.ts › are so many at most over HTTP",
    ],
  },
  {
    statement: "Guesses count before they are tried",
    checkedBy: [
      "test/transport/parts/users/sign-in-limits.test.ts › holds for guesses that are sent at once, the right one among them",
      "test/transport/parts/users/sign-in-limits.test.ts › counts %s",
      "test/transport/parts/users/sign-in-limits.test.ts › counts the work of GraphQL too",
      "test/transport/parts/users/sign-in-limits.test.ts › locks out no signed-in user, and counts guesses at the old password separately",
      "test/transport/access/rate-limit.test.ts › locks out nobody whose credentials are good",
    ],
  },
  {
    statement: "Sessions end with another password",
    checkedBy: [
      "test/transport/parts/users/sessions.test.ts › ends when the password is changed",
      "test/transport/parts/users/sessions.test.ts › ends when the password is reset",
      "test/transport/parts/users/sessions.test.ts › outlives a restart, unless the password was changed before it",
      "test/transport/parts/users/refresh.test.ts › are ended one by one, by device, or all",
      "test/transport/parts/users/refresh.test.ts › refuse invalid refresh tokens",
      "test/transport/parts/users/sessions.test.ts › is good once, and only the newest",
      "test/transport/parts/users/sessions.test.ts › ends after an hour",
      "test/transport/parts/users/sessions.test.ts › is revealed only to its user, and stored as a hash",
      "test/transport/parts/users/sessions.test.ts › costs the content nothing where no code can be sent, or nobody has the",
      "test/transport/parts/users/sessions.test.ts › is answered before anyone is looked for",
      "test/transport/parts/users/mail.test.ts › learns nothing of accounts, but in the profile strapi",
    ],
  },
  {
    statement: "Logs name no secret",
    checkedBy: [
      "test/transport/kept-secrets.test.ts › no token, password, private value or secret is logged",
      "test/transport/parts/operations/request-log.test.ts › never reveals a token, however it was sent",
      "test/transport/parts/operations/request-log.test.ts › has a line per request",
    ],
  },
  {
    statement: "Uploads run nothing when they are opened",
    checkedBy: [
      "test/transport/parts/uploads/serving/file-service.test.ts › lets no browser run what others have sent",
      "test/transport/parts/uploads/serving/file-service.test.ts › gives scripts no type that a page of the same origin would run",
      "test/transport/parts/uploads/upload.test.ts › refuses the name %j",
      "test/transport/parts/uploads/upload.test.ts › refuses the info %s",
    ],
  },
  {
    statement: "Pages for people",
    checkedBy: [
      "test/transport/parts/studio/content.full.test.ts › shows a visitor only public content, until a token is given",
      "test/transport/parts/studio/content.full.test.ts › shows whatever is in the content as text",
      "test/transport/parts/studio/assets.test.ts › run under a policy without inline scripts and styles",
      "test/transport/parts/graphql/page-http.test.ts › runs nothing that is inline, and loads nothing from elsewhere",
      "test/transport/parts/studio/root.test.ts › shows in production only the name and active services, without Studio",
    ],
  },
  {
    statement: "A twin (galley pull) is made by reading alone",
    checkedBy: [
      "test/transport/twin/pull.full.test.ts › sends nothing but GET, never a page number, and its own name",
      "test/transport/twin/pull.full.test.ts › where a redirect leads away",
      "test/transport/twin/pull.full.test.ts › gives visitors what the source gives them, and drafts to nobody else",
      "test/transport/twin/scrub.full.test.ts › no secret reaches any byte of a twin, and who was one stays one",
      "test/transport/twin/verify.test.ts › galley verify tells a difference in one small request, with both values",
    ],
  },
  {
    statement: "Values are kept as they were sent or refused with their place",
    checkedBy: [
      "test/transport/exact-values.test.ts › values in the profile %s",
      "test/transport/exact-values.test.ts › refuses them over GraphQL, in variables and in literals",
      "test/transport/exact-values.test.ts › refuses names and fields of uploads that are no UTF-8",
      "test/storage/adapters/json-file/storage.test.ts › names the line of a byte that is no UTF-8",
      "test/transport/strapi/archive/refused-archives.full.test.ts › that has a line that is no UTF-8",
      "test/engine/values/exact-number.test.ts › a whole number is kept where the number that is read prints",
    ],
  },
  {
    statement: "Regular expressions take a time in proportion",
    checkedBy: [
      "test/package/patterns.full.test.ts › takes a time in proportion to the text",
      "test/engine/schema/pattern/pattern.property.test.ts › a search that could take very long",
    ],
  },

  // Limits
  { statement: "Those with a name in the third column", noPromise: "introduces the table" },
  { statement: "body | 1 MiB", checkedBy: [`${STATED} › a body`, `${BOUNDARIES} › bodyLimit is 3000`] },
  {
    statement: "multipart form | 1000 parts",
    checkedBy: [
      "test/transport/http/form/form.test.ts › reads no further than the part that is one too many",
      "test/transport/http/form/form.test.ts › holds no more than a megabyte of fields, however many they are",
    ],
  },
  {
    statement: "structure of a JSON body | 64 levels",
    checkedBy: [`${STATED} › %s of a JSON body`, `${BOUNDARIES} › jsonLimits.keys is 20 in each object`],
  },
  { statement: "keys __proto__", checkedBy: [`${BOUNDARIES} › a key %s is refused wherever it stands`] },
  {
    statement: "query string | 65,536 characters",
    checkedBy: [
      `${STATED} › without a configuration, input up to the limits of SECURITY.md is accepted, and`,
      `${BOUNDARIES} › queryLimits.%s is %d`,
    ],
  },
  {
    statement: "its names and nesting | 4096 characters",
    checkedBy: [
      `${STATED} › without a configuration, input up to the limits of SECURITY.md is accepted, and`,
      `${BOUNDARIES} › queryLimits.%s is %d`,
    ],
  },
  {
    statement: "list values | 100",
    checkedBy: [
      `${STATED} › without a configuration, input up to the limits of SECURITY.md is accepted, and`,
      `${BOUNDARIES} › queryLimits.%s is %d`,
    ],
  },
  {
    statement: "sort keys, conditions in one list | 10, 50",
    checkedBy: [
      `${STATED} › without a configuration, input up to the limits of SECURITY.md is accepted, and`,
      `${BOUNDARIES} › queryLimits.%s is %d`,
    ],
  },
  {
    statement: "one answer | 32 MiB",
    checkedBy: [
      "test/memory/answer-bytes.full.test.ts › an answer beyond answerBytes never takes 128 MB",
      "test/transport/http/answer-bytes.test.ts › answers requests within it",
      "test/transport/http/answer-bytes.test.ts › refuses a list over REST",
    ],
  },
  {
    statement: "request line and headers | 16 KiB",
    checkedBy: [
      "test/transport/adapters/connection-end.test.ts › says with %i that it closes, and does",
      `${FRAMING} › a target of 15,000 characters`,
      PAGES,
    ],
  },
  {
    statement: "bodies under way | 256 MiB together",
    checkedBy: [`${LISTENER} › are refused with 503 where all together are too many`, PAGES],
  },
  { statement: "time for a head | 10 seconds", checkedBy: [SLOW_CLIENTS, PAGES] },
  {
    statement: "rate of a body | 16 KiB a second",
    checkedBy: [
      SLOW_CLIENTS,
      "test/transport/adapters/slow-clients.full.test.ts › whose body takes longer, but keeps coming",
      PAGES,
    ],
  },
  {
    statement: "answers over 64 KiB not yet taken | 256 MiB together",
    checkedBy: [
      `${LISTENER} › drops the client that has waited longest when too many bytes wait for clients`,
      "test/transport/adapters/shared/unsent.test.ts › answers that exceed the limit together are dropped from the first on",
      PAGES,
    ],
  },
  {
    statement: "refused credentials, failed sign-ins",
    checkedBy: [
      `${STATED} › refused credentials count as SECURITY.md states`,
      "test/transport/parts/users/sign-in-limits.test.ts › counts %s",
    ],
  },
  {
    statement: "bytes of uploaded files, in all",
    checkedBy: ["test/transport/parts/uploads/quota/upload-quota.test.ts › refuses what is over it, with the reason"],
  },
  {
    statement: "pictures that get smaller forms",
    checkedBy: [
      PAGES,
      "test/transport/parts/uploads/pictures/pictures.full.test.ts › is not decoded where that would take too much memory",
      "test/transport/parts/uploads/pictures/pictures.full.test.ts › is not decoded where its decoder would keep too much",
      "test/transport/parts/uploads/pictures/pictures.full.test.ts › creates no formats of a picture if that takes too long",
    ],
  },
  {
    statement: "passwords that wait to be hashed | 100",
    checkedBy: ["test/transport/access/bcrypt.test.ts › are so many at most over HTTP"],
  },
  {
    statement: "name of a user, any e-mail address | 255, 254 characters",
    checkedBy: [
      `${STATED} › names and addresses of users are as long`,
      "test/engine/document/scalars/check-scalars.test.ts › is of at most 254 characters",
    ],
  },
  {
    statement: "requests of one address, and of one token | none",
    checkedBy: [
      `${STATED} › requests, for which there is no limit`,
      "test/transport/access/rate-limit.test.ts › counts by address whatever else a client changes",
      "test/transport/access/rate-limit.test.ts › counts by token across the addresses",
    ],
  },
  {
    statement: "delay of the event loop, of galley serve | 1 second",
    checkedBy: [
      "test/transport/parts/operations/overload.test.ts › an overloaded server refuses with 503 for a while, except for health requests",
      PAGES,
    ],
  },
  {
    statement: "writes that wait | 10,000",
    checkedBy: ["test/transport/storage-failure.test.ts › refuses one write too many with a time to try again"],
  },
  {
    statement: "todos, where they are served | 100,000",
    checkedBy: [
      "test/transport/parts/todo/todo-limits.test.ts › have titles of 10 kB at most, as bytes",
      "test/transport/parts/todo/todo-limits.test.ts › are as many as the configuration says",
      "test/transport/parts/todo/todo-limits.test.ts › together have no more text than one list can hold",
      PAGES,
    ],
  },
  {
    statement: "forks that were made by being named",
    checkedBy: [
      "test/transport/parts/control/control.test.ts › lets the fork that was named longest ago go",
      "test/transport/parts/control/control.test.ts › lets the forks that were named longest ago go when all together hold",
      PAGES,
    ],
  },
  {
    statement: "locales in which a type has entries | 500",
    checkedBy: ["test/engine/write/locale-limit.test.ts › refuses one more, and names the limit"],
  },
  {
    statement: "a text to match it",
    checkedBy: [
      "test/engine/schema/pattern/long-texts.test.ts › %s: a text that is too long for it is refused with the reason",
      "test/engine/schema/pattern/long-texts.test.ts › %s is for short texts",
    ],
  },
  {
    statement: "regex of an attribute | linear time",
    checkedBy: ["test/engine/schema/pattern/pattern.property.test.ts › a search that could take very long"],
  },
  {
    statement: "What counts for bodies under way",
    checkedBy: [
      `${LISTENER} › release their bytes in all outcomes`,
      `${LISTENER} › arrives whole and is not held: %i bytes`,
      `${LISTENER} › waits for a handler that takes its time`,
    ],
  },
  {
    statement: "In the profile strapi a body may hold constructor",
    checkedBy: [
      `${STATED} › lists have no limit of their own in the profile strapi`,
      "test/transport/http/json/json-body.test.ts › parseJson",
      "test/transport/parts/rest/costly-queries.test.ts › asks for more work than is allowed",
    ],
  },

  // Two listeners
  {
    statement: "node:http is the strict one",
    checkedBy: [
      "test/transport/adapters/choose.test.ts › takes uWebSockets.js by itself on %s where it loads",
      "test/transport/adapters/choose.test.ts › takes node:http by itself on %s, and says in one line",
      "test/transport/adapters/choose.test.ts › uses node:http on request",
      "test/transport/adapters/choose.test.ts › takes uWebSockets.js on a network when it is demanded",
      `${LISTENER} › framing`,
    ],
  },
  {
    statement: "Both refuse with 400 what two servers could read in two ways",
    checkedBy: [
      "test/transport/adapters/connection-end.test.ts › says with %i that it closes, and does",
      `${FRAMING} › a request behind`,
      `${FRAMING} › requests behind a good one and`,
      `${FRAMING} › the same length twice`,
      `${FRAMING} › two transfer encodings`,
      `${FRAMING} › a length and chunks`,
      `${FRAMING} › no Host header`,
      `${FRAMING} › several requests behind Connection: close`,
    ],
  },
  { statement: "What uWebSockets.js does otherwise", noPromise: "introduces the list" },
  {
    statement: "All that comes in one packet is parsed at once",
    checkedBy: [
      `${FRAMING} › something malformed behind a body`,
      `${FRAMING} › a request behind one that is answered later`,
    ],
  },
  {
    statement: "It refuses HTTP/1.0",
    checkedBy: [
      `${FRAMING} › HTTP/1.0`,
      `${FRAMING} › a target with an origin`,
      `${FRAMING} › a trailer`,
      `${FRAMING} › a chunk extension`,
      `${FRAMING} › the header`,
      `${FRAMING} › 120 headers`,
      SLOW_CLIENTS,
    ],
  },
  {
    statement: "It takes the end of a chunk for granted",
    checkedBy: [
      `${FRAMING} › the chunks`,
      `${FRAMING} › a request in the place of the end of the last chunk`,
      "test/transport/adapters/connection-end.test.ts › leaves closing to the client after a large answer to chunks",
    ],
  },
  {
    statement: "It limits heads that arrive in several pieces only",
    checkedBy: [`${FRAMING} › 20,000 bytes of headers`],
  },
  { statement: "Where strangers call, put a reverse proxy", noPromise: "advice" },
  {
    statement: "Neither limits the number of connections by itself",
    checkedBy: [
      SLOW_CLIENTS,
      `${LISTENER} › drops the client that has waited longest when too many bytes wait for clients`,
      "test/transport/adapters/many-sockets.full.test.ts › answers the others while a thousand say nothing",
    ],
  },

  // Out of scope
  {
    statement: "Galley does not speak TLS",
    checkedBy: [
      "test/imports.test.ts › nothing is fetched from other hosts",
      "test/transport/parts/users/mail.test.ts › is not sent at all where it is switched off",
    ],
  },
  {
    statement: "galley serve and galley exec run modules of a project",
    checkedBy: [
      `${CHECK} › reads literals, and runs no code unless --run-config says so`,
      `${CHECK} › nor does %s, which says what it has not read`,
      `${CHECK} › takes a configuration of Galley that is code only where it is named`,
      `${CHECK} › cleans nothing by types that it has not read`,
      "test/transport/strapi/project/config/project-config.full.test.ts › the configuration of a project",
    ],
  },
  {
    statement: 'With --run-project ("runProject": true, createGalley({ project, run: true }))',
    checkedBy: [
      "test/transport/strapi/code/run-project.test.ts › nothing of a project's code runs unless it is asked for",
      "test/transport/strapi/code/run-project.test.ts › register runs before bootstrap, with the hooks of documents.use around every call",
    ],
  },
];
