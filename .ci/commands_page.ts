import { COMMAND_NAMES } from "../lib/cli/command.ts";
import { help } from "../lib/cli/help.ts";
import type { GeneratedFile } from "./generated_file.ts";

/** The page of the command line's help texts. */
export function commandsPage(): GeneratedFile {
  const sections = COMMAND_NAMES.map((name) =>
    `## brace ${name}\n\n\`\`\`text\n${help(name)}\n\`\`\`\n`
  );
  return {
    path: "docs/commands.md",
    text: `# Command line

<!-- Written by "deno task generate" from the texts of "brace COMMAND --help". -->

\`\`\`text
${help()}
\`\`\`

${sections.join("\n")}`,
  };
}
