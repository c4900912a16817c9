// @ts-types="../types.d.ts"
export { isAbsolute } from "npm:deno-std@1.4.0/path/posix/is_absolute.js";
