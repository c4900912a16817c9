// What parsing a script tells about it. The parser is loaded with it.
export { leavesNothing } from "./leaves_nothing.ts";
export { watchCalls } from "./watch_calls.ts";
export { moduleCode } from "./module_code.ts";
