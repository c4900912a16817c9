// What Brace uses of jsr:@std/cli, typed for the republished JavaScript. What
// is parsed is `unknown` here, too: the names of the flags are not literals.

export interface ParseOptions {
  "--": true;
  boolean: readonly string[];
  string: readonly string[];
  collect: readonly string[];
  unknown: (arg: string, key?: string, value?: unknown) => unknown;
}

export type Args = Record<string, unknown> & {
  _: Array<string | number>;
  "--": string[];
};

export declare function parseArgs(args: string[], options: ParseOptions): Args;

export interface PromptSecretOptions {
  mask?: string;
  clear?: boolean;
}

export declare function promptSecret(
  message?: string,
  options?: PromptSecretOptions,
): string | null;
