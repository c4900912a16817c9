import type { Checked } from "../chai.ts";
import { isPostmanResponse, type PostmanResponse } from "./response.ts";

/** What is used of chai. */
export interface PostmanChai {
  readonly Assertion: {
    readonly prototype: object;
    addProperty(name: string, get: (this: Checked) => void): void;
    addMethod(
      name: string,
      run: (this: Checked, ...args: never[]) => void,
    ): void;
    addChainableMethod(
      name: string,
      run: (this: Checked, ...args: never[]) => void,
      chain: (this: Checked) => void,
    ): void;
  };
  readonly util: {
    eql(a: unknown, b: unknown): boolean;
    inspect(value: unknown): string;
  };
  readonly expect: (value: unknown, message?: string) => Expected;
}

/** What chai's `expect` gives. */
export interface Expected {
  readonly to: unknown;
}

/** Words for kinds of status codes: the hundreds that are meant. */
const CLASSES: Readonly<Record<string, readonly number[]>> = {
  info: [1],
  success: [2],
  redirection: [3],
  clientError: [4],
  serverError: [5],
  error: [4, 5],
};

/** Words for one status code. */
const CODES: Readonly<Record<string, number>> = {
  ok: 200,
  accepted: 202,
  withoutContent: 204,
  badRequest: 400,
  unauthorised: 401,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  notAcceptable: 406,
  rateLimited: 429,
};

const extended = new WeakSet<object>();

/** Gives chai Postman's words for responses, once; they mean what they did for anything else. */
export function extendChai(chai: PostmanChai): PostmanChai {
  const { Assertion } = chai;
  if (extended.has(Assertion)) return chai;
  extended.add(Assertion);
  addKinds(chai);
  addStatus(chai);
  addHeader(chai);
  addBody(chai);
  addJson(chai);
  addMeasures(chai);
  return chai;
}

/** The property or method that chai has so far. */
function before(chai: PostmanChai, name: string): PropertyDescriptor {
  return Object.getOwnPropertyDescriptor(chai.Assertion.prototype, name) ?? {};
}

function responseOf({ _obj: value }: Checked, chai: PostmanChai) {
  if (isPostmanResponse(value)) return value;
  throw new TypeError(
    `Cannot check ${
      chai.util.inspect(value)
    }: it is not a response; write pm.response`,
  );
}

function addKinds(chai: PostmanChai): void {
  const add = (
    name: string,
    isSo: (code: number) => boolean,
    wanted: string,
  ) => {
    const { get: other } = before(chai, name);
    chai.Assertion.addProperty(name, function () {
      if (other !== undefined && !isPostmanResponse(this._obj)) {
        return other.call(this);
      }
      const { code } = responseOf(this, chai);
      this.assert(
        isSo(code),
        `expected response code to be ${wanted} but got ${code}`,
        `expected response code not to be ${wanted} but got ${code}`,
      );
    });
  };
  for (const [name, hundreds] of Object.entries(CLASSES)) {
    add(
      name,
      (code) => hundreds.includes(Math.floor(code / 100)),
      hundreds.map((it) => `${it}XX`).join(" or "),
    );
  }
  for (const [name, wanted] of Object.entries(CODES)) {
    add(name, (code) => code === wanted, `${wanted}`);
  }
  chai.Assertion.addMethod("statusCodeClass", function (hundred: number) {
    const { code } = responseOf(this, chai);
    this.assert(
      Math.floor(code / 100) === Number(hundred),
      `expected response code to be ${hundred}XX but got ${code}`,
      `expected response code not to be ${hundred}XX but got ${code}`,
    );
  });
  chai.Assertion.addProperty("postmanResponse", function () {
    this.assert(
      isPostmanResponse(this._obj),
      "expected a response",
      "expected no response",
    );
  });
}

function addStatus(chai: PostmanChai): void {
  const check = (it: Checked, wanted: unknown, isCode: boolean) => {
    const response = responseOf(it, chai);
    const actual = isCode ? response.code : response.reason();
    const what = isCode ? "code" : "reason";
    it.assert(
      actual === wanted,
      `expected response to have status ${what} #{exp} but got #{act}`,
      `expected response to not have status ${what} #{act}`,
      wanted,
      actual,
    );
  };
  chai.Assertion.addMethod("status", function (wanted: unknown) {
    check(this, wanted, typeof wanted === "number");
  });
  chai.Assertion.addMethod("statusCode", function (wanted: unknown) {
    check(this, Number(wanted), true);
  });
  chai.Assertion.addMethod("statusReason", function (wanted: unknown) {
    check(this, `${wanted}`, false);
  });
}

