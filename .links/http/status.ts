// @ts-types="./types.d.ts"
export { STATUS_TEXT } from "npm:deno-std@1.4.0/http/status.js";
