/** A compiled schema: tells whether a value matches, and keeps why not. */
export interface Validator {
  (value: unknown): boolean;
  errors?:
    | readonly {
      instancePath: string;
      /** The name that is wrong, where it is none of the values. */
      propertyName?: string;
      message?: string;
      params?: {
        additionalProperty?: string;
        unevaluatedProperty?: string;
        allowedValue?: unknown;
        allowedValues?: readonly unknown[];
        type?: string | readonly string[];
      };
    }[]
    | null;
}

/** What is used of ajv. */
interface Ajv {
  compile(schema: unknown): Validator;
  removeSchema(schema: unknown): void;
  removeKeyword(word: string): void;
}

type AjvClass = new (options: object) => Ajv;

/** Ajv with its classes for later drafts, and its formats. */
export interface AjvModule extends AjvClass {
  readonly formats: (ajv: Ajv) => void;
  readonly 2019: AjvClass;
  readonly 2020: AjvClass;
}

/** Compiles a schema; throws what ajv has against it. */
export type Compile = (schema: unknown, options?: object) => Validator;

const DEFAULTS = { allErrors: true, strict: false };
/** Schemas that are remembered; then all are forgotten. */
const MAX_COUNT = 100;

/**
 * Makes what compiles JSON schemas: a schema once, however often it is used.
 * Ajv's own schema takes it longest, so that of draft 7 is compiled at once,
 * and kept with what is loaded.
 */
export function createCompile(Ajv: AjvModule): Compile {
  const compile = compiler(Ajv);
  compile({});
  return (schema, options) => {
    const validator = compile(schema, options);
    const validate: Validator = (value) => {
      const valid = validator(withNumbers(value));
      validate.errors = validator.errors;
      return valid;
    };
    return validate;
  };
}

/**
 * A body with its large integers as numbers: for ajv a `bigint` is no integer.
 * Without one it stays the same object, as options let ajv change it.
 */
function withNumbers(body: unknown): unknown {
  try {
    return hasBigint(body) ? converted(body) : body;
  } catch {
    // It nests too deeply, or holds itself: ajv may still see what it needs.
    return body;
  }
}

function hasBigint(value: unknown): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value)
    ? value.some(hasBigint)
    : isBare(value) && Object.values(value).some(hasBigint);
}

function converted(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(converted);
  if (!isBare(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, converted(one)]),
  );
}

function compiler(Ajv: AjvModule): Compile {
  const classes = { 2019: Ajv[2019], 2020: Ajv[2020] };
  const instances = new Map<string, Ajv>();
  const validators = new Map<string, Validator>();
  const make = (draft: Draft, options: object) => {
    const Class = draft === 7 ? Ajv : classes[draft];
    const { schemaId, ...others } = options as { schemaId?: unknown };
    const ajv = new Class({ ...DEFAULTS, ...others });
    // Who names the word of ids, as for ajv 6, may have the other one in a schema.
    if (schemaId !== undefined) ajv.removeKeyword("id");
    Ajv.formats(ajv);
    return ajv;
  };
  const instance = (draft: Draft, options: object, key: string) => {
    let ajv = instances.get(key);
    if (ajv === undefined) instances.set(key, ajv = make(draft, options));
    return ajv;
  };
  const compile: Compile = (schema, options = {}) => {
    const draft = draftOf(schema);
    const about = plainText([draft, options]);
    const text = plainText(schema);
    // What JSON cannot tell apart is made anew.
    if (about === undefined || text === undefined) {
      return make(draft, options).compile(schema);
    }
    const key = `${about}${text}`;
    const known = validators.get(key);
    if (known !== undefined) return known;
    if (validators.size >= MAX_COUNT) {
      validators.clear();
      instances.clear();
    }
    // Later changes of the script's object are none of the compiled one's.
    const copy = JSON.parse(text);
    const ajv = leavesIds(copy, text)
      ? make(draft, options)
      : instance(draft, options, about);
    try {
      const validator = ajv.compile(copy);
      validators.set(key, validator);
      return validator;
    } finally {
      if (typeof copy === "object") ajv.removeSchema(copy);
    }
  };
  return compile;
}

/** Whether ids would stay behind in an instance, where another schema may have the same. */
function leavesIds(schema: unknown, text: string): boolean {
  const ids = text.match(/"\$id":/g)?.length ?? 0;
  return ids > (Object.hasOwn(Object(schema), "$id") ? 1 : 0);
}

type Draft = 7 | 2019 | 2020;

/** The draft that a schema says it is of. */
function draftOf(schema: unknown): Draft {
  const { $schema } = Object(schema) as { $schema?: unknown };
  const year = /\/draft\/(2019|2020)-\d\d\//.exec(`${$schema}`)?.[1];
  return year === "2019" ? 2019 : year === "2020" ? 2020 : 7;
}

/** The JSON of a value that is nothing but JSON. */
function plainText(value: unknown): string | undefined {
  let plain = true;
  const check = (_: string, member: unknown) => {
    plain &&= isPlain(member);
    return member;
  };
  try {
    const text = JSON.stringify(value, check);
    return plain ? text : undefined;
  } catch {
    return undefined;
  }
}

function isPlain(value: unknown): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      break;
    default:
      return false;
  }
  return value === null || Array.isArray(value) || isBare(value);
}

/** Whether an object is a mapping as JSON has it. */
function isBare(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
