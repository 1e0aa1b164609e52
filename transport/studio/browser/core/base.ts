/** The address of the server, without the page's own path: a proxy may serve it below another one. */
export const BASE = location.pathname.replace(/\/_studio\/?$/i, "");
