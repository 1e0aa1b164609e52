export const PROFILES = ["contract", "strapi"] as const;

export type ProfileName = (typeof PROFILES)[number];
