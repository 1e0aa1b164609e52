export { chooseListener } from "./adapters/choose.ts";
export { toFetch } from "./adapters/fetch.ts";
export { nodeListener } from "./adapters/node/node.ts";
export { loadUws } from "./adapters/uws/uws.ts";
export * from "./http/port.ts";
export { createLog } from "./operations/log.ts";
export { FAULTS_ONLY, type Log } from "./runtime/log.ts";
export { loadProject, type Project, type ProjectOptions } from "./strapi/project/load-project.ts";
export { describeFault, ProjectError, type ProjectFault } from "./strapi/project/project-error.ts";
