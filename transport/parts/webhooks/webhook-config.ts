/** Where events are sent, and which. */
export interface WebhookConfig {
  /** Unique: deliveries that wait are kept under it. */
  readonly name: string;
  /** Of http or https. */
  readonly url: string;
  /** Names of events, `entry.*`, `media.*` or `*`; by default all that Strapi has. */
  readonly events?: readonly string[];
  /** Content types by singular name or uid; by default all but the types of users. */
  readonly types?: readonly string[];
  readonly headers?: { readonly [name: string]: string };
  /** Signs each delivery; several while a secret is replaced. `whsec_` and base64, or any text. */
  readonly secret?: string | readonly string[];
  /** The form of the bodies: `strapi`. */
  readonly format?: "strapi";
  /** Sends to private addresses too: false. */
  readonly allowPrivate?: boolean;
}

/** Takes the place of the network: answers the request of one delivery. */
export type Deliver = (request: Request) => Response | Promise<Response>;
