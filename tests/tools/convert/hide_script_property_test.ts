import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { hideScript } from "../../../lib/tools/convert/secrets/hide_script.ts";
import { SecretValues } from "../../../lib/tools/convert/secrets/secret_values.ts";
import { check } from "../../support/check.ts";

const NAMES = ["token", "password", "client_secret", "api_key", "session"];
const VALUES = ["", "", "", "abcd1234efgh"];
const name = fc.constantFrom(...NAMES);

/** How a text begins: with the end of what another one says, or alone. */
const begun = fc.constantFrom(
  ...["", '"}', "' }", "&page=", "; ", " // ", "/* ", " */", "\n", "\\"],
);
/** How it ends: with a name, and with a secret or without. */
const ended = fc.oneof(
  fc.tuple(fc.constantFrom("/a?", "/a?x=1&", "missing "), name).map((
    [lead, name],
  ) => `${lead}${name}=`),
  name.map((name) => `{"${name}":"`),
  name.map((name) => `{ ${name}: '`),
  fc.tuple(name, fc.constantFrom(...VALUES)).map(([name, value]) =>
    `/a?${name}=${value}`
  ),
  fc.constant(""),
);

/** A text as one literal. */
const literal = fc.tuple(
  fc.tuple(begun, ended).map((parts) => parts.join("")),
  fc.constantFrom("'", '"', "`"),
).map(([text, quote]) =>
  quote +
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")
    .replaceAll(quote, `\\${quote}`) +
  quote
);

/** What a script adds to a text. */
const computed = fc.oneof(
  name.map((name) => `pm.get('${name}')`),
  name.map((name) => `f("/a?${name}=" + pm.get("x"))`),
  fc.constantFrom("tok", "1 / 2", "String(/token='/g)", "[3][0] / 1"),
  name.map((name) => `\`/a?${name}=\${pm.get('${name}')}&${name}=\``),
  name.map((name) => `({ ${name}: tok, key: '${name}', value: tok }).key`),
);

const comment = fc.oneof(
  name.map((name) => ` /* don't: '?${name}=' + x + '' */ `),
  name.map((name) => ` // "${name}": '" + x + "'\n`),
  fc.constantFrom(" ", "\n"),
);

const expression = fc.array(
  fc.tuple(fc.oneof(literal, literal, computed), comment),
  { minLength: 1, maxLength: 8 },
).map((parts) => `'' + ${parts.map((it) => it.join("")).join("+")}`);

const script = fc.array(
  fc.tuple(
    fc.oneof(
      name.map((name) => `const ${name} = `),
      fc.constant("out("),
      name.map((name) => `out({ ${name}: '' }, `),
    ),
    expression,
  ),
  { minLength: 1, maxLength: 4 },
).map((all) =>
  all.map(([before, code]) =>
    before.startsWith("const")
      ? `{ ${before}${code}; out(${before.slice(6, -3)}) }`
      : `${before}${code})`
  ).join("\n")
);

/** The texts that a script gives away. */
function evaluated(code: string): string[] {
  const texts: string[] = [];
  const out = (...given: unknown[]) => texts.push(String(given.at(-1)));
  const get = (name: string) => `<${name}>`;
  const client = { getProcessEnv: () => "abcd1234efgh" };
  new Function("out", "pm", "client", "f", "tok", code)(
    out,
    { get },
    client,
    (text: string) => text,
    "<tok>",
  );
  return texts;
}

describe("a script without its secrets", () => {
  it("still says the same, but for the secrets that one of its texts has", () => {
    check(
      fc.property(script, (code) => {
        const { code: hidden } = hideScript(code, new SecretValues(), {
          api: "client",
        });
        const shown = evaluated(code).map((it) =>
          it.replaceAll("abcd1234efgh", "***")
        );
        assertEquals(
          evaluated(hidden).map((it) => it.replaceAll("abcd1234efgh", "***")),
          shown,
          hidden,
        );
      }),
      1_000,
    );
  });
});
