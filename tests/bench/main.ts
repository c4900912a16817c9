// Runs every bench of this folder, or the named ones, and prints one table:
//   deno task bench [startup …]

import type { Row } from "./row.ts";

const here = new URL("./", import.meta.url);
const names = Deno.args.length > 0 ? Deno.args : [...Deno.readDirSync(here)]
  .filter(({ isFile, name }) =>
    isFile && name.endsWith(".ts") && name !== "main.ts"
  )
  .map(({ name }) => name.slice(0, -".ts".length))
  .sort();

let over = 0;
for (const name of names) {
  const { rows } = await import(new URL(`${name}.ts`, here).href) as {
    rows?: () => Promise<Row[]>;
  };
  // A module that only helps others.
  if (rows === undefined) continue;
  console.log(name);
  for (const row of await rows()) {
    const isOver = row.ratio > row.limit;
    if (isOver) over++;
    console.log(
      `  ${row.name.padEnd(60)} ${row.ratio.toFixed(2).padStart(7)}  ` +
        `${`≤ ${row.limit}`.padEnd(7)} ${isOver ? "OVER" : "ok"}`,
    );
  }
}
if (over > 0) {
  console.error(`${over} over their limit`);
  Deno.exit(1);
}
