/** The files of a page: their texts by name. */
export interface PageFiles {
  /** The page itself, in which `{{name}}` is replaced by the URL of another file. */
  readonly "index.html": string;
  /** Scripts, styles, pictures, and the licences of the packages in them. */
  readonly [name: string]: string;
}
