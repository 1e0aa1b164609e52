import type { ChosenSettings } from "../config/settings.ts";
import { CONTROL } from "../parts/control/part.ts";
import { CRON } from "../parts/cron/part.ts";
import { GRAPHQL } from "../parts/graphql/part.ts";
import { JSON_ROUTES } from "../parts/json-routes/part.ts";
import { LOCALES } from "../parts/locales/part.ts";
import { OPENAPI } from "../parts/openapi/part.ts";
import { OPERATIONS } from "../parts/operations/part.ts";
import type { Part } from "../parts/part.ts";
import { REST } from "../parts/rest/part.ts";
import { ROUTES } from "../parts/routes/part.ts";
import { SCHEDULE } from "../parts/schedule/part.ts";
import { STUDIO } from "../parts/studio/part.ts";
import { TODO } from "../parts/todo/part.ts";
import { UPLOADS } from "../parts/uploads/part.ts";
import { USERS } from "../parts/users/part.ts";
import { WEBHOOKS } from "../parts/webhooks/part.ts";
import { PROJECT_CODE } from "../strapi/code/part.ts";

/** Every feature, in the order in which services are asked; each is opened after those behind it, and may use them. */
export const PARTS: readonly Part<ChosenSettings>[] = [
  CONTROL,
  WEBHOOKS,
  ROUTES,
  CRON,
  PROJECT_CODE,
  SCHEDULE,
  GRAPHQL,
  TODO,
  OPENAPI,
  LOCALES,
  UPLOADS,
  USERS,
  OPERATIONS,
  STUDIO,
  JSON_ROUTES,
  REST,
];
