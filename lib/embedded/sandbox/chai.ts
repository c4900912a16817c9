import type { Compile, Validator } from "./schema.ts";
import { schemaErrors } from "./schema_errors.ts";

/** What Brace needs of chai. */
export interface Chai {
  readonly Assertion: ChaiAssertion;
  readonly config: { useProxy: boolean };
  readonly util: {
    inspect(value: unknown): string;
    flag(assertion: object, name: string): unknown;
  };
  readonly assert: (value: unknown, message?: unknown) => void;
  readonly [name: string]: unknown;
}

interface ChaiAssertion {
  readonly prototype: object;
  addProperty(name: string, get: (this: Checked) => void): void;
  addMethod(name: string, run: (this: Checked, ...args: never[]) => void): void;
}

/** An assertion of chai, as a check sees it. */
export interface Checked {
  _obj: unknown;
  assert(
    condition: boolean,
    message: string,
    negated: string,
    expected?: unknown,
    actual?: unknown,
  ): void;
}

/** Words that only make a sentence of a chain. */
const WORDS = [
  ..."to be been is and has have with that which at of same but does still also"
    .split(" "),
];

/** Names that are asked for without being part of a chain. */
const ASKED = ["then", "catch", "toJSON", "inspect", "nodeType", "constructor"];

/** Gives chai Brace's additions, and makes its chains cheap. */
export function extend(
  chai: Chai,
  load: (name: string) => unknown,
): Record<string, unknown> {
  makeCheap(chai);
  addJson(chai);
  addMatch(chai);
  addSchema(chai, load);
  return { ...chai, assert: sayingWhy(chai) };
}

/** Chai's `assert(value)` fails with an empty message; this one says what the value is. */
function sayingWhy({ assert, util }: Chai): typeof assert {
  const why = (value: unknown) => () =>
    `expected ${util.inspect(value)} to be truthy`;
  return Object.setPrototypeOf(
    (value: unknown, message: unknown = why(value)) => assert(value, message),
    assert,
  );
}

/**
 * Chai wraps each link of a chain in a proxy to find misspelt names. One
 * behind the prototype finds them too and costs nothing until then.
 */
function makeCheap(chai: Chai): void {
  const { prototype } = chai.Assertion;
  chai.config.useProxy = false;
  for (const word of WORDS) {
    Object.defineProperty(prototype, word, {
      get() {
        return this;
      },
      configurable: true,
    });
  }
  Object.setPrototypeOf(
    prototype,
    new Proxy(Object.prototype, {
      get: (target, name, receiver) => {
        if (
          typeof name !== "string" || name in target || ASKED.includes(name)
        ) {
          return Reflect.get(target, name, receiver);
        }
        const isNot = chai.util.flag(receiver, "negate") === true;
        const known = Object.getOwnPropertyNames(prototype);
        throw new Error(
          `Invalid Chai property: ${name}${linkHint(name, known, isNot)}`,
        );
      },
    }),
  );
}

/** What chai has for the words of Jest. */
const JEST: ReadonlyMap<string, string> = new Map([
  ["toBe", "to.equal"],
  ["toEqual", "to.deep.equal"],
  ["toStrictEqual", "to.deep.equal"],
  ["toBeTruthy", "to.be.ok"],
  ["toBeFalsy", "to.not.be.ok"],
  ["toBeDefined", "to.not.be.undefined"],
  ["toBeUndefined", "to.be.undefined"],
  ["toBeNull", "to.be.null"],
  ["toBeNaN", "to.be.NaN"],
  ["toBeGreaterThan", "to.be.above"],
  ["toBeGreaterThanOrEqual", "to.be.at.least"],
  ["toBeLessThan", "to.be.below"],
  ["toBeLessThanOrEqual", "to.be.at.most"],
  ["toBeCloseTo", "to.be.closeTo"],
  ["toBeInstanceOf", "to.be.instanceOf"],
  ["toBeTypeOf", "to.be.a"],
  ["toContain", "to.include"],
  ["toContainEqual", "to.deep.include"],
  ["toMatchObject", "to.deep.include"],
  ["toHaveLength", "to.have.lengthOf"],
  ["toHaveProperty", "to.have.nested.property"],
  ["toMatch", "to.match"],
  ["toThrow", "to.throw"],
  ["toThrowError", "to.throw"],
]);

