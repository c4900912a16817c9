// @ts-types="../types.d.ts"
export { isAbsolute } from "npm:deno-std@1.4.0/path/windows/is_absolute.js";
