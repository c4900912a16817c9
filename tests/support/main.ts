// The program, for processes that run several command lines: the built one
// where there is one, since it starts in half the time.

import type { main as Main } from "../../lib/cli/main.ts";

const built = Deno.env.get("BRACE_MAIN");
const module: { readonly main: typeof Main } =
  await (built === undefined ? import("../../lib/cli/main.ts") : import(built));

export const main = module.main;
