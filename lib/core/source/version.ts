import config from "../../../deno.json" with { type: "json" };

/** The version of Brace. */
export const VERSION: string = config.version;
