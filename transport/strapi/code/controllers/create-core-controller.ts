import {
  assertMayRead,
  CHECK_LIMITS,
  type ContentType,
  checkQuery,
  EngineError,
  isRecord,
} from "../../../../engine/internal.ts";
import type { KoaContext } from "../koa/koa-context.ts";
import { ERRORS } from "../shims/errors.ts";
import type { Loose, StrapiController, StrapiObject } from "../strapi-object.ts";
import { builtInAnswer, jsonOf } from "./built-in-answer.ts";
import { type Checking, SANITIZE, VALIDATE } from "./content-api.ts";
import { CORE_ACTIONS, type CoreAction, corePaths } from "./core-paths.ts";
import { type Exchange, exchangeOf, schemaOf } from "./exchange.ts";
import { refusing } from "./strapi-error.ts";

const STRAPI = Symbol("strapi");
const UID = Symbol("uid");

/** The base of all controllers of content types. */
class CoreController {
  declare readonly [STRAPI]: StrapiObject;
  declare readonly [UID]: string;

  constructor(strapi: StrapiObject, uid: string) {
    Object.defineProperties(this, { [STRAPI]: { value: strapi }, [UID]: { value: uid } });
  }

  transformResponse(data: Loose, meta: Loose = {}): Loose {
    return data === null || data === undefined ? data : { data, meta };
  }

  async sanitizeOutput(data: Loose, ctx: KoaContext): Promise<Loose> {
    return SANITIZE.output(checkingOf(this, ctx), data);
  }

  async sanitizeInput(data: Loose, ctx: KoaContext): Promise<Loose> {
    return SANITIZE.input(checkingOf(this, ctx), data);
  }

  async sanitizeQuery(ctx: KoaContext): Promise<Loose> {
    return SANITIZE.query(checkingOf(this, ctx), ctx.query);
  }

  /** @throws ValidationError (rejected) of the first fault, ForbiddenError for drafts that the caller may not read. */
  async validateQuery(ctx: KoaContext): Promise<void> {
    const { engine, model, access } = checkingOf(this, ctx);
    const { schema, rules } = engine;
    refusing(() => {
      const limits = CHECK_LIMITS;
      const query = checkQuery({ schema, rules, type: model, params: ctx.query, access, limits, shape: "find" });
      // Services read with full rights, so that drafts are refused here.
      assertMayRead(model.uid, query.statuses, access, rules);
    });
  }

  /** @throws ValidationError (rejected) of the first key that the caller may not write. */
  async validateInput(data: Loose, ctx: KoaContext): Promise<void> {
    refusing(() => VALIDATE.input(checkingOf(this, ctx), data));
  }
}

function checkingOf(controller: CoreController, ctx: KoaContext): Checking & { readonly model: ContentType } {
  const exchange = exchangeOf(ctx);
  const { engine } = exchange.serving.store;
  return { engine, model: typeOf(exchange, controller[UID]), access: exchange.caller.access };
}

/** The actions of a collection. Each is the built-in one, unless the project's service does something of its own. */
class CollectionController extends CoreController {
  async find(ctx: KoaContext): Promise<Loose> {
    if (!isServed(this, "find")) return builtIn(this, ctx, "find");
    await this.validateQuery(ctx);
    const { results, pagination } = await serviceOf(this).find(await this.sanitizeQuery(ctx));
    return this.transformResponse(await this.sanitizeOutput(results, ctx), { pagination });
  }

  async findOne(ctx: KoaContext): Promise<Loose> {
    return entityBy(this, ctx, "findOne");
  }

  async create(ctx: KoaContext): Promise<Loose> {
    return entityBy(this, ctx, "create");
  }

  async update(ctx: KoaContext): Promise<Loose> {
    return entityBy(this, ctx, "update");
  }

  async delete(ctx: KoaContext): Promise<Loose> {
    return entityBy(this, ctx, "delete");
  }
}

/** The actions of a single type. */
class SingleController extends CoreController {
  async find(ctx: KoaContext): Promise<Loose> {
    return entityBy(this, ctx, "find");
  }

  async update(ctx: KoaContext): Promise<Loose> {
    return entityBy(this, ctx, "update", "createOrUpdate");
  }

  async delete(ctx: KoaContext): Promise<Loose> {
    return entityBy(this, ctx, "delete");
  }
}

