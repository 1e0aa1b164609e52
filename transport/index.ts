export { chooseListener } from "./adapters/choose.ts";
export { toFetch } from "./adapters/fetch.ts";
export { nodeListener } from "./adapters/node/node.ts";
export { loadUws } from "./adapters/uws/uws.ts";
export * from "./http/port.ts";
export { createLog, FAULTS_ONLY, type Log } from "./operations/log.ts";
export { loadProject, type Project, type ProjectOptions } from "./strapi/project/load-project.ts";
export { describeFault, ProjectError, type ProjectFault } from "./strapi/project/project-error.ts";
