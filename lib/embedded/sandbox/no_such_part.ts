import type { AddedModule } from "../../core/collection/required/module_names.ts";

const TRUST = "use brace run --trust-scripts if you trust this collection";

/** Says of what only trusted scripts have that the sandbox keeps it from them. */
export const NO_ACCESS = `the sandbox has no access to it; ${TRUST}`;

/** Says that the sandbox has a module of Node without a part of it. */
export function noSuchPart(module: string, part: string): string {
  return `the sandbox's "${module}" has no ${part}; ${TRUST}`;
}

/** Says how a collection gets a module that Postman's sandbox has and this one lacks. */
export function howToAdd({ install, trusted }: AddedModule): string {
  return `run "npm install ${install}"${trusted ? `; ${TRUST}` : ""}`;
}
