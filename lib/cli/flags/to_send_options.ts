import type { SendOptions } from "../send/options.ts";
import { usageError } from "../usage_error.ts";
import type { FlagValues } from "./flag_values.ts";
import { toRunOptions } from "./to_run_options.ts";

const METHOD =
  /^(?:get|head|post|put|patch|delete|options|trace|connect|query)$/i;

/**
 * What `brace send` is asked to do.
 *
 * @throws {UsageError} A flag's value is wrong, or there is no URL.
 */
export function toSendOptions(flags: FlagValues): SendOptions {
  const { command } = flags;
  const [url, method] = flags.positionals.toReversed();
  if (url === undefined || method === undefined && METHOD.test(url)) {
    throw usageError(
      `Cannot send${
        url === undefined ? "" : ` "${url}"`
      }: name the URL, "brace send ${url ?? "[METHOD]"} URL"`,
      { command },
    );
  }
  if (method !== undefined && !METHOD.test(method) && METHOD.test(url)) {
    throw usageError(
      `Cannot send with the method "${method}": the method comes first, "brace send ${url} ${method}"`,
      { command },
    );
  }
  const bodies = flags.all("body");
  if (bodies.length > 1) {
    throw usageError('Cannot use "--body" twice: a request has one body', {
      command,
    });
  }
  return {
    ...toRunOptions(flags),
    paths: [],
    url,
    ...(method !== undefined && { method }),
    headers: flags.all("header").map((text) => toHeader(text, flags)),
    ...(bodies.length > 0 && { body: bodies[0] }),
    include: flags.has("include"),
    fail: flags.has("fail"),
  };
}

function toHeader(
  text: string,
  { command }: FlagValues,
): readonly [name: string, value: string] {
  // A placeholder may hold a colon.
  const [, name, value] = /^((?:\{\{.*?\}\}|[^:])+):(.*)$/s.exec(text) ?? [];
  if (name === undefined || name.trim() === "") {
    // The value stays out of the message: it may be a secret.
    throw usageError(
      `Cannot use "--header": it has no name before a ":", write "--header 'NAME: VALUE'"`,
      { command },
    );
  }
  return [name.trim(), value.trim()];
}
