/**
 * How the user calls Brace: `brace` where it is installed, the task where it
 * runs from a checkout.
 */
export function programName(): string {
  const fromCheckout = import.meta.url.startsWith("file:") &&
    !Deno.build.standalone;
  return fromCheckout ? "deno task brace" : "brace";
}
