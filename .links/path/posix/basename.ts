// @ts-types="../types.d.ts"
export { basename } from "npm:deno-std@1.4.0/path/posix/basename.js";
