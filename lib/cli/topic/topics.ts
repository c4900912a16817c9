/** The names of the pages of `docs` that `brace help TOPIC` prints. */
export const TOPIC_NAMES = [
  "recipes",
  "format",
  "placeholders",
  "environments",
  "scripts",
  "streams",
  "checking",
  "running",
  "desk",
  "editors",
  "agents",
  "browser",
  "reports",
  "permissions",
  "load",
  "library",
  "install",
  "ci",
  "migrate",
  "performance",
  "architecture",
] as const;

/** The name of a page. */
export type TopicName = typeof TOPIC_NAMES[number];
