// What Brace uses of jsr:@std/csv, typed for the republished JavaScript. With
// `columns` or `skipFirstRow`, which it does not use, records are objects.

export interface ParseOptions {
  separator?: string;
  comment?: string;
  trimLeadingSpace?: boolean;
  lazyQuotes?: boolean;
  fieldsPerRecord?: number;
}

export declare function parse(
  input: string,
  options?: ParseOptions,
): string[][];
