/** A message to one address, ready to be sent. */
export interface Mail {
  readonly to: string;
  /** `Name <address>`, or the address alone. */
  readonly from: string;
  /** Empty where answers go to `from`. */
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Takes a message to its address; what it throws, or rejects with, says that it did not get there. */
export type SendMail = (mail: Mail) => unknown;

/** Where mail goes. */
export interface MailConfig {
  /** Sender of every message: `Administration Panel <no-reply@strapi.io>` when absent, as in a fresh Strapi. */
  readonly from?: string;
  /** Where answers go: to the sender when absent. */
  readonly replyTo?: string;
  /** Server that takes mail, `smtp://user:password@mail.example.org:587`. Needs the package `nodemailer`. */
  readonly smtp?: string;
  /** Takes mail in the place of a server. */
  readonly send?: SendMail;
}
