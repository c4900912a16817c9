import { isCheckout } from "../is_checkout.ts";

/**
 * How the user calls Brace: `brace` where it is installed, the task where it
 * runs from a checkout.
 */
export function programName(): string {
  return isCheckout(import.meta.url) ? "deno task brace" : "brace";
}
