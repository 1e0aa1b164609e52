import { escapedHtml } from "../../../http/page/escaped-html.ts";
import type { SendMail } from "../../../runtime/mail/mail.ts";
import type { Mailing } from "../../../runtime/mail/mailer.ts";

export interface UserMailOptions extends Omit<Mailing, "send"> {
  readonly send: SendMail;
  /** The URL at which this server is reached, without a trailing slash. */
  readonly origin: () => string;
  /** The first part of every path, `/api`. */
  readonly prefix: string;
  /** The page on which a user sets another password; null: the message contains the code only. */
  readonly resetUrl: string | null;
}

/** The messages with codes that users get, worded as in a new Strapi project. */
export class UserMails {
  readonly #options: UserMailOptions;

  constructor(options: UserMailOptions) {
    this.#options = options;
  }

  /** Rejects if sending fails, as the other method does. */
  async sendReset(to: string, code: string): Promise<void> {
    await this.#send(to, "Reset password", [
      ["We heard that you lost your password. Sorry about that!"],
      [
        "But don’t worry! You can use the following link to reset your password:",
        withParameter(this.#options.resetUrl ?? "", "code", code),
      ],
      ["Thanks."],
    ]);
  }

  async sendConfirmation(to: string, code: string): Promise<void> {
    const { origin, prefix } = this.#options;
    await this.#send(to, "Account confirmation", [
      ["Thank you for registering!"],
      ["You have to confirm your email address. Please click on the link below."],
      [withParameter(`${origin()}${prefix}/auth/email-confirmation`, "confirmation", code)],
      ["Thanks."],
    ]);
  }

  /**
   * `blocks`: paragraphs, with blank lines between the blocks in HTML. The messages contain nothing that a user has
   * chosen, so only the configured page has to be escaped.
   */
  async #send(to: string, subject: string, blocks: readonly (readonly string[])[]): Promise<void> {
    const { from, replyTo, send } = this.#options;
    const html = blocks.map((block) => block.map(paragraph).join("\n"));
    await send({ to, from, replyTo, subject, text: blocks.flat().join("\n\n"), html: html.join("\n\n") });
  }
}

function paragraph(text: string): string {
  return `<p>${escapedHtml(text)}</p>`;
}

/** `code` consists of hexadecimal digits, which need no encoding. */
function withParameter(url: string, name: string, code: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${name}=${code}`;
}
