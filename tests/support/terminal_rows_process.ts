// Runs the command lines that its argument lists, one after the other, in the
// terminal of this process. A line behind each says that it has ended.

import { main } from "./main.ts";

const [rows, end] = JSON.parse(Deno.args[0]) as [string[][], string];
for (const args of rows) {
  await main(args);
  console.log(end);
}
Deno.exit();
