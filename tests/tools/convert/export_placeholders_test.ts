import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { exportBru } from "../../../lib/tools/convert/export/export_bru.ts";
import { exportPostman } from "../../../lib/tools/convert/export/export_postman.ts";
import { clientTemplate } from "../../../lib/tools/convert/export/placeholders/client_template.ts";
import { readForExport } from "../../../lib/tools/convert/export/read_for_export.ts";

const NO_PARTS = "because it reads no parts of a variable";
const NO_GENERATOR = "because it has no such generator";
const NO_ESCAPE = "has no escape for braces";

/** A text, what each program gets, and why it sends that as it is; as the real programs do (newman 6, bru 4). */
const TEXTS: readonly [
  text: string,
  postman: [text: string, why?: string],
  bruno: [text: string, why?: string],
][] = [
  ["{{ n }}", ["{{n}}"], ["{{n}}"]],
  ["{{my name}}", ["{{my name}}"], ["{{my name}}"]],
  ["{{u.id}}", ["{{u.id}}", NO_PARTS], ["{{u.id}}"]],
  ["{{ a[0] }}", ["{{a[0]}}", NO_PARTS], ["{{a[0]}}"]],
  ["{{u['a b']}}", ["{{u['a b']}}", NO_PARTS], ["{{u['a b']}}"]],
  ["{{ a.b }}", ["{{a.b}}"], ["{{a.b}}"]],
  ["{{ set.by }}", ["{{set.by}}"], ["{{set.by}}"]],
  [
    "{{t.id}}",
    ["{{t.id}}", NO_PARTS],
    ["{{t.id}}", 'because "t" has placeholders, so it is text'],
  ],
  ["{{$uuid}}", ["{{$guid}}"], ["{{$guid}}"]],
  ["{{ $guid }}", ["{{$guid}}"], ["{{$guid}}"]],
  ["{{$date}}", ["{{$isoTimestamp}}"], ["{{$isoTimestamp}}"]],
  ["{{$date('unix')}}", ["{{$timestamp}}"], ["{{$timestamp}}"]],
  [
    "{{$date('iso', '+1d')}}",
    ["{{$date('iso', '+1d')}}", NO_GENERATOR],
    ["{{$date('iso', '+1d')}}", NO_GENERATOR],
  ],
  ["{{$randomInt(1000)}}", ["{{$randomInt}}"], ["{{$randomInt}}"]],
  [
    "{{$randomInt(1, 6)}}",
    ["{{$randomInt(1, 6)}}", NO_GENERATOR],
    ["{{$randomInt(1, 6)}}", NO_GENERATOR],
  ],
  ["{{$randomEmail}}", ["{{$randomEmail}}"], ["{{$randomEmail}}"]],
  [
    "{{$randomState}}",
    ["{{$randomState}}", NO_GENERATOR],
    ["{{$randomState}}", NO_GENERATOR],
  ],
  [
    "{{? Code}}",
    ["{{? Code}}", "because it asks no questions"],
    ["{{?Code}}"],
  ],
  [
    "{{ process.env.HOME }}",
    ["{{process.env.HOME}}", "write a variable of Postman's instead"],
    ["{{process.env.HOME}}"],
  ],
  [
    "{{$secrets.s.k}}",
    ["{{$secrets.s.k}}", "because it reads no secret stores"],
    ["{{$secrets.s.k}}"],
  ],
  ["{{'{{'}}x}}", ["{{x}}", NO_ESCAPE], ["{{x}}", NO_ESCAPE]],
  ["{{'{{'}} alone", ["{{ alone"], ["{{ alone"]],
  [
    "{{'{{'}} {{n}}",
    ["{{ {{n}}"],
    ["{{ {{n}}", "because more braces come before it"],
  ],
  ["{{{n}}}", ["{{{n}}}"], ["{{{n}}}", "because more braces come before it"]],
];

