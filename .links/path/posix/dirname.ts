// @ts-types="../types.d.ts"
export { dirname } from "npm:deno-std@1.4.0/path/posix/dirname.js";
