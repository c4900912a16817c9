import { type AnyCommandName, COMMAND_NAMES } from "./command.ts";
import {
  type CommandSpec,
  type Example,
  type Flag,
  flagHelp,
  flagSyntax,
  HELP_FLAG,
} from "./flags/flag.ts";
import { COMMANDS } from "./commands.ts";
import { TOPIC_NAMES } from "./topic/topics.ts";
import { wrapText } from "../core/source/display_width.ts";
import { VERSION } from "../core/source/version.ts";
import { WIDTH } from "../host/terminal/width.ts";

/** Writes the help of one command, or of Brace as a whole. */
export async function help(topic?: AnyCommandName): Promise<string> {
  if (topic === undefined) return overview();
  const { spec } = await COMMANDS[topic].load();
  return commandHelp(spec);
}

function overview(): string {
  return `Brace ${VERSION}: runs collections of HTTP requests, with variables, scripts
and tests.

Usage: brace COMMAND [flags]

Commands:
${
    table([
      ...COMMAND_NAMES.map((name): [string, string] => {
        const { label = name, summary } = COMMANDS[name];
        return [label, summary];
      }),
      ["help COMMAND", "Show the flags of a command"],
      ["help TOPIC", "Show a page of the documentation"],
    ])
  }

Topics:
${indented(TOPIC_NAMES.join(", "))}

Flags:
${
    table([["-h, --help", "Show this help"], [
      "-V, --version",
      "Print the version",
    ]])
  }

Start with:
${
    examples([
      { line: "brace demo", note: "see a run, nothing needed" },
      { line: "brace init my-api", note: "write a first collection" },
      {
        line: "brace demo --serve",
        note: "serve the API it calls; keep it running",
      },
      { line: "brace run my-api --env local", note: "run it" },
    ])
  }`;
}

function commandHelp(spec: CommandSpec): string {
  const groups = [...spec.groups, { title: "Help", flags: [HELP_FLAG] }];
  const lefts = groups.flatMap((group) => group.flags).map(leftColumn);
  const width = Math.max(...lefts.map((left) => left.length));
  const sections = groups.map((group) =>
    `${group.title}:\n${
      table(
        group.flags.map((flag) => [leftColumn(flag), flagHelp(flag)]),
        width,
      )
    }`
  );
  return `${spec.description}

Usage: ${`brace ${spec.name} ${spec.usage}`.trimEnd()}

${sections.join("\n\n")}

Examples:
${examples(spec.examples)}`;
}

function examples(list: readonly Example[]): string {
  const width = Math.max(...list.map(({ line }) => line.length));
  const linesOf = (note: string) =>
    wrapText(note, { width: WIDTH - width - 4 }).length;
  // Beside long commands, notes would be columns of single words.
  if (list.some(({ note }) => linesOf(note) > MAX_NOTE_LINES)) {
    return list.map(({ line, note }) => `  ${line}\n      ${note}`).join("\n");
  }
  return table(list.map(({ line, note }) => [line, note]));
}

/** Lines of a note beside its command. */
const MAX_NOTE_LINES = 2;

function leftColumn(flag: Flag): string {
  const short = flag.short === undefined ? "    " : `-${flag.short}, `;
  return short + flagSyntax(flag);
}

function indented(text: string): string {
  return wrapText(text, { width: WIDTH - 2 }).map((line) => `  ${line}`)
    .join("\n");
}

/** Two columns; the second goes on below itself where a line has no room for it. */
function table(
  rows: readonly (readonly [string, string])[],
  width = Math.max(...rows.map(([left]) => left.length)),
): string {
  const room = WIDTH - width - 4;
  return rows.flatMap(([left, right]) =>
    wrapText(right, { width: room }).map((line, at) =>
      `  ${(at === 0 ? left : "").padEnd(width)}  ${line}`
    )
  ).join("\n");
}
