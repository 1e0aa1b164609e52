/**
 * The package `galley`, re-exports only. `createGalley` (compose/create-galley.ts) is the composition root; `Galley`
 * (library/galley.ts) is its result. See docs/library.md for the other entry points.
 */

export { EngineError, SchemaError } from "../engine/internal.ts";
export { StorageError } from "../storage/core.ts";
export type { AccessConfig } from "./access/access-config.ts";
export type { RateLimitConfig } from "./access/rate-limit.ts";
export type { Grants, Roles } from "./access/roles.ts";
export type { SignedIn, UserName } from "./access/signed-in.ts";
export type { TokenConfig } from "./access/tokens.ts";
export type { ListenerName } from "./adapters/listener-name.ts";
export { createGalley } from "./compose/create-galley.ts";
export { defineConfig, type GalleyConfig } from "./config/config.ts";
export { ConfigError } from "./config/config-error.ts";
export { defineSchema } from "./config/define-schema.ts";
export type { CreateOptions, GalleyOptions, ProjectGalleyOptions } from "./config/galley-options.ts";
export type { DefinedAttribute } from "./contract/model/defined-attributes.ts";
export type { ProfileName } from "./contract/profiles/profile-name.ts";
export type { RestConfig } from "./contract/profiles/rest-config.ts";
export type { ConsumersConfig } from "./events/consumers-config.ts";
export type { ContentEvent, EventEntry, EventName } from "./events/content-event.ts";
export type { ConsumerFilter, EventHandler } from "./events/content-events.ts";
export type { EventFilter } from "./events/event-filter.ts";
export type { EventListener } from "./events/event-listeners.ts";
export type { Hook, HookAction, HookCaller, HookContext, HookFilter, HookParams } from "./hooks/hook.ts";
export type { HookConfig, HookSetting } from "./hooks/hook-config.ts";
export {
  ApplicationError,
  ForbiddenError,
  NotFoundError,
  PolicyError,
  UnauthorizedError,
  ValidationError,
} from "./hooks/own-error.ts";
export type { JsonLimits } from "./http/json/json-limits.ts";
export type { ReadLimits } from "./http/params/query-string.ts";
export type { RouteInfo } from "./http/route-list.ts";
export type { Needs } from "./http/router.ts";
export type { JsonServerConfig } from "./json-server/json-server-config.ts";
export type { DocumentParams } from "./library/documents/document-params.ts";
export type { DocumentService } from "./library/documents/document-service.ts";
export { FactoryError } from "./library/factory/factory-error.ts";
export type { Galley, ListeningGalley, ListenOptions, OpenapiView } from "./library/galley.ts";
export type { Guard, GuardedChange, GuardFilter, GuardView } from "./library/guards/guard.ts";
export type { Seed, SeedFunction } from "./library/seed/seed.ts";
export { SeedError } from "./library/seed/seed-error.ts";
export type { CreateData, DraftData, Entry, Filters, Populate, Sort, UpdateData } from "./library/typed/index.ts";
export type { SeedData } from "./library/typed/seed-data.ts";
export type { ControlConfig } from "./parts/control/control-config.ts";
export type { Delay, FaultMatch, FaultSpec } from "./parts/control/faults/fault.ts";
export type { Fault, Faults, Gate, HoldOptions } from "./parts/control/faults/faults.ts";
export type { Expected, Wait } from "./parts/control/requests/expected.ts";
export type { Har, HarEntry, HarOptions } from "./parts/control/requests/har.ts";
export type { RecordedRequest, RequestFilter } from "./parts/control/requests/recorded-request.ts";
export type { RequestJournal } from "./parts/control/requests/request-journal.ts";
export type { RequestMatch } from "./parts/control/requests/request-match.ts";
export type { SeenRequest } from "./parts/control/requests/seen-request.ts";
export type { CronConfig, CronJob, CronRun } from "./parts/cron/cron-config.ts";
export type { GraphqlLimits } from "./parts/graphql/limits.ts";
export type { GraphqlOptions } from "./parts/graphql/options.ts";
export type { OpenApiDocument } from "./parts/openapi/document.ts";
export type { OpenapiMode } from "./parts/openapi/openapi-mode.ts";
export type { JsonSchema } from "./parts/openapi/schemas/json-schema.ts";
export type { ClusterConfig } from "./parts/operations/cluster-config.ts";
export type { LogFormat, LogLevel } from "./parts/operations/log-format.ts";
export type { MetricsConfig } from "./parts/operations/metrics-config.ts";
export {
  passthrough,
  type RouteConfig,
  type RouteContext,
  type RouteHandler,
  type RouteOptions,
  type RoutePolicy,
} from "./parts/routes/own-route.ts";
export type { Rewrites } from "./parts/routes/rewrites.ts";
export type { ScheduleConfig } from "./parts/schedule/schedule-config.ts";
export type {
  Scheduled,
  ScheduledAction,
  ScheduleFault,
  ScheduleRequest,
  ScheduleState,
} from "./parts/schedule/scheduled.ts";
export type { TodoConfig } from "./parts/todo/todo-config.ts";
export type { UploadConfig } from "./parts/uploads/upload-config.ts";
export type { ProviderOptions } from "./parts/users/providers/provider-options.ts";
export type { ForgetfulUser, SendResetCode } from "./parts/users/sign-in/signing-in.ts";
export type { UserConfig, UserOptions } from "./parts/users/user-settings.ts";
export type { WebhookDeliveries, WebhookState } from "./parts/webhooks/deliveries.ts";
export type { Delivery, DeliveryState } from "./parts/webhooks/delivery.ts";
export type { Deliver, WebhookConfig } from "./parts/webhooks/webhook-config.ts";
export type { Clock, ClockOption } from "./runtime/clock.ts";
export type { IdsOption } from "./runtime/document-ids.ts";
export { ExpectationError } from "./runtime/expectation-error.ts";
export type { Log } from "./runtime/log.ts";
export type { Mail, MailConfig, SendMail } from "./runtime/mail/mail.ts";
export type { KeptMail, MailMatch, Outbox } from "./runtime/mail/outbox.ts";
export type { Snapshot } from "./runtime/snapshot.ts";
export type { Time } from "./runtime/time.ts";
export { ProjectError, type ProjectFault } from "./strapi/project/project-error.ts";
