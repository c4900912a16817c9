// @ts-types="../types.d.ts"
export { join } from "npm:deno-std@1.4.0/path/posix/join.js";
