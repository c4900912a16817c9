// @ts-types="../types.d.ts"
export { extname } from "npm:deno-std@1.4.0/path/posix/extname.js";
