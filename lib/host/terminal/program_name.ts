import { permittedEnv } from "../permitted_env.ts";

/**
 * How the user calls Brace: `brace` where it is installed, the task where it
 * runs from a checkout. Who starts Deno with npx may have no other.
 */
export function programName(): string {
  if (!isCheckout(import.meta.url)) return "brace";
  const isFromNpx = permittedEnv("npm_lifecycle_event") === "npx";
  const deno = isFromNpx ? `npx -y deno@${Deno.version.deno}` : "deno";
  return `${deno} task brace`;
}

/**
 * Whether a module of Brace is read from its source on the disk: in a checkout,
 * with everything else of the repository beside it. What is built, as one
 * binary or for JSR, has nothing but itself.
 */
function isCheckout(moduleUrl: string): boolean {
  return moduleUrl.startsWith("file:") && moduleUrl.endsWith(".ts");
}
