import { postmanModule } from "../../../core/collection/required/module_names.ts";
import type { Makers } from "./legacy.ts";

type Module = Record<string, unknown>;

/** Names of lodash 3, which Postman's `_` is, and what lodash 4 calls them: those whose chains go on … */
const LODASH_3_LISTS: Readonly<Record<string, string>> = {
  callback: "iteratee",
  collect: "map",
  indexBy: "keyBy",
  methods: "functions",
  object: "zipObject",
  pairs: "toPairs",
  pluck: "map",
  rest: "tail",
  restParam: "rest",
  select: "filter",
  sortByOrder: "orderBy",
  unique: "uniq",
  where: "filter",
};

/** … and those whose chains end with a value. */
const LODASH_3_VALUES: Readonly<Record<string, string>> = {
  all: "every",
  any: "some",
  contains: "includes",
  detect: "find",
  findWhere: "find",
  foldl: "reduce",
  foldr: "reduceRight",
  include: "includes",
  inject: "reduce",
  padLeft: "padStart",
  padRight: "padEnd",
  trimLeft: "trimStart",
  trimRight: "trimEnd",
  trunc: "truncate",
};

/** Makes the libraries that are globals in Postman; each is loaded when a script reads it. */
export function createLibraries(require: (name: string) => unknown): Makers {
  return {
    _: () => lodash3(require("lodash") as Module),
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

function lodash3(lodash: Module): Module {
  const own = (lodash.runInContext as () => Module)();
  const mixin = own.mixin as (...args: readonly unknown[]) => void;
  // `rest` is a name of both, for two things: that of lodash 3 is meant.
  const named = (names: Readonly<Record<string, string>>): Module =>
    Object.fromEntries(
      Object.entries(names).map(([name, now]) => [name, lodash[now]]),
    );
  mixin(own, named(LODASH_3_LISTS), { chain: true });
  mixin(own, named(LODASH_3_VALUES), { chain: false });
  return own;
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
