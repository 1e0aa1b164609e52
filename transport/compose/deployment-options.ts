import type { Schema } from "../../engine/internal.ts";
import type { ChosenSettings } from "../config/settings-table.ts";
import type { Profile } from "../contract/profile.ts";
import type { GraphqlServiceOf } from "../graphql/graphql-service.ts";
import type { JsonLimits } from "../http/json/json-limits.ts";
import type { Page } from "../http/page/page.ts";
import type { Mailing } from "../mail/mailer.ts";
import type { OpenapiMode } from "../openapi/openapi-mode.ts";
import type { Pictures } from "../plugins/upload/pictures.ts";
import type { Providers } from "../plugins/users/providers/provider.ts";
import type { RefreshCookie } from "../plugins/users/sessions/refresh-cookie.ts";
import type { Lifespans } from "../plugins/users/sessions/refresh-tokens.ts";
import type { SendResetCode } from "../plugins/users/signing-in.ts";
import type { Log } from "../runtime/log.ts";
import type { Directory } from "../studio/root/directory.ts";
import type { ControlConfig } from "../testing/control/control-config.ts";

export interface UserSettings {
  /** Signs their tokens. */
  readonly secret: string;
  /** Seconds for which a single token is good. */
  readonly expiresIn: number;
  /** Null: users have single tokens. */
  readonly sessions: { readonly lifespans: Lifespans; readonly cookie: RefreshCookie } | null;
  /** Others that sign users in. */
  readonly providers: Providers;
  /** Anyone may sign up. */
  readonly register: boolean;
  /** Attributes that who signs up may set beside name, address and password. */
  readonly allowedFields: readonly string[];
  /** Nobody is let in before its address is confirmed. */
  readonly confirmation: boolean;
  /** Where who has confirmed its address is led. */
  readonly confirmedUrl: string;
  /** Page on which another password is set; null: its message holds the code alone. */
  readonly resetUrl: string | null;
  readonly sendResetCode: SendResetCode | undefined;
}

/** Settings that the deployment has in another form, or under another name. */
type Resolved = "profile" | "users" | "mail" | "graphql" | "studio" | "openapi" | "control" | "jsonLimits";

/** What was chosen, with what holds where nothing was: every setting as it is, and what was made of some. */
export interface DeploymentOptions extends Omit<ChosenSettings, Resolved> {
  readonly schema: Schema;
  readonly profile: Profile;
  /** How many todos there may be; null serves none. */
  readonly maxTodos: number | null;
  readonly jsonLimits: JsonLimits;
  /** Bytes of an upload; null serves no uploads. */
  readonly uploadLimit: number | null;
  /** Null: no mail is sent. */
  readonly mailing: Mailing | null;
  readonly pictures: Pictures;
  /** How users sign in; null: they do not. */
  readonly users: UserSettings | null;
  /** Undefined leaves it to the profile. */
  readonly entityTags: boolean | undefined;
  readonly origins: "*" | readonly string[] | undefined;
  /** Null: GraphQL is not served. */
  readonly graphql: GraphqlServiceOf | null;
  /** What `GET /` says. */
  readonly directory: Directory;
  /** Null: Studio is not served. */
  readonly studio: Page | null;
  /** Who may read the OpenAPI document. */
  readonly openapi: OpenapiMode;
  /** Answered requests that are kept for tests to look at. */
  readonly keepRequests: number;
  /** Null: tests do not control it over HTTP. */
  readonly control: ControlConfig | null;
  readonly log: Log;
  readonly logRequests: boolean;
}