/** An action on one entry. `method`: of the service, which gets the id of the entry first where there are several. */
async function entityBy(
  controller: CoreController,
  ctx: KoaContext,
  action: CoreAction,
  method: string = action,
): Promise<Loose> {
  if (!isServed(controller, method)) return builtIn(controller, ctx, action);
  await controller.validateQuery(ctx);
  const isWrite = action === "create" || action === "update";
  const params = isWrite ? await writing(controller, ctx) : await controller.sanitizeQuery(ctx);
  const id = controller instanceof SingleController || action === "create" ? [] : [ctx.params.id];
  const entity = await serviceOf(controller)[method](...id, params);
  if (action === "create") ctx.status = 201;
  if (action !== "delete") return controller.transformResponse(await controller.sanitizeOutput(entity, ctx));
  ctx.status = 204;
}

type Made = CoreController & StrapiController;

function serviceOf(controller: CoreController): Loose {
  return controller[STRAPI].service(controller[UID]);
}

/** Whether the project's service does something of its own for this action. */
function isServed(controller: CoreController, method: string): boolean {
  const service: unknown = serviceOf(controller);
  return isRecord(service) && (Object.hasOwn(service, method) || Object.hasOwn(service, "getFetchParams"));
}

/** The parameters of a service that writes. */
async function writing(controller: CoreController, ctx: KoaContext): Promise<Loose> {
  const { data } = ctx.request.body ?? {};
  if (typeof data !== "object" || data === null) {
    throw new ERRORS.ValidationError('Missing "data" payload in the request body');
  }
  await controller.validateInput(data, ctx);
  return { ...(await controller.sanitizeQuery(ctx)), data: await controller.sanitizeInput(data, ctx) };
}

/** The built-in action as the object that Strapi's returns; null if there is nothing. */
async function builtIn(controller: CoreController, ctx: KoaContext, action: CoreAction): Promise<Loose> {
  const exchange = exchangeOf(ctx);
  const core = corePaths(typeOf(exchange, controller[UID])).find((each) => each.action === action);
  if (core === undefined) throw new TypeError(`${controller[UID]} has no action ${action}`);
  const path = exchange.prefix + core.path.replace(":id", () => encodeURIComponent(String(ctx.params.id)));
  const answer = await builtInAnswer(ctx, core.method, path);
  if (answer === null) return null;
  if (answer.status !== 200) ctx.status = answer.status;
  return jsonOf(answer);
}

function typeOf(exchange: Exchange, uid: string): ContentType {
  const type = schemaOf(exchange).types.get(uid);
  if (type === undefined) throw new EngineError("application", `there is no content type "${uid}"`);
  return type;
}

/**
 * `factories.createCoreController`: the controller of a content type, with actions of the project in front of the usual
 * ones, which those reach by `super`.
 */
export function createCoreController(
  uid: string,
  own?: Loose,
): (given: { readonly strapi: StrapiObject }) => StrapiController {
  return (given) => {
    const { strapi } = given;
    const isSingle = strapi.contentType(uid)?.kind === "singleType";
    const Base = isSingle ? SingleController : CollectionController;
    const base = new Base(strapi, uid);
    // As in Strapi, the actions are members of the object that `super` reaches.
    for (const name of CORE_ACTIONS) {
      if (name in Base.prototype) Object.assign(base, { [name]: Reflect.get(Base.prototype, name) });
    }
    return inFrontOf(base, own, given) as Made;
  };
}

/** The object of a project whose methods reach these by `super`, which looks at the prototype of the object it was written in. */
export function inFrontOf(base: object, own: Loose, given: { readonly strapi: StrapiObject }): object {
  const made: unknown = typeof own === "function" ? own(given) : own;
  return Object.setPrototypeOf(isRecord(made) ? made : {}, base);
}

/** Whether an action does what the built-in one does. */
export function isBuiltIn(controller: object, action: string): boolean {
  if (!(controller instanceof CoreController)) return false;
  const usual = [CollectionController.prototype, SingleController.prototype].map((each) => Reflect.get(each, action));
  const isCore = CORE_ACTIONS.some((name) => name === action) && usual.includes(Reflect.get(controller, action));
  const isSaved = controller instanceof SingleController && action === "update";
  return isCore && !isServed(controller, isSaved ? "createOrUpdate" : action);
}