const STATUS = "expect(res.status).to.equal(200)";
const HEADER = 'expect(res.getHeader("Name")).to.exist';
const typeHas = (word: string) =>
  `expect(res.getHeader("content-type")).to.include("${word}")`;

/** What chai-http and Postman ask a response for. */
const OF_RESPONSES: ReadonlyMap<string, string> = new Map([
  ["status", STATUS],
  ["statusCode", STATUS],
  ["header", HEADER],
  ["headers", HEADER],
  ["cookie", 'expect(res.getHeader("set-cookie")).to.match(/name=/)'],
  ["html", typeHas("html")],
  ["text", typeHas("text")],
  ["xml", typeHas("xml")],
  ["charset", typeHas("charset=")],
  ["body", 'expect(res.text).to.equal("text")'],
  ["success", "expect(res.status).to.be.within(200, 299)"],
  ["redirect", "expect(res.status).to.be.within(300, 399)"],
  ["redirection", "expect(res.status).to.be.within(300, 399)"],
  ["redirectTo", 'expect(res.getHeader("location")).to.equal("url")'],
  ["clientError", "expect(res.status).to.be.within(400, 499)"],
  ["serverError", "expect(res.status).to.be.within(500, 599)"],
]);

/** The same for a chain with `not`, which asks for no success. */
const negated = (instead: string) =>
  (instead === STATUS ? instead.replace("200", "404") : instead)
    .replace(").to.", ").to.not.");

/** The same where a header is asked for with its value, too. */
const orValue = (instead: string) =>
  instead.endsWith(".exist")
    ? `, or for its value "${instead.replace("exist", 'equal("value")')}"`
    : "";

/** What to write instead of a link that a chain does not have, in brackets; may be "". */
export function linkHint(
  name: string,
  known: readonly string[],
  isNot: boolean,
): string {
  const other = JEST.get(name);
  if (other !== undefined) return ` (it is Jest's: write "${other}")`;
  const ofResponse = OF_RESPONSES.get(name);
  if (ofResponse !== undefined) {
    const instead = isNot ? negated(ofResponse) : ofResponse;
    return ` (write "${instead}"${orValue(instead)})`;
  }
  const near = known.map((it) => [distance(it, name), it] as const)
    .sort(([a], [b]) => a - b)[0];
  return near !== undefined && near[0] <= 3
    ? ` (did you mean "${near[1]}"?)`
    : "";
}

/** How many letters differ, moving none. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(
        row[j] + 1,
        next[j - 1] + 1,
        row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    }
    row = next;
  }
  return row[b.length];
}

function addJson({ Assertion, util }: Chai): void {
  Assertion.addProperty("json", function () {
    const value = this._obj;
    const shown = util.inspect(value);
    this.assert(
      isJson(value),
      `expected ${shown} to be JSON`,
      `expected ${shown} not to be JSON`,
    );
  });
  Assertion.addMethod("jsonBody", function (...args: unknown[]) {
    const [path, wanted] = args;
    const body = bodyOf(this._obj);
    const shown = util.inspect(body);
    if (args.length === 0) {
      this.assert(
        typeof body === "object" && body !== null,
        `expected ${shown} to be a JSON body`,
        `expected ${shown} not to be a JSON body`,
      );
      return;
    }
    if (typeof path === "object" && path !== null) {
      this.assert(
        same(body, path),
        `expected the JSON body to deeply equal #{exp}`,
        `expected the JSON body not to deeply equal #{exp}`,
        path,
        body,
      );
      return;
    }
    const found = at(body, `${path}`);
    const value = found?.value;
    if (args.length === 1) {
      this.assert(
        found !== undefined,
        `expected ${shown} to have "${path}"`,
        `expected ${shown} not to have "${path}"`,
        undefined,
        value,
      );
      return;
    }
    this.assert(
      found !== undefined && same(value, wanted),
      `expected "${path}" of the JSON body to equal #{exp}`,
      `expected "${path}" of the JSON body not to equal #{exp}`,
      wanted,
      value,
    );
  });
}

/** `match` takes what is not text as its text, and undefined as no match. */
function addMatch({ Assertion, util }: Chai): void {
  Assertion.addMethod("match", function (...[pattern]: [RegExp]) {
    const value = this._obj;
    const shown = util.inspect(value);
    this.assert(
      value !== undefined && value !== null &&
        new RegExp(pattern).test(String(value)),
      `expected ${shown} to match ${pattern}`,
      `expected ${shown} not to match ${pattern}`,
    );
  });
}

