// What Brace uses of jsr:@std/yaml, typed for the republished JavaScript.

export type SchemaType = "failsafe" | "json" | "core" | "default" | "extended";

export interface ParseOptions {
  allowDuplicateKeys?: boolean;
  schema?: SchemaType;
  onWarning?(error: Error): void;
}

export declare function parse(content: string, options?: ParseOptions): unknown;

export interface StringifyOptions {
  arrayIndent?: boolean;
  flowLevel?: number;
  lineWidth?: number;
  useAnchors?: boolean;
  schema?: SchemaType;
}

export declare function stringify(
  data: unknown,
  options?: StringifyOptions,
): string;
