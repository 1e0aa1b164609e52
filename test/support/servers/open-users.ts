import type { SchemaDefinition } from "../../../engine/internal.ts";
import type { GalleyOptions } from "../../../transport/galley.ts";
import { BLOG } from "../content/blog.ts";
import { QUICK_USERS } from "../content/quick-users.ts";
import { type OpenUploads, openUploads } from "./open-uploads.ts";

/** A blog with users. Everyone may read posts; who has signed in may write tags too. */
export interface OpenUsers extends OpenUploads {
  /** Signs up; gives the token and the user. */
  signUp(username: string, password?: string): Promise<Session>;
  signIn(identifier: string, password?: string): ReturnType<OpenUploads["ask"]>;
}

export interface Session {
  readonly jwt: string;
  readonly user: { readonly id: number; readonly documentId: string; readonly [attribute: string]: unknown };
}

/** Users whose passwords are hashed in no time. */
const BLOG_WITH_USERS: SchemaDefinition = {
  ...BLOG,
  contentTypes: { ...BLOG.contentTypes, ...QUICK_USERS },
};

export const PASSWORD = "secret word";

export async function openUsers(options: Partial<GalleyOptions> = {}): Promise<OpenUsers> {
  const opened = await openUploads({
    schema: BLOG_WITH_USERS,
    users: true,
    roles: { public: { post: ["find"] }, authenticated: { post: ["find"], tag: ["find", "create"] } },
    tokens: [
      { name: "full", token: "full", access: "full-access" },
      { name: "read", token: "read", access: "read-only" },
    ],
    ...options,
  });
  const post = (path: string, body: object) => opened.ask("POST", path, body, null);
  return {
    ...opened,
    signUp: async (username, password = PASSWORD) => {
      const email = `${username}@example.org`;
      const { status, body } = await post("/api/auth/local/register", { username, email, password });
      if (status !== 200) throw new Error(`${username} was refused: ${JSON.stringify(body)}`);
      return body;
    },
    signIn: (identifier, password = PASSWORD) => post("/api/auth/local", { identifier, password }),
  };
}
