/** The version of Brace, as deno.json has it. */
export const VERSION = "2.2.0";
