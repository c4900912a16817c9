import type { Completed } from "./completions/shells.ts";
import type { DemoOptions } from "./demo/options.ts";
import type { ExportOptions } from "./export/options.ts";
import type { FlagValues } from "./flags/flag_values.ts";
import type { FmtOptions } from "./fmt/options.ts";
import type { ImportCommandOptions } from "./import/options.ts";
import type { InitOptions } from "./init/options.ts";
import type { ListOptions } from "./list/options.ts";
import type { RenderCommandOptions } from "./render/options.ts";
import type { ReportOptions } from "./report/options.ts";
import type { TopicName } from "./topic/topics.ts";
import type { SendCommandOptions } from "./send/options.ts";
import type { VarsOptions } from "./vars/options.ts";

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
  "demo",
  "completions",
  "man",
  "licenses",
] as const;

/** The name of a command. */
export type CommandName = typeof COMMAND_NAMES[number];

/** What the command line asks for: arguments become this before anything runs. */
export type Command =
  | { readonly kind: "help"; readonly topic?: CommandName }
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
  | { readonly kind: "fmt"; readonly options: FmtOptions }
  | { readonly kind: "demo"; readonly options: DemoOptions }
  | { readonly kind: "completions"; readonly wanted: Completed }
  | { readonly kind: "man" }
  | { readonly kind: "licenses" };
