/** What `toLocaleString` and the like know without `Intl`: American English. */

const { defineProperty } = Object;
const { apply } = Reflect;
const WAY_OUT =
  "the sandbox knows en-US without options; use moment(date).format(…) or toFixed()";
const ONLY_ENGLISH = "the sandbox knows English only";
/** Languages whose letters have large and small forms of their own. */
const OWN_CASES = ["az", "el", "lt", "tr"];

/** Gives dates, numbers and texts the locale's methods as node has them, or as errors. */
export function installLocale(): void {
  const time = (date: Date): string => {
    const hours = date.getHours();
    const rest = [date.getMinutes(), date.getSeconds()]
      .map((part) => `:${`${part}`.padStart(2, "0")}`).join("");
    return `${hours % 12 || 12}${rest} ${hours < 12 ? "AM" : "PM"}`;
  };
  const day = (date: Date): string =>
    `${date.getMonth() + 1}/${date.getDate()}/${date.getFullYear()}`;
  const forms = {
    toLocaleString: (date: Date) => `${day(date)}, ${time(date)}`,
    toLocaleDateString: day,
    toLocaleTimeString: time,
  };
  for (const [name, form] of Object.entries(forms)) {
    replace(Date.prototype, name, function (this: Date, locale, options) {
      requireFormat(name, locale, options, []);
      return Number.isNaN(this.getTime()) ? "Invalid Date" : form(this);
    });
  }
  replace(Number.prototype, "toLocaleString", function (
    this: number,
    locale,
    options,
  ) {
    const known = ["minimumFractionDigits", "maximumFractionDigits"];
    requireFormat("toLocaleString", locale, options, known);
    const { minimumFractionDigits: least = 0, maximumFractionDigits: most } =
      Object(options) as Record<string, number | undefined>;
    return grouped(Number(this), least, most ?? Math.max(least, 3));
  });
  replace(String.prototype, "localeCompare", function (
    this: string,
    other,
    locale,
    options,
  ) {
    if (languageOf("localeCompare", locale) !== "en") {
      throw unknownLocale("localeCompare", locale, ONLY_ENGLISH);
    }
    requireOptions("localeCompare", options, {
      known: ["sensitivity", "numeric"],
      wayOut: "the sandbox knows sensitivity and numeric only",
    });
    const { sensitivity = "variant", numeric = false } = Object(options) as {
      sensitivity?: string;
      numeric?: boolean;
    };
    return compared(`${this}`, `${other}`, sensitivity, numeric);
  });
  for (
    const [name, change] of [
      ["toLocaleUpperCase", String.prototype.toUpperCase],
      ["toLocaleLowerCase", String.prototype.toLowerCase],
    ] as const
  ) {
    replace(String.prototype, name, function (this: string, locale) {
      if (OWN_CASES.includes(languageOf(name, locale))) {
        throw unknownLocale(name, locale, ONLY_ENGLISH);
      }
      return apply(change, this, []);
    });
  }
  for (
    const list of [Array.prototype, Object.getPrototypeOf(Uint8Array.prototype)]
  ) {
    replace(list, "toLocaleString", function (
      this: ArrayLike<unknown>,
      ...args
    ) {
      return Array.from(
        this,
        (it) => it === undefined || it === null ? "" : told(it, args),
      ).join(",");
    });
  }
  replace(BigInt.prototype, "toLocaleString", function (
    this: bigint,
    locale,
    options,
  ) {
    requireFormat("toLocaleString", locale, options, []);
    return BigInt(this).toString().replace(/\B(?=(?:\d{3})+$)/g, ",");
  });
}

function replace<T>(
  prototype: object,
  name: string,
  value: (this: T, ...args: unknown[]) => unknown,
): void {
  defineProperty(prototype, name, {
    value,
    writable: true,
    configurable: true,
  });
}

