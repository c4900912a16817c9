import { postmanModule } from "../../../core/collection/required/module_names.ts";
import type { Makers } from "./legacy.ts";

type Module = Record<string, unknown>;

/** Not in the call: JSR would take it for an import. */
const LODASH_3 = "brace:lodash3";

/** Makes the libraries that are globals in Postman; each is loaded when a script reads it. */
export function createLibraries(require: (name: string) => unknown): Makers {
  return {
    _: () => require(LODASH_3),
    CryptoJS: () => require("crypto-js"),
    cheerio: () => require("cheerio"),
    moment: () => require("moment"),
    tv4: () => require("tv4"),
    xml2Json: () => (xml: unknown) => xml2Json(require("xml2js") as Xml, xml),
  };
}

/** `require` as Postman has it: `npm:` and versions are taken, `uuid` is a function, too. */
export function createRequire(
  require: (name: string) => unknown,
): (name: unknown) => unknown {
  return (name) => {
    const wanted = postmanModule(`${name}`);
    const found = require(wanted);
    if (wanted === "ajv-formats") return withFormats(found as Formats);
    if (wanted !== "uuid") return found;
    const uuid = found as Module & { v4: (...args: unknown[]) => string };
    return Object.assign((...args: unknown[]) => uuid.v4(...args), uuid);
  };
}

type Formats = ((ajv: object, ...options: unknown[]) => unknown) & Module;

/** The formats, for ajv 8: version 6 has its own. */
function withFormats(formats: Formats): Formats {
  const add: Formats = Object.assign(
    (ajv: object, ...options: unknown[]) =>
      "addVocabulary" in ajv ? formats(ajv, ...options) : ajv,
    formats,
  );
  return Object.assign(add, { default: add });
}

interface Xml {
  parseString(
    xml: string,
    options: object,
    callback: (error: unknown, value: unknown) => void,
  ): void;
}

/** The value of an XML text: elements as members, attributes under `$`. */
function xml2Json({ parseString }: Xml, xml: unknown): unknown {
  let found: unknown;
  let failure: { error: unknown } | undefined;
  const options = { explicitArray: false, async: false, trim: true };
  parseString(`${xml}`, options, (error, value) => {
    if (error) failure ??= { error };
    found = value;
  });
  if (failure !== undefined) throw failure.error;
  return found;
}
