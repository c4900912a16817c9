import { parseTemplate } from "../../lib/core/template/parse_template.ts";
import type { Template } from "../../lib/core/template/types.ts";
import { renderJson } from "../../lib/core/render/render_json.ts";
import { renderText } from "../../lib/core/render/render_text.ts";
import type { Layer } from "../../lib/core/scope/layer.ts";
import { SCOPE_NAMES } from "../../lib/core/scope/names.ts";
import { Scopes } from "../../lib/core/scope/scopes.ts";
import { Variables } from "../../lib/core/scope/variables.ts";
import { snapshot } from "../../lib/core/scope/value/snapshot.ts";
import type { Value } from "../../lib/core/scope/value/value.ts";
import type { Row } from "./row.ts";

const DATA = {
  id: 4711,
  name: 'Ada "Countess" Lovelace',
  city: "Zürich",
  active: true,
  score: 98.5,
  user: {
    email: "ada@example.com",
    address: { street: "Bahnhofstrasse 1", zip: "8001", geo: [47.37, 8.54] },
    tags: ["math", "engine", "poetry"],
  },
  items: [
    { sku: "A-1", count: 2, price: 9.9 },
    { sku: "B-2", count: 1, price: 120 },
    { sku: "C-3", count: 7, price: 0.5 },
  ],
  meta: { source: "import", retries: 0, flags: [true, false, null] },
};

const BODY = `{
  "id": {{id}},
  "name": "{{name}}",
  "city": "{{city}}",
  "active": {{active}},
  "score": {{score}},
  "contact": {
    "email": "{{user.email}}",
    "street": "{{user.address.street}}",
    "zip": "{{user.address.zip}}",
    "lat": {{user.address.geo[0]}},
    "lon": {{user.address.geo[1]}}
  },
  "tags": ["{{user.tags[0]}}", "{{user.tags[1]}}", "{{user.tags[2]}}"],
  "lines": [
    {"sku": "{{items[0].sku}}", "count": {{items[0].count}}, "price": {{items[0].price}}},
    {"sku": "{{items[1].sku}}", "count": {{items[1].count}}, "note": "for {{name}}"}
  ],
  "comment": "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua, ut enim ad minim veniam, quis nostrud.",
  "meta": {{meta}}
}`;

/** What a person would write by hand: the same text, the same escaping. */
function byHand(d: typeof DATA): string {
  const q = (text: string) => JSON.stringify(text).slice(1, -1);
  return `{
  "id": ${d.id},
  "name": "${q(d.name)}",
  "city": "${q(d.city)}",
  "active": ${d.active},
  "score": ${d.score},
  "contact": {
    "email": "${q(d.user.email)}",
    "street": "${q(d.user.address.street)}",
    "zip": "${q(d.user.address.zip)}",
    "lat": ${d.user.address.geo[0]},
    "lon": ${d.user.address.geo[1]}
  },
  "tags": ["${q(d.user.tags[0])}", "${q(d.user.tags[1])}", "${
    q(d.user.tags[2])
  }"],
  "lines": [
    {"sku": "${q(d.items[0].sku)}", "count": ${d.items[0].count}, "price": ${
    d.items[0].price
  }},
    {"sku": "${q(d.items[1].sku)}", "count": ${
    d.items[1].count
  }, "note": "for ${q(d.name)}"}
  ],
  "comment": "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua, ut enim ad minim veniam, quis nostrud.",
  "meta": ${JSON.stringify(d.meta)}
}`;
}

/** Seven layers: the data in the environment, unused variables all over. */
function scopesOf(values: Record<string, Value>, unused: number): Scopes {
  const layers = SCOPE_NAMES.map((scope, index): Layer => {
    const entries = new Variables();
    for (let n = index; n < unused; n += SCOPE_NAMES.length) {
      entries.set(`unused_${n}`, { value: "x", template: scope !== "runtime" });
    }
    if (scope === "environment") {
      for (const name of Object.keys(values)) {
        entries.set(name, { value: values[name], template: true });
      }
    }
    return { scope, entries };
  });
  return new Scopes(layers);
}

let sink = 0;
/** Makes a flat string of a rope, as sending it would. */
function flatten(text: string): void {
  sink += text.charCodeAt(text.length >> 1);
}

/** Nanoseconds for one call, the best of several rounds taken in turns. */
export function compare(
  calls: readonly (() => void)[],
  { rounds = 15, milliseconds = 12 } = {},
): number[] {
  const best = calls.map(() => Infinity);
  const counts = calls.map((call) => {
    call();
    const start = performance.now();
    let count = 0;
    while (performance.now() - start < milliseconds) {
      call();
      count++;
    }
    return Math.max(1, count);
  });
  for (let round = 0; round < rounds; round++) {
    calls.forEach((call, index) => {
      const start = performance.now();
      for (let n = 0; n < counts[index]; n++) call();
      const time = (performance.now() - start) / counts[index];
      best[index] = Math.min(best[index], time);
    });
  }
  return best.map((time) => time * 1e6);
}

function json(template: Template | string, scopes: Scopes): string {
  const { value, diagnostics } = renderJson(template, scopes);
  if (value === undefined) throw new Error(diagnostics[0].message);
  return value;
}