function addSchema(
  { Assertion }: Chai,
  load: (name: string) => unknown,
): void {
  Assertion.addMethod(
    "jsonSchema",
    function (...[schema, options]: [unknown, object?]) {
      const validate = compiled(load, schema, options);
      const body = bodyOf(this._obj);
      const valid = validate(body);
      const said = schemaErrors(body, validate.errors ?? []);
      this.assert(
        valid,
        `expected the value to match the JSON schema: ${said.join("; ")}`,
        "expected the value not to match the JSON schema",
      );
    },
  );
}

function compiled(
  load: (name: string) => unknown,
  schema: unknown,
  options: object | undefined,
): Validator {
  const compile = load("brace:schema") as Compile;
  try {
    if (Object(schema).$async === true) {
      throw new TypeError("a schema with $async gives no result at once");
    }
    return compile(schema, options);
  } catch (error) {
    throw new Error(`JSON schema compile error: ${(error as Error).message}`);
  }
}

/** The body where `res` is checked, else the value. */
function bodyOf(value: unknown): unknown {
  return typeof value === "function" && "getBody" in value
    ? (value as unknown as { getBody(): unknown }).getBody()
    : value;
}

function isJson(value: unknown): boolean {
  const body = bodyOf(value);
  if (typeof body === "object" && body !== null) return true;
  if (typeof body !== "string") return false;
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

/** What is at a path: `items[0].id`, `["some.key"]`; a name that has dots itself comes first. */
function at(value: unknown, path: string): Found | undefined {
  const whole = member(value, path);
  if (whole !== undefined) return whole;
  let found: Found | undefined = { value };
  for (const key of keysOf(path)) found = found && member(found.value, key);
  return found;
}

/** A value that is there, be it undefined. */
interface Found {
  readonly value: unknown;
}

/** The keys of a path; in a quoted one a backslash before its quote escapes that. */
function keysOf(path: string): string[] {
  const parts =
    /\["((?:\\"|[^"])*)(?:"\]?)?|\['((?:\\'|[^'])*)(?:'\]?)?|\[([^\]]*)\]?|([^.[]+)/g;
  return Array.from(
    path.matchAll(parts),
    ([, double, single, index, bare]) =>
      double?.replaceAll('\\"', '"') ?? single?.replaceAll("\\'", "'") ??
        index ?? bare,
  );
}

function member(value: unknown, key: string): Found | undefined {
  if (value === null || value === undefined) return undefined;
  return Object.hasOwn(Object(value), key)
    ? { value: (value as Record<string, unknown>)[key] }
    : undefined;
}

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (
    typeof a !== "object" || typeof b !== "object" || a === null || b === null
  ) return false;
  if (a instanceof Date && b instanceof Date) {
    return a.getTime() === b.getTime();
  }
  const keys = Object.keys(a);
  return Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) =>
      Object.hasOwn(b, key) &&
      same(
        (a as Record<string, unknown>)[key],
        (b as Record<string, unknown>)[key],
      )
    );
}
