// @ts-types="../types.d.ts"
export { resolve } from "npm:deno-std@1.4.0/path/posix/resolve.js";