const BASE = `
info: { name: C }
request:
  variables:
    - { name: n, value: "1" }
    - { name: u, value: { id: 7, "a b": 1 } }
    - { name: a, value: [1] }
    - { name: t, value: "{{u}}" }
    - { name: a.b, value: dotted }
  scripts: [{ type: before-request, code: 'client.setVar("set.by", 1)' }]
`;

/** Places of a request, by how a note names them; `TEXT` is the template. */
const PLACES: readonly [place: string, request: string, only?: "Bruno"][] = [
  ["url", "http: { url: 'http://h/TEXT' }"],
  ['header "X"', "http: { url: h, headers: [{ name: X, value: TEXT }] }"],
  [
    'parameter "q"',
    "http: { url: h, params: [{ name: q, value: TEXT, type: query }] }",
  ],
  ["body", "http: { url: h, method: POST, body: { type: json, data: TEXT } }"],
  [
    "body",
    "http: { url: h, method: POST, body: { type: form-urlencoded, data: [{ name: a, value: TEXT }] } }",
  ],
  ["auth", "http: { url: h, auth: { type: basic, username: TEXT } }"],
  ["body", "graphql: { url: h, body: { query: q, variables: TEXT } }"],
  [
    'variable "v"',
    "http: { url: h }\n    runtime: { variables: [{ name: v, value: TEXT }] }",
    "Bruno",
  ],
  [
    "assertion",
    "http: { url: h }\n    runtime: { assertions: [{ expression: res.body.a, operator: eq, value: TEXT }] }",
    "Bruno",
  ],
  [
    "message",
    "websocket: { url: 'ws://h', message: { type: text, data: TEXT } }",
    "Bruno",
  ],
  [
    'metadata "m"',
    "grpc: { url: h, method: a/B, metadata: [{ name: m, value: TEXT }] }",
    "Bruno",
  ],
];

function exported(client: "Bruno" | "Postman", yaml: string) {
  const files = new Map([["c.yml", yaml]]);
  const kind = client === "Bruno" ? "bru" : "postman";
  const { value } = readForExport(files, "c.yml", kind);
  const made = client === "Bruno"
    ? { ...exportBru(value!), text: "" }
    : { ...exportPostman(value!), text: "" };
  const text = "files" in made
    ? [...made.files.values()].join("\n")
    : made.collection + [...made.environments.values()].join("\n");
  const notes = made.notes.map(({ message }) => message).filter((message) =>
    /^(Postman|Bruno) (sends|has no escape)/.test(message)
  );
  return { text, notes };
}

