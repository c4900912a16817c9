// @ts-types="../types.d.ts"
export { relative } from "npm:deno-std@1.4.0/path/posix/relative.js";
