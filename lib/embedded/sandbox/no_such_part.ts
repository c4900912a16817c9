import { moduleName } from "../../core/collection/required/module_names.ts";

const TRUST = "use brace run --trust-scripts if you trust this collection";

/** Says of what only trusted scripts have that the sandbox keeps it from them. */
export const NO_ACCESS = `the sandbox has no access to it; ${TRUST}`;

/** Says that the sandbox has a module of Node without a part of it. */
export function noSuchPart(module: string, part: string): string {
  return `the sandbox's "${module}" has no ${part}; ${TRUST}`;
}

/** How a collection gets a module that Postman's sandbox has and this one lacks; undefined for any other one. */
export function addingModule(name: string): string | undefined {
  switch (moduleName(name)) {
    case "postman-collection":
      return 'run "npm install postman-collection"';
    case "csv-parse/lib/sync":
      // Its parser is a stream.Transform, which only Node has.
      return 'run "npm install csv-parse@4", and use brace run --trust-scripts';
    default:
      return undefined;
  }
}
