import { didYouMean } from "../../source/nearest.ts";
import { isMapping } from "../../source/plain_value.ts";
import { REQUEST_TYPES } from "../request_types.ts";
import { authField, authOf, POSTMAN_AUTH_TYPES } from "./postman_auth.ts";
import { rowsOf } from "./rows.ts";
import type { Form, V3Keys, V3Shape, V3Source } from "./source.ts";

/**
 * Puts `auth`: a mapping with a type and credentials, or a list of such, of
 * which the first counts. Absent: what is above applies.
 *
 * @param absent What is set where the file says nothing.
 */
export function putAuth(
  container: Form,
  source: V3Source,
  shape: V3Shape,
  absent?: "inherit",
): void {
  const auth = source.list()[0] ?? source;
  const type = auth.get("type");
  if (!auth.present || Array.isArray(auth.value)) {
    if (absent) shape.set(container, "auth", absent, source.keys);
    return;
  }
  if (!auth.isMapping || type.word === "") {
    auth.report({
      code: "INVALID_FIELD",
      message: auth.isMapping
        ? `Cannot read "${auth.name}": "type" is missing (write one such as "type: basic")`
        : `Cannot read "${auth.name}": expected a mapping with a type and credentials`,
      onKey: true,
    });
    return;
  }
  const rows = rowsOf(auth.get("credentials"));
  const fields = Object.fromEntries(
    rows.map(({ name, value }) => [
      name,
      typeof value.value === "boolean" ? value.value : value.text,
    ]),
  );
  const { auth: read, notes = [] } = authOf(type.word, fields);
  const meant = POSTMAN_AUTH_TYPES.includes(type.word)
    ? {}
    : type.meant(type.word, POSTMAN_AUTH_TYPES);
  for (const note of notes) {
    type.report({
      code: "UNSUPPORTED",
      severity: "warning",
      message: note + didYouMean(meant.suggestion),
      ...meant,
    });
  }
  if (typeof read !== "object") {
    shape.set(container, "auth", read, type.keys);
    return;
  }
  const byName = new Map(rows.map((row) => [row.name, row.value.keys]));
  const keysOf = (part: string): V3Keys => {
    const field = authField(type.word, part);
    return field !== undefined && byName.get(field) || auth.keys;
  };
  shape.set(container, "auth", placed(read, "", keysOf, shape), auth.keys);
}

/** A copy of an auth whose parts have places. */
function placed(
  value: Readonly<Record<string, unknown>>,
  above: string,
  keysOf: (part: string) => V3Keys,
  shape: V3Shape,
): Form {
  const copy: Form = {};
  for (const [key, one] of Object.entries(value)) {
    const part = above + key;
    shape.set(
      copy,
      key,
      isMapping(one) ? placed(one, `${part}.`, keysOf, shape) : one,
      keysOf(part),
    );
  }
  return copy;
}

/** When scripts of Postman's run, without the protocol that they may have before. */
const PHASES: Readonly<Record<string, Form>> = {
  beforeRequest: { type: "before-request" },
  beforeQuery: { type: "before-request" },
  beforeInvoke: { type: "before-request" },
  afterResponse: { type: "tests" },
  onIncomingMessage: { type: "tests", each: "message" },
  onMessage: { type: "tests", each: "message" },
};

/** Puts the scripts of a request or a level, for Postman's dialect. */
export function putScripts(
  container: Form,
  source: V3Source,
  shape: V3Shape,
): void {
  const { value } = source;
  if (source.present && !Array.isArray(value)) {
    shape.set(container, "scripts", value, source.keys);
    return;
  }
  const list: unknown[] = [];
  for (const row of source.list()) {
    const type = row.get("type");
    const code = row.get("code");
    const [, protocol, event = ""] = /^(?:(\w+):)?(\w+)$/.exec(type.word) ?? [];
    const phase = Object.hasOwn(PHASES, event) ? PHASES[event] : undefined;
    if (!row.isMapping || type.word === "" || !code.present) {
      const missing = type.word === "" ? "type" : "code";
      row.report({
        code: "INVALID_FIELD",
        message: row.isMapping
          ? `Cannot read "${row.name}": "${missing}" is missing (a script stands in its file: write "type: afterResponse" and "code: |-")`
          : `Cannot read "${row.name}": expected a mapping with type and code`,
        onKey: true,
      });
    } else if (code.word.trim() === "") {
      // The app leaves empty ones behind.
      continue;
    } else if (
      phase === undefined ||
      protocol !== undefined &&
        !REQUEST_TYPES.some((type) => type === protocol)
    ) {
      const meant = phase === undefined
        ? type.meant(
          event,
          Object.keys(PHASES),
          protocol === undefined ? "" : `${protocol}:`,
        )
        : {};
      const wayOut = didYouMean(meant.suggestion) ||
        " (it runs beforeRequest, afterResponse and their kin)";
      type.report({
        code: "UNSUPPORTED",
        severity: "warning",
        message:
          `Ignored "${row.name}": Brace does not run scripts of "${type.word}"${wayOut}`,
        ...meant,
      });
    } else {
      const form: Form = shape.add(list, {}, row.keys);
      const { type: when, each } = phase;
      shape.set(form, "type", when, type.keys);
      shape.set(form, "code", code.value, code.keys);
      shape.set(form, "extensions", {
        brace: {
          dialect: "postman",
          ...(protocol !== undefined && { for: protocol }),
          ...(each !== undefined && { each }),
        },
      }, type.keys);
    }
  }
  if (list.length > 0) shape.set(container, "scripts", list, source.keys);
}
