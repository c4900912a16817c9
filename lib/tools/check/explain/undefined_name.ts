import { didYouMean, nearest } from "../../../core/source/nearest.ts";
import {
  NODE_NAMES,
  PACKAGE_NAMES,
  REFUSED_NAMES,
} from "../../../core/collection/required/module_names.ts";
import { insteadOfPostman, isChainOf } from "./instead_of_postman.ts";
import { NO_ACCESS } from "../../../embedded/sandbox/no_such_part.ts";

/** Global names of packages elsewhere. */
const PACKAGES: Readonly<Record<string, string>> = {
  _: "lodash",
  Ajv: "ajv",
  CryptoJS: "crypto-js",
  jwt: "jsonwebtoken",
};

const PROCESS_ENV = "write process.env.NAME, which --allow-env=NAME gives";
const NO_FILE = "only a file that a script requires has it";
const NO_BROWSER = "a script does not run in a browser";

/** What other runtimes and browsers have, the longer names first, and what helps here. */
const ELSEWHERE: readonly (readonly [name: string, hint: string])[] = [
  ["uuidv4", 'write const { v4: uuidv4 } = require("uuid")'],
  ["await", 'write "async" before the function around it'],
  ["Deno.env", PROCESS_ENV],
  ["Bun.env", PROCESS_ENV],
  ["__dirname", `${NO_FILE}; client.cwd() is the collection's folder`],
  ["__filename", `${NO_FILE}; client.cwd() is the collection's folder`],
  ["module", NO_FILE],
  ["exports", NO_FILE],
  ["localStorage", "keep the value in a variable"],
  ["sessionStorage", "keep the value in a variable"],
  ["XMLHttpRequest", "write await fetch(url)"],
  ["window", `${NO_BROWSER}; write globalThis`],
  ["document", `${NO_BROWSER}; require("cheerio") reads HTML`],
  ["alert", "write console.log(text)"],
  ["WebSocket", "write a request of the type websocket"],
  ["EventSource", "write a request, which reads server-sent events"],
];

/** What scripts know that Deno itself runs, and those in the sandbox do not. */
const TRUSTED_NAMES: readonly string[] = (
  "AbortController AbortSignal Atomics Blob BroadcastChannel CompressionStream Crypto DOMException " +
  "DecompressionStream Deno EventSource File FileReader FormData Intl MessageChannel MessageEvent MessagePort " +
  "ReadableStream ReadableStreamDefaultReader Request SubtleCrypto Temporal TextDecoderStream TextEncoderStream " +
  "TransformStream URLPattern WebAssembly WebSocket WritableStream alert confirm localStorage navigator prompt " +
  "reportError sessionStorage"
).split(" ");

/** Whether a script that is trusted knows a name that the sandbox does not. */
export function isTrustedName(name: string): boolean {
  return REFUSED_NAMES.includes(name) || TRUSTED_NAMES.includes(name);
}

/**
 * What to write instead of a name that is not defined; "" where nothing is
 * known. `chain` is the name with the members that are read of it.
 *
 * @param options.hasDialects Whether the place of the script can name a dialect.
 */
export function undefinedHint(
  name: string,
  chain: string,
  { globals, hasDialects }: {
    globals: readonly string[];
    hasDialects: boolean;
  },
): string {
  const ofPostman = insteadOfPostman(chain);
  if (name === "pm" || name === "postman") {
    return `: it is Postman's API; ${
      ofPostman === undefined
        ? "write client, req, res, test and expect"
        : ofPostman.instead === ""
        ? `leave out ${ofPostman.name}, which does nothing here`
        : `write ${ofPostman.instead} instead of ${ofPostman.name}`
    } ("brace help scripts" lists them)${
      hasDialects
        ? ", or add extensions: { brace: { dialect: postman } } to the script"
        : ""
    }`;
  }
  if (ofPostman !== undefined) return `: write ${ofPostman.instead}`;
  const wanted = Object.hasOwn(PACKAGES, name) ? PACKAGES[name] : name;
  if (PACKAGE_NAMES.includes(wanted) || NODE_NAMES.includes(wanted)) {
    return `: write const ${name} = require("${wanted}")`;
  }
  const [, elsewhere] = ELSEWHERE.find(([known]) => isChainOf(chain, known)) ??
    [];
  if (elsewhere !== undefined) return `: ${elsewhere}`;
  if (isTrustedName(wanted)) return `: ${NO_ACCESS}`;
  const near = nearest(name, globals);
  return didYouMean(near);
}

/** The name that a hint says may be meant. */
export function meantIn(hint: string): { suggestion?: string } {
  const [, suggestion] = /did you mean "([^"]+)"/.exec(hint) ?? [];
  return suggestion === undefined ? {} : { suggestion };
}
