import type { Header, Parameter, Ref, Response } from "./document.ts";
import type { JsonSchema } from "./schemas/json-schema.ts";

/**
 * The named components of a document. Each is built when it is first referred to, so the document contains only used
 * ones.
 */
export class Components {
  readonly schemas: { [name: string]: JsonSchema } = {};
  readonly parameters: { [name: string]: Parameter } = {};
  readonly responses: { [name: string]: Response } = {};
  readonly headers: { [name: string]: Header } = {};

  schema(name: string, make: () => JsonSchema): JsonSchema {
    if (!Object.hasOwn(this.schemas, name)) {
      // A placeholder, since schemas refer to one another in cycles.
      this.schemas[name] = true;
      this.schemas[name] = make();
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  parameter(name: string, make: () => Parameter): Ref {
    this.parameters[name] ??= make();
    return { $ref: `#/components/parameters/${name}` };
  }

  response(name: string, make: () => Response): Ref {
    this.responses[name] ??= make();
    return { $ref: `#/components/responses/${name}` };
  }

  header(name: string, make: () => Header): Ref {
    this.headers[name] ??= make();
    return { $ref: `#/components/headers/${name}` };
  }
}
