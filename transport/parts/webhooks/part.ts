import { ConfigError } from "../../config/config-error.ts";
import type { OpenPart, Part, Running, Started } from "../part.ts";
import type { Deliver, WebhookConfig } from "./webhook-config.ts";

interface WebhookSettings {
  readonly webhooks: readonly WebhookConfig[];
  readonly deliver?: true | Deliver;
}

/** Sends events to other servers. */
export const WEBHOOKS: Part<WebhookSettings> = {
  open: async ({ webhooks: configs, deliver }, { schema, profile, log }) => {
    if (configs.length === 0) return null;
    const [{ openWebhook, webhookFaults }, { postBy, postOverNetwork }, { Webhooks }, { webhookRoutes }] =
      await Promise.all([
        import("./webhook.ts"),
        import("./post.ts"),
        import("./webhooks.ts"),
        import("./webhook-routes.ts"),
      ]);
    const issues = webhookFaults(schema, configs);
    if (issues.length > 0) throw new ConfigError("Options", issues);
    const webhooks = configs.map((config) => openWebhook(schema, config));
    const post = deliver === undefined ? null : deliver === true ? postOverNetwork : postBy(deliver);
    const make = ({ galley: { store }, events, runtime: { clock } }: Started, isSending: boolean) =>
      new Webhooks({
        store,
        schema,
        clock,
        log,
        webhooks,
        perVersion: profile.deletedVersions === "each",
        events: events(),
        post: isSending ? post : null,
      });
    const running = (made: InstanceType<typeof Webhooks>): Running => ({
      webhooks: made,
      metrics: made.metrics,
      fork: (started) => running(make(started, false)),
      close: () => made.close(),
    });
    const part: OpenPart<Running> = {
      controls: webhookRoutes(),
      start: async (started) => {
        const made = make(started, true);
        await made.start();
        return running(made);
      },
    };
    return part;
  },
};
