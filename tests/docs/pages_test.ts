import { describe } from "@std/testing/bdd";
import { TEMPLATE } from "../../lib/cli/commands/init_command.ts";
import { braceRows } from "../support/brace_rows.ts";
import { describePage, ROOT } from "./describe_page.ts";
import { FILES } from "./files.ts";

/** The collection that README.md begins with: each page has it. */
const MY_API = Object.fromEntries(
  TEMPLATE.map(([path, text]) => [`my-api/${path}`, text]),
);

const names = [...Deno.readDirSync(new URL("docs/", ROOT))]
  .map(({ name }) => name).filter((name) => name.endsWith(".md")).sort();
describe("what the pages say", () => {
  const brace = braceRows();
  for (const name of names) {
    describePage(`docs/${name}`, {
      brace,
      files: { ...MY_API, ...FILES[name] },
    });
  }
});
