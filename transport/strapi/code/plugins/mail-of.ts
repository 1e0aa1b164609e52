import type { Mail } from "../../../runtime/mail/mail.ts";
import type { Loose } from "../strapi-object.ts";

/** A message of `email.send` as mail. */
export function mailOf({ to, from, replyTo, subject, text, html }: Loose, usual: Pick<Mail, "from" | "replyTo">): Mail {
  return {
    to: Array.isArray(to) ? to.join(", ") : String(to ?? ""),
    from: String(from ?? usual.from),
    replyTo: String(replyTo ?? usual.replyTo),
    subject: String(subject ?? ""),
    text: String(text ?? ""),
    html: String(html ?? text ?? ""),
  };
}
