import { requestsOf } from "../../../core/run/find_request.ts";
import type { Collection } from "../../../core/collection/types.ts";
import type { CookieFile } from "../../http/cookie_file.ts";
import { RunCookieJar } from "../../http/cookie_jar.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { CollectionError } from "../../../core/source/errors.ts";
import type { ScriptCookies } from "../../../core/script/border/types.ts";
import type { RunOptions } from "../options.ts";

/** A run's cookies, if it keeps any. */
export interface RunCookies {
  /** Absent with `--no-cookies`. */
  readonly jar?: RunCookieJar;
  readonly scripts: ScriptCookies;
  /** To be awaited before scripts run. */
  ready(): Promise<void>;
  /** The same cookies for a group of requests; what becomes of them is apart, and not saved. */
  copy(): Pick<RunCookies, "jar" | "scripts" | "ready">;
  /** Loads `--cookie-jar`, which can be saved later on; gives warnings, throws DiagnosticError. */
  load(): Promise<readonly Diagnostic[]>;
  /** Saves `--cookie-jar`; throws DiagnosticError. */
  save(): Promise<void>;
}

const NONE: ScriptCookies = {
  get: () => [],
  set() {},
  delete() {},
  clear() {},
};

/** Makes the cookie jar of a run. */
export function runCookies(
  { noCookies, cookieJar: file }: RunOptions,
  collection: Collection,
): RunCookies {
  if (noCookies) {
    const none = { scripts: NONE, ready: async () => {} };
    return {
      ...none,
      copy: () => none,
      load: () => Promise.resolve([]),
      save: async () => {},
    };
  }
  let named: boolean | undefined;
  const cookiesOf = (jar: RunCookieJar) => ({
    jar,
    scripts: jar,
    async ready() {
      named ??= namesCookies(collection);
      if (named) await jar.load();
    },
  });
  const jar = new RunCookieJar();
  let saved: CookieFile | undefined;
  return {
    ...cookiesOf(jar),
    copy: () => cookiesOf(jar.copy()),
    async load() {
      if (file === undefined) return [];
      const [{ CookieFile }, { checkWritable }] = await Promise.all([
        import("../../http/cookie_file.ts"),
        import("../../files/write/check_writable.ts"),
      ]);
      saved = new CookieFile(jar, file);
      const warnings = await saved.load();
      const problem = await checkWritable(file);
      if (problem) throw new CollectionError([problem]);
      return warnings;
    },
    async save() {
      await saved?.save();
    },
  };
}

/** The jar's library is loaded for scripts only where one may need it. */
function namesCookies(
  { defaults, items }: Collection,
): boolean {
  const owners = [
    defaults,
    ...[...requestsOf(items)].flatMap(({ request, folders }) => [
      request,
      ...folders.map((folder) => folder.defaults),
    ]),
  ];
  return owners.some(({ scripts }) =>
    scripts.some(({ code }) => code.includes("cookies"))
  );
}