function addHeader(chai: PostmanChai): void {
  chai.Assertion.addMethod("header", function (...args: unknown[]) {
    const [name, wanted] = args;
    const { headers } = Object(this._obj) as Partial<PostmanResponse>;
    if (headers === undefined) responseOf(this, chai);
    this.assert(
      Boolean(headers?.has(name)),
      "expected response to have header with key #{exp}",
      "expected response to not have header with key #{exp}",
      name,
    );
    if (args.length < 2) return;
    const actual = headers?.get(name);
    this.assert(
      actual === wanted,
      `expected '${name}' response header to be #{exp} but got #{act}`,
      `expected '${name}' response header to not be #{act}`,
      wanted,
      actual,
    );
  });
}

function addBody(chai: PostmanChai): void {
  const hasContent = (it: Checked) =>
    it.assert(
      responseOf(it, chai).text() !== "",
      "expected response to have content in body",
      "expected response to not have content in body",
    );
  chai.Assertion.addProperty("withBody", function () {
    hasContent(this);
  });
  chai.Assertion.addMethod("body", function (...args: unknown[]) {
    const response = responseOf(this, chai);
    const [wanted] = args;
    if (args.length === 0) return hasContent(this);
    if (wanted instanceof RegExp) {
      const text = response.text();
      this.assert(
        new RegExp(wanted).test(text),
        `expected response body text to match ${wanted} but got #{act}`,
        `expected response body text #{act} to not match ${wanted}`,
        undefined,
        text,
      );
      return;
    }
    const isValue = typeof wanted === "object" && wanted !== null;
    const actual = isValue ? tryJson(response).value : response.text();
    this.assert(
      chai.util.eql(actual, wanted),
      "expected response body to equal #{exp} but got #{act}",
      "expected response body to not equal #{exp}",
      wanted,
      actual,
    );
  });
}

function addJson(chai: PostmanChai): void {
  const isJson = (it: Checked) => {
    const { why, isEmpty } = tryJson(responseOf(it, chai));
    it.assert(
      why === undefined,
      `expected response body to be a valid json but ${
        isEmpty ? why : `got error ${why}`
      }`,
      "expected response body not to be a valid json",
    );
  };
  const { get: json } = before(chai, "json");
  chai.Assertion.addProperty("json", function () {
    if (isPostmanResponse(this._obj)) isJson(this);
    else json?.call(this);
  });
  for (const name of ["jsonBody", "jsonSchema"]) {
    const { value: method } = before(chai, name);
    chai.Assertion.addMethod(name, function (...args: unknown[]) {
      if (isPostmanResponse(this._obj)) {
        if (name === "jsonBody" && args.length === 0) return isJson(this);
        const { value, why } = tryJson(this._obj);
        // Of what is not JSON nothing is as wanted, and nothing is not.
        if (why !== undefined) {
          throw new TypeError(`the response body is not JSON: ${why}`);
        }
        this._obj = value;
      }
      method.apply(this, name === "jsonSchema" ? asAjv6(args) : args);
    });
  }
}

/**
 * A schema and its options as ajv 6 takes them: beside a `$ref` nothing counts,
 * and a draft 4 `id` is one of the unknown words. As in Postman, nothing is
 * logged: the script would seem to print that its schema is deprecated.
 */
function asAjv6([schema, options, ...more]: readonly unknown[]) {
  const own = {
    ignoreKeywordsWithRef: true,
    schemaId: "$id",
    logger: false,
  };
  return [schema, { ...own, ...Object(options) }, ...more];
}

function addMeasures(chai: PostmanChai): void {
  for (
    const [name, measure] of [
      ["responseTime", (it: PostmanResponse) => it.responseTime],
      [
        "responseSize",
        (it: PostmanResponse) => (it.size as () => { total: number })().total,
      ],
    ] as const
  ) {
    chai.Assertion.addChainableMethod(name, function (wanted: unknown) {
      this.assert(
        this._obj === wanted,
        `expected ${name} to be #{exp} but got #{act}`,
        `expected ${name} to not be #{act}`,
        wanted,
        this._obj,
      );
    }, function () {
      this._obj = measure(responseOf(this, chai));
    });
  }
}

function tryJson(
  response: PostmanResponse,
): {
  readonly value?: unknown;
  readonly why?: string;
  readonly isEmpty?: boolean;
} {
  try {
    return { value: response.json() };
  } catch (error) {
    if (response.text().trim() === "") {
      return { why: "it is empty", isEmpty: true };
    }
    return { why: (error as Error).message };
  }
}
