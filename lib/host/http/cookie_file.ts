import type { Diagnostic } from "../../source/diagnostic.ts";
import {
  CollectionError,
  type DiagnosticError,
  PermissionError,
} from "../../source/errors.ts";
import {
  formatCookieFile,
  parseCookieFile,
} from "../../request/cookie_file.ts";
import { binary, bytesFrom } from "../../script/encode.ts";
import type { RunCookieJar } from "./cookie_jar.ts";

/**
 * Puts a file's cookies into a jar; a file that does not exist yet has none.
 * Returns a warning for lines that are no cookies.
 *
 * @throws {CollectionError} The file cannot be read.
 * @throws {PermissionError} Deno does not permit reading it.
 */
export async function loadCookieFile(
  jar: RunCookieJar,
  file: string,
): Promise<Diagnostic[]> {
  let text: string;
  try {
    // Its bytes are those of headers, as curl writes them: a character each.
    text = binary(await Deno.readFile(file));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw fileError("read", file, error);
  }
  const { cookies, malformed } = parseCookieFile(text);
  await jar.import(cookies);
  if (malformed.length === 0) return [];
  const which = malformed.length === 1 ? "line is" : "lines are";
  return [{
    code: "INVALID_SYNTAX",
    severity: "warning",
    message:
      `Cannot read all of cookie file "${file}": ${malformed.length} ${which} not in the Netscape format, the first is line ${
        malformed[0]
      }`,
    location: { file, line: malformed[0] },
  }];
}

/**
 * Writes a jar's cookies to a file that only its owner can read, in one step.
 *
 * @throws {CollectionError} The file cannot be written.
 * @throws {PermissionError} Deno does not permit writing it.
 */
export async function saveCookieFile(
  jar: RunCookieJar,
  file: string,
): Promise<void> {
  const draft = `${file}.${crypto.randomUUID()}.tmp`;
  const bytes = bytesFrom(formatCookieFile(jar.export()));
  try {
    await Deno.writeFile(draft, bytes, { mode: 0o600 });
    await Deno.rename(draft, file);
  } catch (error) {
    await Deno.remove(draft).catch(() => {});
    throw fileError("write", file, error);
  }
}

function fileError(
  action: "read" | "write",
  file: string,
  error: unknown,
): DiagnosticError {
  const message = `Cannot ${action} cookie file "${file}"`;
  if (error instanceof Deno.errors.NotCapable) {
    return new PermissionError([{
      code: "PERMISSION",
      severity: "error",
      message:
        `${message}: Deno's permissions do not include it (run with deno run --allow-${action}=${file})`,
    }]);
  }
  const reason = error instanceof Deno.errors.PermissionDenied
    ? "the system refuses access"
    : error instanceof Deno.errors.NotFound
    ? "its folder does not exist"
    : "it is no ordinary file";
  return new CollectionError([{
    code: action === "write" ? "WRITE" : "MISSING_PATH",
    severity: "error",
    message: `${message}: ${reason}`,
  }]);
}
