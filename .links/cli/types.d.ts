// What Brace uses of jsr:@std/cli, typed for the republished JavaScript.

export interface ParseOptions {
  "--"?: boolean;
  alias?: Record<string, string | string[]>;
  boolean?: boolean | string | readonly string[];
  string?: string | readonly string[];
  collect?: string | readonly string[];
  negatable?: string | readonly string[];
  default?: Record<string, unknown>;
  stopEarly?: boolean;
  unknown?: (arg: string, key?: string, value?: unknown) => unknown;
}

export interface Args {
  // deno-lint-ignore no-explicit-any
  [name: string]: any;
  _: Array<string | number>;
}

export declare function parseArgs(args: string[], options?: ParseOptions): Args;

export interface PromptSecretOptions {
  mask?: string;
  clear?: boolean;
}

export declare function promptSecret(
  message?: string,
  options?: PromptSecretOptions,
): string | null;
