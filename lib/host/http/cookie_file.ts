import { checkWritable, withLock, writePlace } from "../files/write/draft.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import {
  CollectionError,
  DiagnosticError,
  PermissionError,
} from "../../core/source/errors.ts";
import {
  formatCookieFile,
  mergeCookies,
  parseCookieFile,
  type StoredCookie,
} from "../../core/http/cookies/cookie_file.ts";
import { binary, bytesFrom } from "../../core/script/border/encode.ts";
import { describeFileError } from "../files/describe_file_error.ts";
import { requireFile } from "../files/file_bytes.ts";
import { writeAtomically } from "../files/write/write_atomically.ts";
import { RunCookieJar } from "./cookie_jar.ts";

/** A file that a jar's cookies come from and go to; other runs may use it meanwhile. */
export class CookieFile {
  readonly #jar: RunCookieJar;
  readonly #path: string;
  readonly #root: string | undefined;
  #loaded: readonly StoredCookie[] = [];
  #before: readonly StoredCookie[] = [];

  /** @param root The collection's folder; default: there is none. */
  constructor(jar: RunCookieJar, path: string, root?: string) {
    this.#jar = jar;
    this.#path = path;
    this.#root = root;
  }

  /**
   * Puts the file's cookies into the jar; a file that does not exist yet has
   * none. Returns a warning for lines that are not cookies.
   *
   * @throws {CollectionError} The file cannot be read, or not be written later; or it is none of cookies, which saving them would replace.
   * @throws {PermissionError} Deno does not permit reading it.
   */
  async load(): Promise<Diagnostic[]> {
    const { cookies, malformed, isOther } = parseCookieFile(this.#read());
    const location = {
      file: this.#path,
      line: malformed[0],
      confidential: true,
    };
    if (isOther) {
      const message =
        `Cannot keep cookies in "${this.#path}": none of its lines is a cookie in the Netscape format (choose a file of cookies, or one that does not exist yet)`;
      throw new CollectionError([
        { code: "INVALID_SYNTAX", severity: "error", message, location },
      ]);
    }
    await this.#jar.import(cookies);
    this.#loaded = cookies;
    this.#before = this.#jar.export();
    const problem = await checkWritable(this.#path, this.#root);
    if (problem) throw new CollectionError([problem]);
    if (malformed.length === 0) return [];
    const which = malformed.length === 1 ? "line holds" : "lines hold";
    return [{
      code: "INVALID_SYNTAX",
      severity: "warning",
      message:
        `Cannot read all of cookie file "${this.#path}": ${malformed.length} ${which} no cookies in the Netscape format, the first is line ${
          malformed[0]
        }`,
      location,
    }];
  }

  /**
   * Writes what became of the jar since it was loaded, in one step; what others
   * have written since then stays. Only the owner can read the file.
   *
   * @throws {CollectionError} The file cannot be written.
   * @throws {PermissionError} Deno does not permit writing it.
   */
  async save(): Promise<void> {
    let problem: Diagnostic | undefined;
    try {
      problem = await this.#save();
    } catch (error) {
      if (error instanceof DiagnosticError) throw error;
      problem = describeFileError("write", this.#path, error);
    }
    if (problem) throw failure(problem);
  }

  async #save(): Promise<Diagnostic | undefined> {
    const place = await writePlace(this.#path);
    const target = place.kind === "file" ? place.path : this.#path;
    return await withLock(target, async () => {
      const jar = new RunCookieJar();
      const { cookies: current, others } = parseCookieFile(this.#read());
      await jar.import(mergeCookies({
        loaded: this.#loaded,
        before: this.#before,
        after: this.#jar.export(),
        current,
      }));
      const bytes = bytesFrom(formatCookieFile(jar.export(), others));
      return await writeAtomically(this.#path, bytes, { mode: 0o600 });
    });
  }

  #read(): string {
    try {
      requireFile(this.#path);
      // Its bytes are those of headers, as curl writes them: a character each.
      // A byte order mark, as editors write it, is no part of the first domain.
      return binary(Deno.readFileSync(this.#path)).replace(/^\xef\xbb\xbf/, "");
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return "";
      throw failure(describeFileError("read", this.#path, error));
    }
  }
}

function failure(diagnostic: Diagnostic): CollectionError | PermissionError {
  return diagnostic.code === "PERMISSION"
    ? new PermissionError([diagnostic])
    : new CollectionError([diagnostic]);
}
