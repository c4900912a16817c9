import type { Settings } from "../types.ts";
import { keysOf } from "../shape/keys_of.ts";
import { ORIGIN, REPEAT_UNTIL, RETRY, SETTINGS } from "../shape/settings.ts";
import type { YamlNode } from "../yaml/node.ts";

const SETTINGS_KEYS = keysOf(SETTINGS);
const RETRY_KEYS = keysOf(RETRY);
const REPEAT_KEYS = keysOf(REPEAT_UNTIL);

const ORIGIN_TEXT = new RegExp(ORIGIN);

/** Settings where nothing is set at any level. */
export const DEFAULT_SETTINGS: Settings = {
  encodeUrl: false,
  followRedirects: true,
};

/** Reads `settings`; what is absent or `inherit` is as in the level above. */
export function readSettings(node: YamlNode, above: Settings): Settings {
  if (!node.mapping(SETTINGS_KEYS)) return above;
  const flag = (key: keyof Settings) =>
    isInherit(node.get(key)) ? undefined : node.get(key).flag();
  // Bruno writes 0 into every request: not set.
  const timeout = readCount(node.get("timeout")) || above.timeout;
  const maxRedirects = readCount(node.get("maxRedirects")) ??
    above.maxRedirects;
  const omit = node.get("omitHeaders");
  const omitHeaders = omit.present
    ? omit.list().map((name) => name.scalar() ?? "")
    : above.omitHeaders;
  return {
    encodeUrl: flag("encodeUrl") ?? above.encodeUrl,
    followRedirects: flag("followRedirects") ?? above.followRedirects,
    ...(above.forwardCredentialsTo &&
      { forwardCredentialsTo: above.forwardCredentialsTo }),
    ...(timeout !== undefined && { timeout }),
    ...(maxRedirects !== undefined && { maxRedirects }),
    ...(omitHeaders && { omitHeaders }),
  };
}

/** Reads `extensions.brace.forwardCredentialsTo`; what is absent is as in the level above. */
export function readForwarding(
  brace: YamlNode,
): Pick<Settings, "forwardCredentialsTo"> {
  const node = brace.get("forwardCredentialsTo");
  if (!node.present) return {};
  const forwardCredentialsTo = node.list().map(readOrigin)
    .filter((origin) => origin !== undefined);
  return { forwardCredentialsTo };
}

/** An origin as URLs have it. */
function readOrigin(node: YamlNode): string | undefined {
  const text = node.scalar();
  if (text === undefined) return undefined;
  if (ORIGIN_TEXT.test(text) && URL.canParse(text)) return new URL(text).origin;
  node.wrongType(
    "an origin",
    `"${text}"`,
    "write scheme and host, such as https://files.example.com; no path, no *",
  );
  return undefined;
}

/** Reads `extensions.brace.{retry, repeatUntil}` of a request. */
export function readRepetition(
  brace: YamlNode,
): Pick<Settings, "retry" | "repeatUntil"> {
  const retry = brace.get("retry");
  const repeat = brace.get("repeatUntil");
  const expression = repeat.mapping(REPEAT_KEYS)
    ? repeat.get("expression").text()
    : undefined;
  if (repeat.present && !expression) repeat.missing("expression");
  return {
    ...(retry.mapping(RETRY_KEYS) && {
      retry: {
        count: readCount(retry.get("count")) ?? 0,
        delay: readCount(retry.get("delay")) ?? 0,
      },
    }),
    ...(expression && {
      repeatUntil: {
        expression,
        limit: readCount(repeat.get("limit")) ?? 10,
        delay: readCount(repeat.get("delay")) ?? 1000,
      },
    }),
  };
}

function isInherit(node: YamlNode): boolean {
  return node.value === "inherit";
}

/** A number from 0 up; undefined where it is inherited. */
function readCount(node: YamlNode): number | undefined {
  if (isInherit(node)) return undefined;
  const number = node.number();
  if (number === undefined || number >= 0) return number;
  node.wrongType("a number from 0 up", String(number));
  return undefined;
}
