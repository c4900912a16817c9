import { assertEquals } from "@std/assert";
import { dirname } from "@std/path/dirname";
import { fromFileUrl } from "@std/path/from-file-url";

/** The bytes that a file in `fixtures/` has at most. */
export const MAX_FIXTURE_SIZE = 1024 * 1024;

/**
 * Compares a text with the file in `fixtures/` that says what it shall be. With
 * `UPDATE_FIXTURES=1` in the environment the file is written instead: read the
 * difference before it is committed.
 */
export function assertFixture(path: string, text: string): void {
  const file = fromFileUrl(new URL(`../../fixtures/${path}`, import.meta.url));
  if (Deno.env.get("UPDATE_FIXTURES") === "1") {
    Deno.mkdirSync(dirname(file), { recursive: true });
    Deno.writeTextFileSync(file, text);
  }
  assertEquals(text, Deno.readTextFileSync(file));
}
