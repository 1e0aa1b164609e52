import type { AttributeDefinition, ContentTypeDefinition } from "../../../engine/schema/definition.ts";

/** Types that the recorded server's plugins brought with them, beyond the types of every schema. */
export const PLUGIN_TYPES: Readonly<Record<string, ContentTypeDefinition>> = {
  "plugin::i18n.locale": type("locale", { name: { type: "string" }, code: { type: "string", unique: true } }),
  "plugin::review-workflows.workflow": type("workflow", {
    name: { type: "string", required: true, unique: true },
    stages: many("plugin::review-workflows.workflow-stage", "workflow"),
    stageRequiredToPublish: {
      type: "relation",
      relation: "oneToOne",
      target: "plugin::review-workflows.workflow-stage",
    },
    contentTypes: { type: "json", required: true, default: [] },
  }),
  "plugin::review-workflows.workflow-stage": type("workflow-stage", {
    name: { type: "string" },
    color: { type: "string" },
    workflow: {
      type: "relation",
      relation: "manyToOne",
      target: "plugin::review-workflows.workflow",
      inversedBy: "stages",
    },
  }),
};

function type(singularName: string, attributes: Record<string, AttributeDefinition>): ContentTypeDefinition {
  return { info: { singularName, pluralName: `${singularName}s`, displayName: singularName }, attributes };
}

function many(target: string, mappedBy: string): AttributeDefinition {
  return { type: "relation", relation: "oneToMany", target, mappedBy };
}
