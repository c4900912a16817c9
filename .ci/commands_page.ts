import { COMMAND_NAMES } from "../lib/cli/command.ts";
import { help } from "../lib/cli/help.ts";
import type { GeneratedFile } from "./generated_file.ts";

/** The page of the command line's help texts. */
export async function commandsPage(): Promise<GeneratedFile> {
  const sections = await Promise.all(
    COMMAND_NAMES.map(async (name) =>
      `## brace ${name}\n\n\`\`\`text\n${await help(name)}\n\`\`\`\n`
    ),
  );
  return {
    path: "docs/commands.md",
    text: `# Command line

<!-- Written by "deno task generate" from the texts of "brace COMMAND --help". -->

\`\`\`text
${await help()}
\`\`\`

${sections.join("\n")}`,
  };
}
