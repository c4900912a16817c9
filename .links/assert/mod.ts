// @ts-types="./types.d.ts"
export {
  assert,
  assertEquals,
  assertExists,
  assertFalse,
  assertGreaterOrEqual,
  assertMatch,
  assertNotEquals,
  assertNotStrictEquals,
  assertObjectMatch,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "npm:deno-std@1.4.0/assert/mod.js";