function text(template: Template | string, scopes: Scopes): string {
  const { value, diagnostics } = renderText(template, scopes);
  if (value === undefined) throw new Error(diagnostics[0].message);
  return value;
}

function small(): Row[] {
  const scopes = scopesOf(snapshot(DATA, "data") as never, 1000);
  const few = scopesOf(snapshot(DATA, "data") as never, 0);
  const template = parseTemplate(BODY);
  const expected = byHand(DATA);
  if (json(template, scopes) !== expected) throw new Error("not the same body");
  const [base, parsed, whole, without] = compare([
    () => flatten(byHand(DATA)),
    () => flatten(json(template, scopes)),
    () => flatten(json(parseTemplate(BODY), scopes)),
    () => flatten(json(template, few)),
  ]);
  return [
    {
      name: "1 KB JSON, 20 placeholders, parsed",
      ratio: parsed / base,
      limit: 2.5,
    },
    {
      name: "1 KB JSON, 20 placeholders, with parsing",
      ratio: whole / base,
      limit: 8,
    },
    {
      name: "1,000 unused variables / none",
      ratio: parsed / without,
      limit: 1.25,
    },
  ];
}

function large(): Row[] {
  const filler = "x".repeat(1040 - 20);
  const values: Record<string, Value> = {};
  const strings: string[] = [];
  let source = '{"all": [';
  for (let n = 0; n < 1000; n++) {
    const name = `v${n}`;
    values[name] = `value "${n}"`;
    strings.push(values[name] as string);
    source += `${n === 0 ? "" : ","}"${filler}{{${name}}}"`;
  }
  source += "]}";
  const scopes = scopesOf(values, 1000);
  const template = parseTemplate(source);
  // deno-lint-ignore no-eval
  const limit = (0, eval)(
    `(v, q) => \`${
      source.replace(/\{\{v(\d+)\}\}/g, (_, n) => `\${q(v[${n}])}`)
    }\``,
  ) as (values: string[], quote: (text: string) => string) => string;
  const quote = (text: string) => JSON.stringify(text).slice(1, -1);
  if (limit(strings, quote) !== json(template, scopes)) {
    throw new Error("not the same body");
  }
  const [base, parsed] = compare([
    () => flatten(limit(strings, quote)),
    () => flatten(json(template, scopes)),
  ]);
  const plain = "x".repeat(1024 * 1024);
  const plainJson = JSON.stringify({ text: plain });
  const known = parseTemplate(plainJson);
  json(known, scopes);
  const [scan, scanned, again] = compare([
    () => sink += plain.indexOf("{{"),
    () => sink += text(plain, scopes).length,
    () => sink += json(known, scopes).length,
  ]);
  return [
    {
      name: "1 MB JSON, 1,000 placeholders, parsed",
      ratio: parsed / base,
      limit: 2,
    },
    {
      name: "1 MB text without placeholders / one indexOf",
      ratio: scanned / scan,
      limit: 1.5,
    },
    {
      name: "1 MB JSON without placeholders, parsed / one indexOf",
      ratio: again / scan,
      limit: 1.5,
    },
  ];
}

function hostile(): Row[] {
  const pieces = [
    "{{",
    "{{a",
    "{{a}",
    "{{$",
    "{{   \t ",
    "{{?",
    "{{'",
    '{{a["',
  ];
  return pieces.map((piece) => {
    const half = piece.repeat(50_000);
    const whole = piece.repeat(100_000);
    const [one, two] = compare([
      () => sink += parseTemplate(half).parts.length,
      () => sink += parseTemplate(whole).parts.length,
    ], { rounds: 7, milliseconds: 30 });
    return {
      name: `${JSON.stringify(piece)} × 100,000 / × 50,000`,
      ratio: two / one,
      limit: 3,
    };
  });
}

function whole(): Row[] {
  let nested: Value = { leaf: "value", n: 1 };
  for (let level = 0; level < 50; level++) nested = { level, nested };
  const many = Array.from(
    { length: 100_000 },
    (_, n) => ({ n, s: `item ${n}` }),
  );
  const numbers = Array.from({ length: 100_000 }, (_, n) => n * 1.5);
  const scopes = scopesOf({ nested, many, numbers }, 10);
  const rows: Row[] = [];
  for (
    const [name, value] of [["nested", nested], ["many", many], [
      "numbers",
      numbers,
    ]] as const
  ) {
    const template = parseTemplate(`{"v": {{${name}}}}`);
    const [base, ours] = compare([
      () => flatten(`{"v": ${JSON.stringify(value)}}`),
      () => flatten(json(template, scopes)),
    ]);
    const what = name === "nested" ? "50 levels" : `100,000 ${name}`;
    rows.push({
      name: `${what} inserted whole / JSON.stringify`,
      ratio: ours / base,
      limit: 2,
    });
  }
  return rows;
}

/** Rendering against a hand-written template literal over the same data. */
export function rows(): Promise<Row[]> {
  return Promise.resolve([...small(), ...large(), ...hostile(), ...whole()]);
}
