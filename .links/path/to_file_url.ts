// @ts-types="./types.d.ts"
export { toFileUrl } from "npm:deno-std@1.4.0/path/to_file_url.js";
