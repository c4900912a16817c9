// What Brace uses of jsr:@std/path, typed for the republished JavaScript.

export interface GlobOptions {
  extended?: boolean;
  globstar?: boolean;
  caseInsensitive?: boolean;
}
export declare function join(path: string, ...paths: string[]): string;
export declare function basename(path: string, suffix?: string): string;
export declare function dirname(path: string): string;
export declare function extname(path: string): string;
export declare function resolve(...paths: string[]): string;
export declare function relative(from: string, to: string): string;
export declare function isAbsolute(path: string): boolean;
export declare function fromFileUrl(url: string | URL): string;
export declare function toFileUrl(path: string): URL;
export declare function globToRegExp(
  glob: string,
  options?: GlobOptions,
): RegExp;
