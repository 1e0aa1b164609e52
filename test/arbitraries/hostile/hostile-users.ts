import { fc } from "../../support/fast-check.ts";
import { anyJson, brokenJson, type JsonText, objectText, textOf } from "../json-text.ts";
import { encoded } from "../queries/query-string.ts";
import { changed, type HostileRequest, request } from "./hostile-request.ts";
import { hostileText, runOfOneText } from "./hostile-text.ts";
import { type RequestHeaders, requestHeaders } from "./request-headers.ts";

/** Requests to the routes of users: signing up and in, and the users themselves. */
export function userRequest(): fc.Arbitrary<HostileRequest> {
  return fc.oneof({ weight: 3, arbitrary: changed(auth) }, { weight: 3, arbitrary: changed(user) });
}

const NAMES = ["ann", "bob", "eve", "ANN", "ann@example.org", "bob@example.org"];
const name = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...NAMES) }, { weight: 1, arbitrary: hostileText });
const email = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("ann@example.org", "bob@example.org", "Eve@Example.org", "e\u0301@ex.org") },
  { weight: 1, arbitrary: hostileText },
  { weight: 1, arbitrary: runOfOneText },
);
const password = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("secret word", "another word") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "short", "x".repeat(73), "é".repeat(37), "x".repeat(50_000), "a\0bcdefg"),
  },
  { weight: 1, arbitrary: hostileText },
);
const role = fc.constantFrom("1", "2", "-1", "1e9", '"1"', '"authenticated"', "null", '{"id":1}', "[1]");

const VALUES: Readonly<Record<string, fc.Arbitrary<JsonText>>> = {
  identifier: name.map(textOf),
  username: name.map(textOf),
  email: email.map(textOf),
  password: password.map(textOf),
  passwordConfirmation: fc.constantFrom('"secret word"', '"another word"'),
  currentPassword: fc.constantFrom('"secret word"', '"another word"'),
  code: fc.oneof(fc.constantFrom('"0"', "null", '{"$ne":null}', '{"$notNull":true}', "[]"), anyJson),
  role,
  confirmed: fc.constantFrom("true", "false", "null"),
  blocked: fc.constantFrom("false", "null"),
  resetPasswordToken: fc.constantFrom('"0"', "null"),
  provider: fc.constantFrom('"local"', '"github"'),
};

const memberValue = (key: string): fc.Arbitrary<JsonText> =>
  (Object.hasOwn(VALUES, key) ? VALUES[key] : undefined) ?? anyJson;

/** These members, now and then without one, with another, or with a value that is none of them. */
function bodyOf(names: readonly string[]): fc.Arbitrary<string> {
  const members = names.map((key) =>
    fc.tuple(
      fc.constant(key),
      fc.oneof({ weight: 10, arbitrary: memberValue(key) }, { weight: 1, arbitrary: anyJson }),
    ),
  );
  const extra = fc
    .constantFrom(...Object.keys(VALUES), "id", "__proto__", "constructor")
    .chain((key) => fc.tuple(fc.constant(key), memberValue(key)));
  const some = fc
    .tuple(fc.tuple(...members), fc.option(fc.nat(members.length), { freq: 6 }), fc.option(extra, { freq: 5 }))
    .map(([all, without, more]) => objectText([...all.filter((_, at) => at !== without), ...(more ? [more] : [])]));
  return fc.oneof({ weight: 12, arbitrary: some }, { weight: 1, arbitrary: fc.oneof(anyJson, brokenJson) });
}

const AUTH: Readonly<Record<string, readonly string[]>> = {
  local: ["identifier", "password"],
  "local/register": ["username", "email", "password"],
  "change-password": ["currentPassword", "password", "passwordConfirmation"],
  "forgot-password": ["email"],
  "reset-password": ["code", "password", "passwordConfirmation"],
  "email-confirmation": ["confirmation"],
  nosuch: ["code"],
};

const signedIn = fc.oneof(
  { weight: 3, arbitrary: requestHeaders },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        "eyJhbGciOiJub25lIn0.eyJpZCI6MX0.",
        "eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.AAAA",
        "eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjEifQ",
        "eyJhbGciOiJSUzI1NiJ9.bnVsbA.",
        "...",
        "a.b.c",
        `${"e".repeat(2000)}.${"e".repeat(2000)}.${"e".repeat(2000)}`,
      )
      .map((jwt): RequestHeaders => ({ authorization: `Bearer ${jwt}` })),
  },
);

const auth = fc
  .constantFrom(...Object.entries(AUTH))
  .chain(([path, names]) =>
    request(
      fc.constantFrom("POST", "POST", "POST", "POST", "GET"),
      fc.constant(`/api/auth/${path}`),
      fc.constant(""),
      bodyOf(names),
      signedIn,
    ),
  );

const QUERIES = [
  ...["", "populate=*", "populate=role", "filters[username]=ann", "sort=email", "fields[0]=password", "_q=secret"],
  ...["filters[password][$startsWith]=$2", "filters[resetPasswordToken][$notNull]=true", "sort=password"],
  ...["filters[role][permissions][action]=a", "populate[role][populate]=users", "pagination[limit]=-1"],
];
const id = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("1", "2", "3") },
  { weight: 1, arbitrary: fc.constantFrom("me", "count", "0", "-1", "1.0", "1e0", "9".repeat(30)) },
  { weight: 1, arbitrary: hostileText.map(encoded) },
);
const user = fc.oneof(
  request(
    fc.constantFrom("GET", "HEAD"),
    fc.oneof(
      fc.constantFrom("/api/users", "/api/users/count", "/api/users/me"),
      id.map((number) => `/api/users/${number}`),
    ),
    fc.constantFrom(...QUERIES),
    fc.constant(null),
    signedIn,
  ),
  request(
    fc.constant("POST"),
    fc.constant("/api/users"),
    fc.constantFrom(...QUERIES),
    bodyOf(["username", "email", "password", "role"]),
    signedIn,
  ),
  request(
    fc.constant("PUT"),
    id.map((number) => `/api/users/${number}`),
    fc.constant(""),
    bodyOf(["username", "password"]),
    signedIn,
  ),
  request(
    fc.constant("DELETE"),
    id.map((number) => `/api/users/${number}`),
    fc.constant(""),
    fc.constant(null),
    signedIn,
  ),
);
