/** A message to one address, ready to be sent. */
export interface Mail {
  readonly to: string;
  /** `Name <address>`, or the address alone. */
  readonly from: string;
  /** Empty if answers go to `from`. */
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Delivers a message; an error it throws, or rejects with, means that the message was not delivered. */
export type SendMail = (mail: Mail) => unknown;

/** Configuration of mail. */
export interface MailConfig {
  /** Sender of every message. Default: `Administration Panel <no-reply@strapi.io>`, as in a new Strapi. */
  readonly from?: string;
  /** Reply address. Default: the sender. */
  readonly replyTo?: string;
  /** Mail server, `smtp://user:password@mail.example.org:587`. Needs the package `nodemailer`. */
  readonly smtp?: string;
  /** Delivers mail in place of a server. */
  readonly send?: SendMail;
}
