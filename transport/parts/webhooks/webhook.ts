import { isIP } from "node:net";
import type { Issue, Schema } from "../../../engine/internal.ts";
import type { ContentEvent } from "../../events/content-event.ts";
import { filterFaults, selects } from "../../events/event-filter.ts";
import { isHeader } from "../../http/headers/is-header.ts";
import { isPrivateAddress } from "../../runtime/private-address.ts";
import { privateAddress } from "./post.ts";
import type { WebhookConfig } from "./webhook-config.ts";

/** A webhook whose configuration was checked. */
export interface Webhook {
  readonly name: string;
  readonly url: string;
  /** The URL without credentials, as logs and answers show it. */
  readonly shownUrl: string;
  readonly headers: { readonly [name: string]: string };
  readonly secrets: readonly string[];
  readonly allowPrivate: boolean;
  readonly selects: (event: ContentEvent) => boolean;
}

const USUAL = ["entry.*", "media.*"];
const NAME = /^[\w.-]{1,60}$/;

export function openWebhook(schema: Schema, config: WebhookConfig): Webhook {
  const { name, url, headers = {}, secret = [], allowPrivate = false, types, events = USUAL } = config;
  const shown = new URL(url);
  shown.username = shown.password = "";
  return {
    name,
    url,
    shownUrl: shown.href,
    headers,
    secrets: typeof secret === "string" ? [secret] : secret,
    allowPrivate,
    selects: selects(schema, { events, ...(types && { types }) }),
  };
}

/** Every fault of webhooks beyond their form: `Webhook site: events.0: is not known`. */
export function webhookFaults(schema: Schema, configs: readonly WebhookConfig[]): Issue[] {
  const names = configs.map(({ name }) => name);
  return configs.flatMap((config, at) => {
    const faults = [
      ...filterFaults(schema, config),
      ...addressFaults(config),
      ...headerFaults(config),
      ...(NAME.test(config.name)
        ? []
        : [fault("name", "must have up to 60 letters, digits, dots, dashes or underscores")]),
      ...(names.indexOf(config.name) === at ? [] : [fault("name", "is the name of another webhook")]),
    ];
    return faults.map(({ path, message }) => {
      const place = path.length === 0 ? "" : `${path.join(".")}: `;
      return { path: [], message: `Webhook ${config.name}: ${place}${message}` };
    });
  });
}

function addressFaults({ url, allowPrivate = false }: WebhookConfig): Issue[] {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (allowPrivate || isIP(host) === 0 || !isPrivateAddress(host)) return [];
  return [{ path: [], message: privateAddress(host) }];
}

function headerFaults({ headers = {} }: WebhookConfig): Issue[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    return isHeader(name, value) ? [] : [fault(`headers.${name}`, "is not a header that can be sent")];
  });
}

function fault(place: string, message: string): Issue {
  return { path: [place], message };
}
