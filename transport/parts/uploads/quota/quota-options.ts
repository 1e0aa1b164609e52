import type { UploadOptions } from "../upload-config.ts";

/** The most bytes that files may have, as configured. */
export type QuotaOptions = NonNullable<UploadOptions["quota"]>;
