/**
 * How the user calls Brace: `brace` where it is installed, the task where it
 * runs from a checkout.
 */
export function programName(): string {
  return isCheckout(import.meta.url) ? "deno task brace" : "brace";
}

/**
 * Whether a module of Brace is read from its source on the disk: in a checkout,
 * with everything else of the repository beside it. What is built, as one
 * binary or for JSR, has nothing but itself.
 */
function isCheckout(moduleUrl: string): boolean {
  return moduleUrl.startsWith("file:") && moduleUrl.endsWith(".ts");
}
