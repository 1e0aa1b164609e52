import { createGalley, type Galley, type GalleyOptions } from "../../../transport/galley.ts";
import { BLOG } from "../content/blog.ts";
import { Caller } from "../requests/caller.ts";
import { senderTo } from "../requests/sender.ts";

/** An empty blog in the default profile, served on a free port, and the callers who use it. */
export interface OpenBlog {
  readonly galley: Galley;
  readonly url: string;
  /** Without a token: the public role. */
  readonly visitor: Caller;
  /** With a token that may do everything. */
  readonly editor: Caller;
  /** With a token that may find and findOne every type. */
  readonly reader: Caller;
  /** With a token of a role that may find, findOne and create posts, and nothing else. */
  readonly contributor: Caller;
  /** With a token that does not exist. */
  readonly stranger: Caller;
  close(): Promise<void>;
}

/** The public role may find and findOne every type, unless `options` has other roles. */
export async function openBlog(options: Partial<GalleyOptions> = {}): Promise<OpenBlog> {
  const galley = await createGalley({
    schema: BLOG,
    todo: true,
    tokens: [
      { name: "editor", token: "token-of-the-editor", access: "full-access" },
      { name: "reader", token: "token-of-the-reader", access: "read-only" },
      { name: "contributor", token: "token-of-the-contributor", role: "contributor" },
    ],
    ...options,
    roles: {
      public: { "*": ["find", "findOne"] },
      contributor: { post: ["find", "findOne", "create"] },
      ...options.roles,
    },
  });
  const listening = await galley.listen({ port: 0 });
  const { url } = listening;
  const send = await senderTo(galley, url);
  return {
    galley,
    url,
    visitor: new Caller(url, undefined, send),
    editor: new Caller(url, "token-of-the-editor", send),
    reader: new Caller(url, "token-of-the-reader", send),
    contributor: new Caller(url, "token-of-the-contributor", send),
    stranger: new Caller(url, "token-of-nobody", send),
    close: async () => {
      await listening.close();
      await galley.close();
    },
  };
}
