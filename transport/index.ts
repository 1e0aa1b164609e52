export { chooseListener } from "./adapters/choose.ts";
export { toFetch } from "./adapters/fetch.ts";
export { nodeListener } from "./adapters/node.ts";
export { loadUws } from "./adapters/uws.ts";
export { createLog, FAULTS_ONLY, type Log } from "./log.ts";
export * from "./port.ts";
export { loadProject, type Project, type ProjectOptions } from "./project/load-project.ts";
export { describeFault, ProjectError, type ProjectFault } from "./project/project-error.ts";
