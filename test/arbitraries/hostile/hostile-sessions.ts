import { fc } from "../../support/fast-check.ts";
import { anyJson, brokenJson, objectText } from "../json-text.ts";
import { encoded } from "../queries/query-string.ts";
import { changed, type HostileRequest, request } from "./hostile-request.ts";
import { hostileText } from "./hostile-text.ts";
import type { RequestHeaders } from "./request-headers.ts";

/** Providers of a fuzzed server: one that answers, and one that nobody reaches. */
export const PROVIDERS = ["corp", "gone"] as const;

/** Secrets that a server has told its callers: `@jwt@` in a request is replaced by an issued one. */
export const LIVE = ["jwt", "refreshToken", "sessionId", "refreshCookie", "begun", "callback", "proof"] as const;
export type Live = (typeof LIVE)[number];
const live = (name: Live): string => `@${name}@`;

/** Requests that renew, list and end sessions, and sign-ins by a provider, with issued and with made-up credentials. */
export function sessionRequest(): fc.Arbitrary<HostileRequest> {
  return fc.oneof(
    { weight: 2, arbitrary: signUp },
    { weight: 4, arbitrary: changed(session) },
    { weight: 3, arbitrary: changed(provider) },
  );
}

/** A live value, now and then with something before, after or instead of it. */
const damaged = (name: Live): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(live(name)) },
    { weight: 1, arbitrary: fc.constantFrom(...LIVE.map(live)) },
    { weight: 1, arbitrary: fc.constantFrom(`${live(name)}x`, `.${live(name)}`, `${live(name)}.${live(name)}`, "") },
    { weight: 1, arbitrary: hostileText.map((text) => text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 2000)) },
  );

/** Headers hold no controls and no letters beyond ASCII. */
const cookie = fc.oneof(
  { weight: 4, arbitrary: fc.constant<RequestHeaders>({}) },
  {
    weight: 2,
    arbitrary: damaged("refreshCookie").map((text): RequestHeaders => ({ cookie: `strapi_up_refresh=${text}` })),
  },
  { weight: 2, arbitrary: damaged("begun").map((text): RequestHeaders => ({ cookie: `galley_connect=${text}` })) },
  { weight: 2, arbitrary: damaged("proof").map((text): RequestHeaders => ({ cookie: `a=b; galley_connect=${text}` })) },
  { weight: 1, arbitrary: fc.constant<RequestHeaders>({ "x-strapi-refresh-cookie": "httpOnly" }) },
);
const headers = fc
  .tuple(fc.option(damaged("jwt"), { freq: 6 }), cookie)
  .map(([jwt, more]): RequestHeaders => ({ ...(jwt !== null && { authorization: `Bearer ${jwt}` }), ...more }));

const device = fc.oneof(
  fc.constantFrom('"phone"', '"desk"', "null", '""', `"${"d".repeat(256)}"`, "1", '{"$ne":null}'),
  anyJson,
);
const body = fc.oneof(
  {
    weight: 6,
    arbitrary: damaged("refreshToken").map((token) => objectText([["refreshToken", JSON.stringify(token)]])),
  },
  { weight: 2, arbitrary: device.map((id) => objectText([["deviceId", id]])) },
  { weight: 2, arbitrary: fc.constantFrom('{"scope":"all"}', '{"scope":"nosuch"}', '{"scope":["all"]}', "{}") },
  { weight: 1, arbitrary: fc.oneof(anyJson, brokenJson, fc.constant(null)) },
);

const signUp = fc
  .tuple(fc.nat(60), device, fc.constantFrom("local", "local", "local/register"))
  .chain(([number, id, path]) => {
    const name = JSON.stringify(`caller${number}`);
    const address = JSON.stringify(`caller${number}@example.org`);
    const names = [
      ...(path === "local"
        ? [["identifier", name]]
        : [
            ["username", name],
            ["email", address],
          ]),
    ];
    const members = [...names, ["password", '"secret word"'], ["deviceId", id]] as unknown as [string, string][];
    return request(
      fc.constant("POST"),
      fc.constant(`/api/auth/${path}`),
      fc.constant(""),
      fc.constant(objectText(members)),
      cookie,
    );
  });

const NO_QUERY = fc.constant("");
const session = fc.oneof(
  { weight: 4, arbitrary: request(fc.constant("POST"), fc.constant("/api/auth/refresh"), NO_QUERY, body, headers) },
  { weight: 2, arbitrary: request(fc.constant("POST"), fc.constant("/api/auth/logout"), NO_QUERY, body, headers) },
  {
    weight: 2,
    arbitrary: request(fc.constant("GET"), fc.constant("/api/auth/sessions"), NO_QUERY, fc.constant(null), headers),
  },
  {
    weight: 2,
    arbitrary: request(
      fc.constant("DELETE"),
      damaged("sessionId").map((id) => `/api/auth/sessions/${id.startsWith("@") ? id : encoded(id)}`),
      NO_QUERY,
      fc.constant(null),
      headers,
    ),
  },
  {
    weight: 1,
    arbitrary: request(
      fc.constant("GET"),
      fc.constantFrom("/api/users/me", "/api/users/me?populate=*"),
      NO_QUERY,
      fc.constant(null),
      headers,
    ),
  },
);

const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...PROVIDERS, "corp") },
  { weight: 1, arbitrary: fc.constantFrom("local", "github", "__proto__", "constructor", "CORP", "..") },
  { weight: 1, arbitrary: hostileText.map(encoded) },
);
const page = fc.constantFrom(
  ...["", "", "callback=https://www.example.org/connected", "callback=https://www.example.org/connected?a=b"],
  ...[
    "callback=https://evil.example/connected",
    "callback=//evil.example",
    "callback=javascript:alert(1)",
    "callback[]=a",
  ],
  ...["callback=https://u:p@www.example.org/connected", "callback=%00", "callback=a&callback=b", "callback"],
);
const answered = fc.oneof(
  { weight: 6, arbitrary: fc.constant(live("callback")) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "code=a&state=b",
      "error=access_denied&state=b",
      `${live("callback")}&code=a`,
      "code=&state=",
      "iss=a",
    ),
  },
  { weight: 1, arbitrary: hostileText.map((text) => `code=${encoded(text)}&state=${encoded(text)}`) },
);
const provider = fc.oneof(
  {
    weight: 3,
    arbitrary: request(
      fc.constant("GET"),
      name.map((text) => `/api/connect/${text}`),
      page,
      fc.constant(null),
      headers,
    ),
  },
  {
    weight: 3,
    arbitrary: request(
      fc.constant("GET"),
      name.map((text) => `/api/connect/${text}/callback`),
      answered,
      fc.constant(null),
      headers,
    ),
  },
  {
    weight: 3,
    arbitrary: request(
      fc.constant("GET"),
      name.map((text) => `/api/auth/${text}/callback`),
      page,
      fc.constant(null),
      headers,
    ),
  },
);
