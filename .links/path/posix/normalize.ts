// @ts-types="../types.d.ts"
export { normalize } from "npm:deno-std@1.4.0/path/posix/normalize.js";
