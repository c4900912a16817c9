// What Brace uses of jsr:@std/yaml, typed for the republished JavaScript.

export type SchemaType = "failsafe" | "json" | "core" | "default" | "extended";

export interface ParseOptions {
  allowDuplicateKeys?: boolean;
  schema?: SchemaType;
  onWarning?(error: Error): void;
}

export declare function parse(content: string, options?: ParseOptions): unknown;

export interface StringifyOptions {
  indent?: number;
  arrayIndent?: boolean;
  skipInvalid?: boolean;
  flowLevel?: number;
  sortKeys?: boolean | ((a: string, b: string) => number);
  lineWidth?: number;
  useAnchors?: boolean;
  compatMode?: boolean;
  condenseFlow?: boolean;
  schema?: SchemaType;
}

export declare function stringify(
  data: unknown,
  options?: StringifyOptions,
): string;
