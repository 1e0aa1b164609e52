import type { Schema } from "../../engine/internal.ts";
import type { ChosenSettings } from "../config/settings-table.ts";
import type { Profile } from "../contract/profiles/profile.ts";
import type { JsonLimits } from "../http/json/json-limits.ts";
import type { Page } from "../http/page/page.ts";
import type { Mailing } from "../mail/mailer.ts";
import type { ControlConfig } from "../parts/control/control-config.ts";
import type { GraphqlServiceOf } from "../parts/graphql/graphql-service.ts";
import type { OpenapiMode } from "../parts/openapi/openapi-mode.ts";
import type { Directory } from "../parts/studio/root/directory.ts";
import type { AcceptedTypes } from "../parts/uploads/accepted-types.ts";
import type { Pictures } from "../parts/uploads/pictures/pictures.ts";
import type { Providers } from "../parts/users/providers/provider.ts";
import type { RefreshCookie } from "../parts/users/sessions/refresh-cookie.ts";
import type { Lifespans } from "../parts/users/sessions/refresh-tokens.ts";
import type { SendResetCode } from "../parts/users/sign-in/signing-in.ts";
import type { Log } from "../runtime/log.ts";

export interface UserSettings {
  /** Key that signs their tokens. */
  readonly secret: string;
  /** Lifetime of a single token in seconds. */
  readonly expiresIn: number;
  /** Null: users have single tokens without sessions. */
  readonly sessions: { readonly lifespans: Lifespans; readonly cookie: RefreshCookie } | null;
  /** Providers that users can sign in with. */
  readonly providers: Providers;
  /** Whether anyone may sign up. */
  readonly register: boolean;
  /** Attributes besides name, address and password that a sign-up may set. */
  readonly allowedFields: readonly string[];
  /** Whether users must confirm their address before they can sign in. */
  readonly confirmation: boolean;
  /** Where users are redirected after they have confirmed their address. */
  readonly confirmedUrl: string;
  /** Page on which a new password is set; null: the message contains only the code. */
  readonly resetUrl: string | null;
  readonly sendResetCode: SendResetCode | undefined;
}

/** Settings that the deployment holds in another form, or under another name. */
type Resolved = "profile" | "users" | "mail" | "graphql" | "studio" | "openapi" | "control" | "jsonLimits";

/** The settings with defaults applied: some as given, some converted. */
export interface DeploymentOptions extends Omit<ChosenSettings, Resolved> {
  readonly schema: Schema;
  readonly profile: Profile;
  /** Maximum number of todos; null: todos are not served. */
  readonly maxTodos: number | null;
  readonly jsonLimits: JsonLimits;
  /** Maximum bytes of an uploaded file, and of all files of a form; null: uploads are not served. */
  readonly uploadLimit: number | null;
  /** Null: no mail is sent. */
  readonly mailing: Mailing | null;
  readonly pictures: Pictures;
  /** Types of files that may be uploaded. */
  readonly acceptedTypes: AcceptedTypes;
  /** How users sign in; null: they cannot. */
  readonly users: UserSettings | null;
  /** Undefined: the profile decides. */
  readonly entityTags: boolean | undefined;
  readonly origins: "*" | readonly string[] | undefined;
  /** Null: GraphQL is not served. */
  readonly graphql: GraphqlServiceOf | null;
  /** The content of `GET /`. */
  readonly directory: Directory;
  /** Null: Studio is not served. */
  readonly studio: Page | null;
  /** Who may read the OpenAPI document. */
  readonly openapi: OpenapiMode;
  /** Number of answered requests that are kept for tests to inspect. */
  readonly keepRequests: number;
  /** Null: tests cannot control the galley over HTTP. */
  readonly control: ControlConfig | null;
  readonly log: Log;
  readonly logRequests: boolean;
}