/** An element as its own `toLocaleString` writes it. */
function told(value: unknown, args: unknown[]): string {
  const { toLocaleString } = Object(value) as {
    toLocaleString(...args: unknown[]): string;
  };
  return apply(toLocaleString, value, args) as string;
}

function requireFormat(
  name: string,
  locale: unknown,
  options: unknown,
  known: readonly string[],
): void {
  const first = firstOf(locale);
  if (first !== "en-US" && first !== "en") {
    throw unknownLocale(name, locale, WAY_OUT);
  }
  requireOptions(name, options, { known, wayOut: WAY_OUT });
}

function requireOptions(
  name: string,
  options: unknown,
  { known, wayOut }: { known: readonly string[]; wayOut: string },
): void {
  for (const [key, value] of Object.entries(Object(options))) {
    if (known.includes(key) || value === undefined) continue;
    throw new RangeError(`Cannot use ${name} with "${key}": ${wayOut}`);
  }
}

/** The language of a locale whose parts are a language, a script and a region only. */
function languageOf(name: string, locale: unknown): string {
  const [language] =
    /^[a-z]{2,8}(?=(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$)/i.exec(
      `${firstOf(locale)}`,
    ) ?? [];
  if (language === undefined) throw unknownLocale(name, locale, ONLY_ENGLISH);
  return language.toLowerCase();
}

function firstOf(locale: unknown): unknown {
  const [first = "en-US"] = Array.isArray(locale) ? locale : [locale];
  return first;
}

function unknownLocale(
  name: string,
  locale: unknown,
  wayOut: string,
): RangeError {
  return new RangeError(
    `Cannot use ${name} for "${firstOf(locale)}": ${wayOut}`,
  );
}

function grouped(value: number, least: number, most: number): string {
  if (!Number.isFinite(value)) return `${value}`.replace("Infinity", "∞");
  const [whole, fraction = ""] = rounded(value, most).split(".");
  const kept = fraction.slice(0, least) +
    fraction.slice(least).replace(/0+$/, "");
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ",") +
    (kept === "" ? "" : `.${kept}`);
}

/** Rounds the decimal number that is shown, not the binary one behind it. */
function rounded(value: number, digits: number): string {
  if (Math.abs(value) >= 1e21) return `${BigInt(value)}`;
  const shifted = Math.round(Number(`${Math.abs(value)}e${digits}`));
  if (!Number.isFinite(shifted)) return value.toFixed(digits);
  return `${value < 0 ? "-" : ""}${
    Number(`${shifted}e-${digits}`).toFixed(digits)
  }`;
}

/** Letters first, then accents, then small before large ones. */
function compared(
  a: string,
  b: string,
  sensitivity: string,
  numeric: boolean,
): number {
  const levels: ((text: string) => string)[] = [
    (text) => withoutAccents(text).toLowerCase(),
    ...sensitivity === "base" || sensitivity === "case"
      ? []
      : [(text: string) => text.normalize("NFD").toLowerCase()],
    ...sensitivity === "base" || sensitivity === "accent"
      ? []
      : [(text: string) => swapCase(withoutAccents(text))],
  ];
  for (const level of levels) {
    const order = numeric
      ? inNumericOrder(level(a), level(b))
      : inOrder(level(a), level(b));
    if (order !== 0) return order;
  }
  return 0;
}

function withoutAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

/** Small letters come before large ones then. */
function swapCase(text: string): string {
  return text.replace(
    /\p{L}/gu,
    (letter) =>
      letter === letter.toLowerCase()
        ? letter.toUpperCase()
        : letter.toLowerCase(),
  );
}

function inOrder<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function inNumericOrder(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(/(\d+)/));
  for (let i = 0; i < left.length && i < right.length; i++) {
    const order = i % 2 === 1
      ? inOrder(Number(left[i]), Number(right[i]))
      : inOrder(left[i], right[i]);
    if (order !== 0) return order;
  }
  return inOrder(left.length, right.length);
}
