/** Uploads: whether they are accepted and served, and how. */
export type UploadConfig = boolean | UploadOptions;

export interface UploadOptions {
  /** Largest upload in bytes, all files of one request together: 200 MiB. */
  readonly limit?: number;
  readonly quota?: QuotaOptions;
  /** Media types of files that may be uploaded, in which `*` stands for any text, as in `image/*`: all. */
  readonly allowedTypes?: readonly string[];
  /** Those that may not, whatever is allowed: none. */
  readonly deniedTypes?: readonly string[];
  /** Make smaller forms of pictures: true. Needs the package `sharp`; without it none are made. */
  readonly formats?: boolean;
  /** Longest side of each form in pixels, beside the thumbnail: `large` 1000, `medium` 750, `small` 500. */
  readonly breakpoints?: { readonly [name: string]: number };
  /** Store pictures with less quality where that makes them smaller, as a fresh Strapi does: false, which keeps their bytes. */
  readonly optimize?: boolean;
  /**
   * Keep files in a bucket, `s3://BUCKET[/FOLDER][?region=…&endpoint=…]`, instead of beside the content. Needs the
   * package `aws4fetch`; credentials are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment.
   */
  readonly bucket?: string;
}

/** The most bytes that files may have, with their smaller forms. */
export interface QuotaOptions {
  /** Of all files together: no limit. */
  readonly total?: number;
  /** Of the files that one user has sent: no limit. */
  readonly user?: number;
}
