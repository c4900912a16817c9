// @ts-types="../types.d.ts"
export { globToRegExp } from "npm:deno-std@1.4.0/path/posix/glob_to_regexp.js";
