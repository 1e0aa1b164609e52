/** Methods that a route of the user's own may have; a GET answers HEAD too. */
export const ROUTE_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
