import type { SendMail } from "../../mail/mail.ts";
import type { Mailing } from "../../mail/mailer.ts";

export interface UserMailOptions extends Omit<Mailing, "send"> {
  readonly send: SendMail;
  /** Where this server is reached, without a slash at its end. */
  readonly origin: () => string;
  /** First part of every path, `/api`. */
  readonly prefix: string;
  /** Page on which a user sets another password; null: the message holds the code alone. */
  readonly resetUrl: string | null;
}

/** The messages with codes that users get, in the words of a fresh Strapi. */
export class UserMails {
  readonly #options: UserMailOptions;

  constructor(options: UserMailOptions) {
    this.#options = options;
  }

  /** Rejects with what the sending rejects with, as both do. */
  async sendReset(to: string, code: string): Promise<void> {
    await this.#send(to, "Reset password", [
      "We heard that you lost your password. Sorry about that!",
      "But don’t worry! You can use the following link to reset your password:",
      withParameter(this.#options.resetUrl ?? "", "code", code),
      "Thanks.",
    ]);
  }

  async sendConfirmation(to: string, code: string): Promise<void> {
    const { origin, prefix } = this.#options;
    await this.#send(to, "Account confirmation", [
      "Thank you for registering!",
      "You have to confirm your email address. Please click on the link below.",
      withParameter(`${origin()}${prefix}/auth/email-confirmation`, "confirmation", code),
      "Thanks.",
    ]);
  }

  /** Nothing that a user has chosen is in these messages, so there is nothing to escape but the page of the configuration. */
  async #send(to: string, subject: string, paragraphs: readonly string[]): Promise<void> {
    const { from, replyTo, send } = this.#options;
    const html = paragraphs.map((text) => `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`);
    await send({ to, from, replyTo, subject, text: paragraphs.join("\n\n"), html: html.join("\n\n") });
  }
}

/** `code` is of hexadecimal digits. */
function withParameter(url: string, name: string, code: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${name}=${code}`;
}
