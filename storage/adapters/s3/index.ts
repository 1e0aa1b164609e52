/** `galley/storage/s3`: uploaded files in a bucket. Needs the package `aws4fetch`. See docs/uploads-and-users.md. */

export type { S3Credentials } from "./address.ts";
export { S3FileStore } from "./files.ts";
