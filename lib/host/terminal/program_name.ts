import { fromFileUrl } from "@std/path/from-file-url";
import { permittedEnv } from "../permitted_env.ts";
import { join } from "../path.ts";
import { findConfig } from "../scaffold/find_config.ts";
import { shellPath } from "./shell_word.ts";

/**
 * How the user calls Brace: `brace` where it is installed, the task where it
 * runs from a checkout. Who starts Deno with npx may have no other. In a folder
 * whose tasks are others, Deno has to know where the checkout is.
 */
export function programName(): string {
  const checkout = checkoutFolder();
  if (checkout === undefined) return "brace";
  const isFromNpx = permittedEnv("npm_lifecycle_event") === "npx";
  const deno = isFromNpx ? `npx -y deno@${Deno.version.deno}` : "deno";
  const config = join(checkout, "deno.json");
  return findConfig(Deno.cwd()) === config
    ? `${deno} task brace`
    : `${deno} task --config ${shellPath(config)} brace`;
}

/**
 * The folder of the repository where Brace is read from its sources: in a
 * checkout, with everything else of the repository beside it. What is built, as
 * one binary or for JSR, has nothing but itself.
 */
export function checkoutFolder(): string | undefined {
  const { url } = import.meta;
  return url.startsWith("file:") && url.endsWith(".ts")
    ? fromFileUrl(new URL("../../../", url))
    : undefined;
}
