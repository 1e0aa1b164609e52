module.exports = () => ({
  "users-permissions": { config: { jwtSecret: "a secret of a peer" } },
  // Left out of benchmarks of REST: its schema takes memory.
  graphql: {
    enabled: process.env.GRAPHQL === "true",
    config: { depthLimit: 20, landingPage: false, apolloServer: { introspection: true } },
  },
});
