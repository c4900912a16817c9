import type { Sandbox } from "../../lib/core/script/border/types.ts";
import { createTrusted } from "../../lib/host/sandbox/trusted/create_trusted.ts";

/**
 * Runs scripts in Deno itself, and is made for the first of them. One that is
 * made when a file of tests loads would hear what scripts of other files in its
 * module leave behind.
 */
export function lateTrusted(): Sandbox {
  let made: Sandbox | undefined;
  const trusted = () => made ??= createTrusted();
  return {
    run: (script, context) => trusted().run(script, context),
    evaluate: (expression, context) => trusted().evaluate(expression, context),
    hold: (expression, context) => trusted().hold(expression, context),
    dispose: () => made?.dispose(),
  };
}
