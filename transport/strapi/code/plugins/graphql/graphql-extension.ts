import type {
  OwnOperation,
  OwnResolvers,
  SchemaExtension,
} from "../../../../parts/graphql/extension/schema-extension.ts";
import type { Hiding } from "../../../../parts/graphql/schema/exposure.ts";
import type { ReadBy } from "../../koa/read-source.ts";
import { merged } from "../../loading/merged.ts";
import { placeOfProjectCode } from "../../object/place-of-project-code.ts";
import { standIn } from "../../object/stand-in.ts";
import type { RoutedProject } from "../../routing/routed-project.ts";
import type { Loose, StrapiObject } from "../../strapi-object.ts";
import { authorize, chained, codeAround, isNamed } from "./field-code.ts";
import { graphqlRefusal } from "./graphql-refusal.ts";
import { type Defined, Nexus } from "./nexus.ts";
import { OperationContexts } from "./operation-contexts.ts";
import { ShadowCrud } from "./shadow-crud.ts";

const USE = 'strapi.plugin("graphql").service("extension").use';

interface Extending {
  readonly project: RoutedProject;
  /** The schema language of all types. */
  readonly definitions: (hiding: Hiding) => string;
  /** The readers of requests to a galley. */
  readonly readBy: (store: OwnOperation["store"]) => ReadBy;
  /** Is told what is left out, and why. */
  readonly leaveOut: (error: unknown, place?: string) => void;
}

/** Additions of a project to the schema of GraphQL, and omissions, until `register` is over. */
export class GraphqlExtension {
  readonly #shadow = new ShadowCrud();
  readonly #used: { readonly configuration: Loose; readonly place: string }[] = [];
  readonly nexus: Nexus;
  readonly #note: (text: string) => void;
  #isOver = false;

  constructor(project: string, note: (text: string) => void) {
    this.nexus = new Nexus(project);
    this.#note = note;
  }

  /** `strapi.plugin("graphql").service("extension")` */
  readonly service: Loose = {
    shadowCRUD: (uid: string) => this.#shadow.of(uid),
    use: (configuration: Loose) => {
      const place = placeOfProjectCode();
      if (this.#isOver) this.#note(`${USE}${place} comes after register, and has no effect, as in Strapi`);
      else this.#used.push({ configuration, place });
      return this.service;
    },
  };

  /** Whether code leaves the schema as it is. */
  get isEmpty(): boolean {
    return this.#used.length === 0 && this.#shadow.isEmpty;
  }

  /** Adds nothing: definitions were not valid. Omissions stay. */
  leaveAll(): void {
    this.#used.length = 0;
  }

  /** From now on nothing is added. */
  end(): void {
    this.#isOver = true;
  }

  /** All of it, for a schema. */
  made({ project, definitions, readBy, leaveOut }: Extending): SchemaExtension {
    const { hiding } = this.#shadow;
    const { config, ...added } = this.#merged(project.strapi, () => definitions(hiding), leaveOut);
    const configOf = (path: string): Loose => {
      const [type = "", field = ""] = path.split(".");
      return config[path] ?? config[type]?.[field];
    };
    const contexts = new OperationContexts(project, readBy);
    return {
      ...added,
      hiding,
      isAround: (path) => configOf(path) !== undefined,
      answers: (field) => {
        const { auth, ...around } = configOf(field.path) ?? {};
        const code = codeAround(project, around);
        return ({ operation, parent, args, info, usual }) =>
          contexts.run(operation, (context) => {
            authorize(field, auth, operation.caller);
            const resolve = chained(code, field.resolver ?? usual(isNamed(auth)));
            return resolve(parent, args, context, info);
          });
      },
      refusal: graphqlRefusal,
      within: (operation, work) => contexts.within(operation, work),
      headersFor: (operation) => contexts.headersFor(operation),
    };
  }

  /** As Strapi merges them: of resolvers the last one counts, of configurations of a resolver the first. */
  #merged(strapi: StrapiObject, definitions: () => string, leaveOut: Extending["leaveOut"]) {
    const typeDefs: string[] = [];
    const [types, plugins]: Loose[][] = [[], []];
    let own: Loose = {};
    let config: Loose = {};
    const attempt = (work: () => void, place?: string) => {
      try {
        work();
      } catch (error) {
        leaveOut(error, place);
      }
    };
    for (const { configuration, place } of this.#used) {
      attempt(() => {
        const given = { strapi, typeRegistry: standIn("typeRegistry"), nexus: this.nexus.builders };
        const used: Loose = typeof configuration === "function" ? configuration(given) : configuration;
        if (typeof used.typeDefs === "string") typeDefs.push(used.typeDefs);
        if (used.types !== undefined) types?.push(used.types);
        plugins?.push(...(used.plugins ?? []));
        own = merged(own, used.resolvers);
        config = merged(used.resolversConfig, config);
      }, place);
    }
    let made: Defined = { typeDefs: "", resolvers: {} };
    if (types?.length || plugins?.length)
      attempt(() => (made = this.nexus.definitionsOf({ types, plugins }, definitions())));
    const resolvers: OwnResolvers = merged(made.resolvers, own) as Loose;
    return { typeDefs, replacing: made.typeDefs, resolvers, config };
  }
}
