// Waits for the build that `deno task test` makes beside the first tests.

import { existsSync } from "node:fs";

const file = Deno.env.get("BRACE_BUILT");
while (file !== undefined && !existsSync(file)) {
  await new Promise((resolve) => setTimeout(resolve, 50));
}
