import { StorageError } from "../../error.ts";

/** Location of files in a bucket, and the credentials. */
export interface S3Address {
  /** URL of the bucket, without a trailing slash. */
  readonly url: string;
  readonly region: string;
  /** Prefix of keys: empty, or with a trailing slash. */
  readonly prefix: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Override the AWS variables of the environment. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

type Environment = { readonly [name: string]: string | undefined };

const FORM = "s3://BUCKET[/FOLDER][?region=…&endpoint=…]";
const KNOWN = ["region", "endpoint"];

/**
 * Parses `s3://BUCKET[/FOLDER][?region=…&endpoint=…]`. `endpoint` is another server than Amazon's, which has the bucket in
 * its path; by default AWS_REGION and AWS_ENDPOINT_URL apply.
 *
 * @throws StorageError `misused`, also if there are no credentials.
 */
export function parseS3Address(text: string, given: S3Credentials | undefined, environment: Environment): S3Address {
  const [, bucket, folder = "", query = ""] =
    /^s3:\/\/([a-z0-9][a-z0-9._-]{1,62})(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text) ?? [];
  if (bucket === undefined) throw misused(`is not like ${FORM}`);
  const parameters = new URLSearchParams(query);
  const unknown = [...parameters.keys()].find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) throw misused(`has the parameter "${unknown}": it takes ${KNOWN.join(" and ")}`);
  const region = parameters.get("region") ?? environment.AWS_REGION ?? "us-east-1";
  const endpoint = parameters.get("endpoint") ?? environment.AWS_ENDPOINT_URL ?? null;
  if (endpoint !== null && !isHttp(endpoint)) throw misused("has an endpoint that is not an http or https URL");
  const names = folder.split("/").filter((name) => name !== "");
  return {
    url: endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : `${withoutSlash(endpoint)}/${bucket}`,
    region,
    prefix: names.map((name) => `${decoded(name)}/`).join(""),
    bucket,
    ...(given ?? credentialsIn(environment)),
  };
}

function credentialsIn({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN }: Environment): S3Credentials {
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new StorageError("misused", "A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment");
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}

function withoutSlash(url: string): string {
  return url.endsWith("/") ? url.slice(0, -1) : url;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw misused("has a folder that is not percent-encoded UTF-8");
  }
}

function misused(fault: string): StorageError {
  return new StorageError("misused", `The address of the bucket ${fault}`);
}
