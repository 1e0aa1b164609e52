export { loadProject, type Project, type ProjectOptions } from "./project/load-project.ts";
export { describeFault, ProjectError, type ProjectFault } from "./project/project-error.ts";
