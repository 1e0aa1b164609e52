/**
 * Names of parameters whose values are secret, wherever in the name the word occurs. Short words must be separate
 * from other letters, as in `X-Amz-Sig`: `design` is no signature.
 */
const SECRET =
  /pass|pwd|token|secret|jwt|code|signature|authorization|credential|session|cookie|(?:api|access|private)[-_]?key|(?<![a-z])(?:sig|otp|pin|key|auth)(?![a-z])/i;

/** The query text with the values of secret parameters removed; undefined if there is none. */
export function withoutSecrets(query: string): string | undefined {
  if (query === "") return undefined;
  if (!SECRET.test(query) && !query.includes("%")) return query;
  return query.split("&").map(withoutSecret).join("&");
}

function withoutSecret(piece: string): string {
  const split = piece.indexOf("=");
  if (split === -1) return piece;
  const name = piece.slice(0, split);
  return SECRET.test(decoded(name)) ? `${name}=[hidden]` : piece;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
