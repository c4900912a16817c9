import type { Completed } from "./completions/shells.ts";
import type { FlagValues } from "./flags/flag_values.ts";
import type { TopicName } from "./topic/topics.ts";
import type { CommandSpec, Format } from "./flags/flag.ts";
import type { ImportKind } from "../tools/convert/types.ts";
import type { ReporterOption } from "../host/reports/reporter_option.ts";
import type { OpenCheckOptions } from "../host/check/open_check.ts";
import type { SessionOptions } from "../mcp/session.ts";
import type { ServeOptions } from "../open/serve_page.ts";
import type { RunCommandOptions } from "./run/options.ts";
import type { WrittenForm } from "../tools/convert/as/types.ts";
import type { Diagnostic } from "../core/source/diagnostic.ts";

/** The commands by name. */
export const COMMAND_NAMES = [
  "run",
  "send",
  "report",
  "render",
  "list",
  "check",
  "explain",
  "import",
  "export",
  "init",
  "vars",
  "fmt",
  "lsp",
  "mcp",
  "open",
  "demo",
  "completions",
  "man",
  "licenses",
] as const;

/** The name of a command. */
export type CommandName = typeof COMMAND_NAMES[number];

/** Commands for programs, which no list has. */
export const HIDDEN_NAMES = ["worker"] as const;

/** The name of any command. */
export type AnyCommandName = CommandName | typeof HIDDEN_NAMES[number];

/** What the command line asks for: arguments become this before anything runs. */
export type Command =
  | { readonly kind: "help"; readonly topic?: AnyCommandName }
  | { readonly kind: "topic"; readonly name: TopicName }
  | { readonly kind: "run"; readonly flags: FlagValues }
  | { readonly kind: "send"; readonly options: SendCommandOptions }
  | { readonly kind: "report"; readonly options: ReportOptions }
  | { readonly kind: "render"; readonly options: RenderCommandOptions }
  | { readonly kind: "list"; readonly options: ListOptions }
  | { readonly kind: "check"; readonly flags: FlagValues }
  | { readonly kind: "explain"; readonly code: string | undefined }
  | { readonly kind: "import"; readonly options: ImportCommandOptions }
  | { readonly kind: "export"; readonly options: ExportOptions }
  | { readonly kind: "init"; readonly options: InitOptions }
  | { readonly kind: "vars"; readonly options: VarsOptions }
  | { readonly kind: "lsp" }
  | { readonly kind: "worker" }
  | { readonly kind: "mcp"; readonly options: McpOptions }
  | { readonly kind: "open"; readonly options: OpenOptions }
  | { readonly kind: "fmt"; readonly options: FmtOptions }
  | { readonly kind: "demo"; readonly options: DemoOptions }
  | { readonly kind: "completions"; readonly wanted: Completed }
  | { readonly kind: "man" }
  | { readonly kind: "licenses" };

/** What `brace mcp` was asked to do. */
export interface McpOptions extends SessionOptions {
  /** `--log FILE`: where every call is noted. */
  readonly log?: string;
}

/** What `brace open` was asked to do. */
export interface OpenOptions extends ServeOptions {
  /** The collection, as given; the current folder by default. */
  readonly path: string;
}

/** What `brace demo` was asked to do. */
export interface DemoOptions {
  /** `--serve`: keeps the API up instead of running the example collection. */
  readonly serve: boolean;
  /** `--port N`; 0: the system picks one. */
  readonly port: number;
}

/** The port of `brace demo --serve`: what `brace init` writes its collection for. */
export const SERVE_PORT = 4747;

/** The formats that `brace export` writes. */
export const EXPORT_KINDS = ["postman", "bru", "artillery"] as const;

/** The name of such a format. */
type ExportKind = typeof EXPORT_KINDS[number];

/** What `brace export` was asked to do. */
export interface ExportOptions {
  readonly kind: ExportKind;
  /** The collection: a folder, or a file with all of it. */
  readonly path: string;
  /** The file or folder to write; absent: standard output, for a single file. */
  readonly output?: string;
  /** Replace files that are there. */
  readonly force: boolean;
  /** How the report is printed. */
  readonly format: Format;
  /** Write the values of secrets, too. */
  readonly withSecrets: boolean;
  /** Environments that a project for Artillery runs with. */
  readonly env: readonly string[];
}

/** What `brace fmt` was asked to do. */
export interface FmtOptions {
  /** Files and folders; none: the collection of the current folder. */
  readonly paths: readonly string[];
  /** `--check`: write nothing, fail where something would change. */
  readonly check: boolean;
  /** `--color`, `--no-color`. */
  readonly color: boolean | undefined;
}

