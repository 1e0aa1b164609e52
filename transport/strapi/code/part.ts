import type { SchemaDefinition } from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import type { RestConfig } from "../../contract/profiles/rest-config.ts";
import type { Galley } from "../../library/galley.ts";
import type { Part, Started } from "../../parts/part.ts";
import type { UploadConfig } from "../../parts/uploads/upload-config.ts";
import type { UserConfig } from "../../parts/users/user-settings.ts";
import type { Mail, MailConfig } from "../../runtime/mail/mail.ts";
import { mailingOf } from "../../runtime/mail/mailer.ts";
import type { ReadBy } from "./koa/read-source.ts";
import type { ProjectCodeOptions } from "./project-code-options.ts";
import type { RoutePlan } from "./routing/plan-routes.ts";
import type { Loose } from "./strapi-object.ts";

interface CodeSettings {
  readonly rest: RestConfig;
  readonly mail: boolean | MailConfig;
  readonly uploads: UploadConfig;
  readonly users: UserConfig;
  /** Given where the own code of a project runs. */
  readonly projectCode?: ProjectCodeOptions;
  readonly schema?: unknown;
}

/** The own code of a Strapi project. */
export const PROJECT_CODE: Part<CodeSettings> = {
  open: async (
    { projectCode, rest, mail, uploads, users, schema: definition },
    { prefix, log, schema, behind, jsonLimits },
  ) => {
    if (projectCode === undefined) return null;
    const { ProjectCode } = await import("./run/project-code.ts");
    const mailing = await mailingOf(mail);
    const begun = new WeakMap<Store, Started>();
    const reading = new WeakMap<Store, ReadBy>();
    const code = await ProjectCode.load({
      ...projectCode,
      definition: definition as SchemaDefinition,
      log,
      users,
      config: { api: { rest: { prefix, ...rest } } },
      locales: schema.locales.map(({ code, name }) => ({ code, name, isDefault: code === schema.defaultLocale })),
      tokens: behind.find(({ users }) => users !== undefined)?.users?.tokens ?? null,
      readBy(store) {
        const readBy = reading.get(store);
        if (readBy === undefined) throw new Error("A galley is not asked before it serves");
        return readBy;
      },
      async send({ outbox }, given) {
        if (mailing === null) return;
        const message = mailOf(given, mailing);
        await (mailing.send?.(message) ?? outbox.add(message));
      },
      async uploads({ store, files }) {
        const started = begun.get(store);
        if (uploads === false || started === undefined) throw new Error("Files cannot be uploaded: uploads are off");
        const [{ Uploads }, { picturesOf }] = await Promise.all([
          import("../../parts/uploads/uploads.ts"),
          import("../../parts/uploads/pictures/pictures.ts"),
        ]);
        const pictures = picturesOf(uploads === true ? {} : uploads, log);
        const { runtime, hooks } = started;
        return new Uploads({ store, files, runtime, pictures, hooks }, (documentId) => documentId);
      },
    });
    let plan: RoutePlan | null = null;
    const serves = (started: Started) => {
      const { galley, hooks } = started;
      const whole = wholeOf(galley);
      begun.set(galley.store, started);
      code.serves(whole, galley.store);
      hooks.limits.within = (work) => code.run(work, whole);
      hooks.beforeRow = code.beforeRow;
    };
    return {
      needsAnyAction: true,
      setUp: (started) => {
        begun.set(started.galley.store, started);
        const extend = behind.find(({ extendGraphql }) => extendGraphql !== undefined)?.extendGraphql ?? null;
        return code.start(wholeOf(started.galley), started.hooks, extend);
      },
      start: (started) => {
        serves(started);
        plan = code.routes({ schema, prefix });
        const fork = (forked: Started) => {
          serves(forked);
          return { fork };
        };
        return { fork, drain: () => code.drain(), close: () => code.close() };
      },
      serve: ({ ownRoutes, store, origin, paramsOf }) => {
        reading.set(store, { origin, paramsOf, jsonLimits });
        if (plan !== null) ownRoutes.useProject(plan.routes, plan.around);
        return {};
      },
    };
  },
};

/** The running galley is a whole one: only its type is narrower for parts. */
function wholeOf(galley: Started["galley"]): Galley {
  return galley as Galley;
}

/** A message of `email.send` as mail. */
function mailOf({ to, from, replyTo, subject, text, html }: Loose, usual: Pick<Mail, "from" | "replyTo">): Mail {
  return {
    to: Array.isArray(to) ? to.join(", ") : String(to ?? ""),
    from: String(from ?? usual.from),
    replyTo: String(replyTo ?? usual.replyTo),
    subject: String(subject ?? ""),
    text: String(text ?? ""),
    html: String(html ?? text ?? ""),
  };
}