describe("placeholders of an export", () => {
  for (const [template, postman, bruno] of TEXTS) {
    for (
      const [client, [text, why]] of [
        ["Postman", postman],
        ["Bruno", bruno],
      ] as const
    ) {
      it(`${template} for ${client}`, () => {
        const yaml = `${BASE}items:\n  - info: { name: R, type: http }\n    ${
          PLACES[1][1].replace("TEXT", JSON.stringify(template))
        }\n`;
        const made = exported(client, yaml);
        const [, value] = client === "Bruno"
          ? /^ {2}X: (.*)$/m.exec(made.text)!
          : /"key": "X",\s+"value": (".*")/.exec(made.text)!;
        assertEquals(client === "Bruno" ? value : JSON.parse(value), text);
        assertEquals(made.notes.length, why === undefined ? 0 : 1, `${why}`);
        if (why !== undefined) {
          const [note] = made.notes;
          assertEquals(note.includes(why), true, note);
          assertEquals(note.endsWith('(once, in "R" (header "X"))'), true);
        }
      });
    }
  }

  for (const [place, request, only] of PLACES) {
    for (const client of ["Bruno", "Postman"] as const) {
      if (only !== undefined && only !== client) continue;
      it(`names the place: ${place} for ${client}, ${request}`, () => {
        const quoted = request.includes("'http://h/TEXT'")
          ? request
          : request.replace("TEXT", "'TEXT'");
        const type = request.slice(0, request.indexOf(":"));
        const { text, notes } = exported(
          client,
          `${BASE}items:\n  - info: { name: R, type: ${type} }\n    ${
            quoted.replace("TEXT", "{{ n }}-{{$randomHex(8)}}")
          }\n`,
        );
        assertEquals(text.includes("{{n}}-{{$randomHex(8)}}"), true, text);
        assertEquals(notes, [
          `${client} sends "{{$randomHex(8)}}" as it is, ${NO_GENERATOR} (once, in "R" (${place}))`,
        ]);
      });
    }
  }

  it("names an expression once, with all of its places", () => {
    const yaml = `${BASE}    - { name: w, value: "{{$randomHex(8)}}" }
items:
  - info: { name: F }
    request: { variables: [{ name: f, value: "{{$randomHex(8)}}" }] }
    items:
      - info: { name: R, type: http }
        http:
          url: "h/{{$randomHex(8)}}/{{$randomHex(8)}}"
          headers: [{ name: X, value: "{{$randomHex(8)}}" }]
        examples:
          - name: E
            request: { url: "h/{{$randomHex(8)}}", method: GET }
            response: { status: 200, body: { type: text, data: "{{$randomHex(8)}}" } }
config:
  environments:
    - { name: dev, variables: [{ name: e, value: "{{$randomHex(8)}}" }] }
`.replace(
      /( {2}scripts:.*\n)( {4}- \{ name: w.*\n)/,
      "$2$1",
    );
    for (const client of ["Bruno", "Postman"] as const) {
      assertEquals(exported(client, yaml).notes, [
        `${client} sends "{{$randomHex(8)}}" as it is, ${NO_GENERATOR} (7 times, in the collection (variable "w"); the folder "F" (variable "f"); "F/R" (url, header "X"); "F/R", example "E" (url); the environment "dev" (variable "e"))`,
      ]);
    }
  });

  it("leaves a body alone that goes as it is", () => {
    const data = "{{ n }} {{$uuid}} {{$randomHex(8)}}";
    for (const client of ["Bruno", "Postman"] as const) {
      const { text, notes } = exported(
        client,
        `${BASE}items:\n  - info: { name: R, type: http }\n    http: { url: h, method: POST, body: { type: text, interpolate: false, data: "${data}" } }\n`,
      );
      assertEquals([text.includes(data), notes], [true, []]);
    }
  });

  it("has the meaning of the template, or names what has another", () => {
    const names = {
      isName: () => false,
      isTemplate: () => false,
      isReplaced: () => false,
    };
    // What each program does: it replaces the names that it knows.
    const tokens = { Bruno: /\{\{([^}]+)\}\}/g, Postman: /\{\{([^{}]*)\}\}/g };
    const pieces: readonly [written: string, sent: string][] = [
      ["{{n}}", "<n>"],
      ["{{ m }}", "<m>"],
      ["{{'{{'}}", "{{"],
      ["{{'}}'}}", "}}"],
      ["{", "{"],
      ["}", "}"],
      ["x", "x"],
    ];
    fc.assert(fc.property(
      fc.array(fc.constantFrom(...pieces), { maxLength: 8 }),
      fc.constantFrom("Bruno" as const, "Postman" as const),
      (list, client) => {
        // Braces beside each other open a placeholder that is not meant.
        const written = list.map(([text]) => text).join("");
        if (/\{\{(?!['{]|n\}|\s*m)|(?<!['}mn ])\}\}/.test(written)) return;
        const { text, misread } = clientTemplate(written, client, names);
        const sent = text.replace(
          tokens[client],
          (token, name) => name === "n" || name === "m" ? `<${name}>` : token,
        );
        if (misread.length > 0) return;
        assertEquals(sent, list.map(([, one]) => one).join(""));
      },
    ));
  });
});