/** What `brace import` was asked to do. */
export interface ImportCommandOptions {
  /** A file, a folder, a URL, a command such as curl's, or `-` for standard input. */
  readonly source: string;
  /** The folder to write; absent: named after the collection. */
  readonly output?: string;
  /** The format; absent: by content. */
  readonly from?: ImportKind;
  /** Replace files that are there. */
  readonly force: boolean;
  /** Write the values of secrets to `.env`. */
  readonly withSecrets: boolean;
  /** OpenAPI: a test of each response's schema. */
  readonly withTests: boolean;
  /** OpenAPI: bring the collection in the folder up to date. */
  readonly update: boolean;
  /** Files or folders whose edits an update keeps although the document changed. */
  readonly keep: readonly string[];
  /** Those that it replaces by the document's version. */
  readonly take: readonly string[];
  /** Hosts that may be fetched from, besides the one that was typed. */
  readonly allowNet: true | readonly string[];
  /** How the report is printed. */
  readonly format: Format;
}

/** What `brace init` was asked to do. */
export interface InitOptions {
  /** The folder to write, as given; the current one by default. */
  readonly folder: string;
  /** Whether only the types of scripts are written. */
  readonly onlyTypes: boolean;
}

/** What `brace report` was asked to do. */
export interface ReportOptions {
  /** JSON reports, as given. */
  readonly files: readonly string[];
  /** What is to be written of them. */
  readonly reporters: readonly ReporterOption[];
}

/** What `brace vars` was asked to do. */
export interface VarsOptions extends OpenCheckOptions {
  /** The variable to tell all about; absent: all variables. */
  readonly name?: string;
  /** The second word: one of both is a path. */
  readonly other?: string;
  /** `--format`: for people, or for programs. */
  readonly format: Format;
  /** `--color`/`--no-color`; absent: on a terminal without `NO_COLOR`. */
  readonly color?: boolean;
}

/** What `brace list` was asked to do. */
export interface ListOptions extends RunCommandOptions {
  /** `--format`: for people, or for programs. */
  readonly format: Format;
}

/** What `brace render` was asked to do. */
export interface RenderCommandOptions extends RunCommandOptions {
  /** `--provenance`: shows where each value came from. */
  readonly provenance: boolean;
  /** `--format`: for people, or for programs. */
  readonly format: Format;
  /** `--as`: for use elsewhere; absent: as Brace shows it. */
  readonly as?: WrittenForm;
  /** `--reveal`: with secrets, on a terminal only. */
  readonly reveal: boolean;
}

/** What `brace send` was asked to do. */
export interface SendCommandOptions extends RunCommandOptions {
  /** Absent: GET, or POST with a body. */
  readonly method?: string;
  /** A template. */
  readonly url: string;
  /** `--header 'NAME: VALUE'`: templates. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** `--body`: a template; `@FILE` and `-` are data. */
  readonly body?: string;
  /** `--include`: status and headers are written where the response is piped, too. */
  readonly include: boolean;
  /** `--fail`: statuses from 400 on are failures. */
  readonly fail: boolean;
  /** `--wait N`: messages that end a stream; absent: other ends do. */
  readonly wait?: number;
  /** `--idle MS`: so long without a message ends a stream. */
  readonly idle?: number;
  /** `--interactive`: lines of the terminal are messages. */
  readonly interactive: boolean;
  /** `--proto FILE`: describes a gRPC service; absent: its reflection does. */
  readonly proto?: string;
  /** `--list`, `--describe NAME`: shows what a gRPC server offers. */
  readonly shows?: { readonly name?: string };
}

/** The formats of findings; the first is the default. */
export const CHECK_FORMATS = ["human", "json", "sarif", "github"] as const;

/** One of them. */
type CheckFormat = typeof CHECK_FORMATS[number];

/** What `brace check` was asked to do. */
export interface CheckCommandOptions extends OpenCheckOptions {
  /** What is wrong with the file that has defaults of flags. */
  readonly configured?: readonly Diagnostic[];
  readonly format: CheckFormat;
  /** `--strict`: warnings fail, too. */
  readonly strict: boolean;
  /** `--verbose`: shows equal findings one by one. */
  readonly verbose: boolean;
  /** `--fix`: fixes what can be fixed without a question. */
  readonly fix: boolean;
  /** `--diff`: with `--fix`, only shows what it would change. */
  readonly diff: boolean;
  /** `--color`/`--no-color`; absent: on a terminal without `NO_COLOR`. */
  readonly color?: boolean;
}

/**
 * Turns the flags of a command into what is asked for.
 *
 * @throws {UsageError} A flag's value is wrong, or flags exclude each other.
 */
export type ToCommand = (flags: FlagValues) => Command;

/** The command line of a command, and what it asks for. */
export interface CommandLine {
  readonly spec: CommandSpec;
  readonly toCommand: ToCommand;
}
