import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/**
 * The headers that prove a delivery: Standard Webhooks (HMAC-SHA256 of `id.timestamp.body`), one signature for each secret,
 * and `X-Strapi-Signature-256`. `now`: epoch milliseconds.
 */
export function signatureHeaders(
  secrets: readonly string[],
  id: string,
  body: string,
  now: number,
): { readonly [name: string]: string } {
  const [first] = secrets;
  if (first === undefined) return {};
  const timestamp = String(Math.floor(now / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => `v1,${hmac(secret, signed).toString("base64")}`);
  return {
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
    "X-Strapi-Signature-256": `sha256=${createHmac("sha256", first).update(body).digest("hex")}`,
  };
}

function hmac(secret: string, signed: string): Buffer {
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), "base64") : Buffer.from(secret);
  return createHmac("sha256", key).update(signed).digest();
}
