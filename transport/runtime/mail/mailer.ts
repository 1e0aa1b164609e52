import { ConfigError } from "../../config/config-error.ts";
import { isMissingPackage } from "../missing-package.ts";
import type { Mail, MailConfig, SendMail } from "./mail.ts";

/** How a deployment sends mail, and the headers of every message. */
export interface Mailing {
  readonly from: string;
  readonly replyTo: string;
  /** Null: each galley keeps messages in its outbox. */
  readonly send: SendMail | null;
}

/** Sender in a new Strapi. */
const FROM = "Administration Panel <no-reply@strapi.io>";

/**
 * Null if no mail is sent. The client of mail servers is loaded only if one is configured.
 *
 * @throws ConfigError (rejected) if its package is not installed.
 */
export async function mailingOf(config: boolean | MailConfig): Promise<Mailing | null> {
  if (config === false) return null;
  const { from = FROM, replyTo = "", send, smtp } = config === true ? {} : config;
  return { from, replyTo, send: send ?? (smtp === undefined ? null : await sendTo(smtp)) };
}

async function sendTo(smtp: string): Promise<SendMail> {
  try {
    const { createTransport } = await import("nodemailer");
    const transport = createTransport(smtp);
    return ({ replyTo, ...mail }: Mail) => transport.sendMail({ ...mail, ...(replyTo !== "" && { replyTo }) });
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    const message = 'needs the package "nodemailer", which is not installed: npm install nodemailer';
    throw new ConfigError("Options", [{ path: ["mail", "smtp"], message }]);
  }
}
