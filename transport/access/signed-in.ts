/** A user: an entry with a documentId, id, username or email; or one of these alone. */
export type UserName = number | string | object;

/** Headers of a signed-in user, for `fetch` and the like. A type, so that it is a record of texts. */
export type SignedIn = {
  readonly Authorization: string;
};
