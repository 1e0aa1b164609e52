/** The server's base path, without the page's own path: a proxy may serve it below a prefix. */
export const BASE = location.pathname.replace(/\/_studio\/?$/i, "");
