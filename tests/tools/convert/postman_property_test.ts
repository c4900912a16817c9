import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import type {
  Auth,
  Folder,
  Item,
  Script,
  Variable,
} from "../../../lib/core/collection/types.ts";
import type { Body } from "../../../lib/core/collection/body_types.ts";
import { importPostman } from "../../../lib/tools/convert/postman/import_postman.ts";
import { toFiles } from "../../../lib/tools/convert/to_files.ts";
import { runs } from "../../support/check.ts";

/** What a request is, in the words of neither side. */
interface Told {
  readonly folders: readonly string[];
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [
    name: string,
    value: string,
    disabled: boolean,
  ])[];
  readonly path: readonly (readonly [name: string, value: string])[];
  readonly body: unknown;
  readonly auth: unknown;
  readonly scripts: readonly (readonly [phase: string, code: string])[];
  /** What its folders and the collection hand down, outer first. */
  readonly levels: readonly {
    readonly variables: readonly (readonly [name: string, value: unknown])[];
    readonly scripts: readonly (readonly [phase: string, code: string])[];
    readonly auth: unknown;
  }[];
}

// deno-lint-ignore no-explicit-any -- a document of another program's
type Json = any;

/** Texts as people and machines write them, and as nobody does. */
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom(
    "{{a}}/{{b c}}",
    "yes",
    "12",
    "null",
    "~",
    "- x",
    "a: b # c",
    "'",
    '"\\',
    " lead",
    "trail ",
    "two\nlines",
    "two\n\n  lines\n",
    "\tt",
    "a\r\nb",
    "\u0000",
    "\u2028",
    "\ufeff",
    "|",
    ">",
    "%",
    "@x",
    "é",
    "e\u0301",
    "🦕",
  ),
);
const filled = text.filter((it) => it.trim() !== "");
/** Names that no file has, that two have, or that a file system takes for one. */
const name = fc.oneof(
  filled,
  fc.constantFrom(
    "a",
    "A",
    "a/b",
    "..",
    "CON",
    "folder",
    "folder.yml",
    "opencollection",
    "environments",
    "x.yml",
    "2",
    "{{a}}",
    "n".repeat(300),
  ),
);
/** No such word is one for a secret, whose value would not stay. */
const word = fc.stringMatching(/^[b-dfghjlmn]{1,6}$/);
const placeholder = word.map((it) => `{{${it}}}`);
const disabled = fc.option(fc.constant(true), { nil: undefined, freq: 4 });

const headers = fc.array(
  fc.record({
    key: word.map((it) => `X-${it}`),
    value: text,
    disabled,
  }, { requiredKeys: ["key", "value"] }),
  { maxLength: 3 },
);

const urlPart = fc.stringMatching(/^[A-Za-z0-9._~%{}-]{1,8}$/);
const url = fc.oneof(
  fc.tuple(placeholder, fc.array(urlPart, { maxLength: 3 })).map((
    [host, path],
  ) => [host, ...path].join("/")),
  fc.record({
    path: fc.array(urlPart, { minLength: 1, maxLength: 3 }),
    query: fc.array(
      fc.record({ key: word, value: fc.option(urlPart), disabled }, {
        requiredKeys: ["key", "value"],
      }),
      { maxLength: 3 },
    ),
    variable: fc.uniqueArray(fc.record({ key: word, value: text }), {
      maxLength: 2,
      selector: ({ key }) => key,
    }),
  }).map(({ path, query, variable }) => {
    const base = `http://host/${path.join("/")}`;
    const pairs = query.filter((row) => !row.disabled).map(({ key, value }) =>
      value === null ? key : `${key}=${value}`
    );
    const raw = pairs.length === 0 ? base : `${base}?${pairs.join("&")}`;
    return { raw, query, variable };
  }),
);

const body = fc.oneof(
  fc.constant(undefined),
  filled.map((raw) => ({ mode: "raw", raw })),
  fc.jsonValue({ maxDepth: 2 }).map((value) => ({
    mode: "raw",
    raw: JSON.stringify(value, null, 2),
    options: { raw: { language: "json" } },
  })),
  fc.array(
    fc.record({ key: word, value: text, disabled }, {
      requiredKeys: ["key", "value"],
    }),
    { minLength: 1, maxLength: 3 },
  ).map((urlencoded) => ({ mode: "urlencoded", urlencoded })),
  fc.array(
    fc.record({ key: word, value: text, type: fc.constant("text") }),
    { minLength: 1, maxLength: 3 },
  ).map((formdata) => ({ mode: "formdata", formdata })),
  fc.record({ query: filled, variables: fc.constant("{}") }).map((graphql) => ({
    mode: "graphql",
    graphql,
  })),
);

const auth = fc.oneof(
  fc.constant(undefined),
  fc.constant({ type: "noauth" }),
  placeholder.map((value) => ({
    type: "bearer",
    bearer: [{ key: "token", value }],
  })),
  fc.tuple(word, placeholder).map(([username, value]) => ({
    type: "basic",
    basic: [{ key: "username", value: username }, { key: "password", value }],
  })),
);

const events = fc.array(
  fc.record({
    listen: fc.constantFrom("prerequest", "test"),
    script: fc.record({ exec: fc.array(text, { maxLength: 4 }) }),
  }),
  { maxLength: 2 },
);

const variables = fc.uniqueArray(
  fc.record({
    key: fc.oneof(word, fc.constantFrom("a b", "a.b", "$x", "1")),
    value: text,
  }),
  { maxLength: 3, selector: ({ key }) => key },
);

const request = fc.record({
  name,
  event: events,
  request: fc.record({
    method: fc.constantFrom("GET", "POST", "PUT", "DELETE"),
    url,
    header: headers,
    body,
    auth,
  }),
  protocolProfileBehavior: fc.constant({ disableBodyPruning: true }),
});

const { item } = fc.letrec<{ item: Json; folder: Json }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    request,
    tie("folder"),
  ),
  folder: fc.record({
    name,
    auth,
    event: events,
    variable: variables,
    item: fc.array(tie("item"), { maxLength: 4 }),
  }),
}));

const collection = fc.record({
  info: fc.record({ name }),
  auth,
  event: events,
  variable: variables,
  item: fc.array(item, { maxLength: 5 }),
});

describe("a Postman collection", () => {
  it("comes out as it went in", () => {
    fc.assert(
      fc.property(collection, (document) => {
        const source = JSON.stringify(document);
        const { value, diagnostics } = importPostman({
          name: "c.json",
          files: new Map([["c.json", source]]),
          main: "c.json",
        });
        assertEquals(diagnostics, []);
        const { files } = toFiles(value!);
        const read = readCollection({ root: "", files });
        assertEquals(
          read.diagnostics.filter(({ severity }) => severity === "error"),
          [],
        );
        const { name, defaults, items } = read.value!;
        assertEquals(name, document.info.name);
        assertEquals(
          [...told(items, [], [level(defaults)])],
          [...wanted(document.item, [], [wantedLevel(document)])],
        );
      }),
      { numRuns: runs(100) },
    );
  });
});

/** What was read. */
function* told(
  items: readonly Item[],
  folders: readonly string[],
  levels: Told["levels"],
): Generator<Told> {
  for (const item of items) {
    if (item.kind === "folder") {
      yield* told(item.items, [...folders, item.name], [
        ...levels,
        level(item.defaults),
      ]);
    } else if (item.kind === "request") {
      yield {
        folders,
        levels,
        name: item.name,
        method: item.method.text,
        url: item.url.text,
        headers: item.headers.map(({ name, value, disabled }) => [
          name.text,
          value.text,
          disabled,
        ]),
        path: item.params.filter(({ type }) => type === "path").map((
          { name, value },
        ) => [name.text, value.text]),
        body: bodyOf(item.body),
        auth: authOf(item.auth),
        scripts: scriptsOf(item.scripts),
      };
    }
  }
}

function level(
  { variables, scripts, auth }: Folder["defaults"],
): Told["levels"][number] {
  return {
    variables: variables.map(({ name, value }: Variable) => [name, value]),
    scripts: scriptsOf(scripts),
    auth: authOf(auth),
  };
}

function scriptsOf(scripts: readonly Script[]): Told["scripts"] {
  return scripts.map(({ phase, code, dialect }) => {
    assertEquals(dialect, "postman");
    return [phase, code];
  });
}

function bodyOf(body: Body | undefined): unknown {
  switch (body?.type) {
    case "json":
    case "text":
      return [body.type, body.data.text];
    case "form-urlencoded":
      return [
        body.type,
        ...body.fields.map(({ name, value, disabled }) => [
          name.text,
          value.text,
          disabled,
        ]),
      ];
    case "multipart-form":
      return [
        body.type,
        ...body.fields.map(({ name, values: [value] }) => [
          name.text,
          value?.text,
        ]),
      ];
    case "graphql":
      return [body.type, body.query.text, body.variables?.text];
    default:
      return body?.type;
  }
}

function authOf(auth: Auth | undefined): unknown {
  if (auth === undefined) return undefined;
  const fields = [...auth.fields.values()].map((field) =>
    typeof field === "object" ? field.text : field
  );
  return fields.length === 0 ? auth.type : [auth.type, ...fields];
}

/** What was written. */
function* wanted(
  items: readonly Json[],
  folders: readonly string[],
  levels: Told["levels"],
): Generator<Told> {
  for (const item of items) {
    if (item.item !== undefined) {
      yield* wanted(item.item, [...folders, item.name], [
        ...levels,
        wantedLevel(item),
      ]);
      continue;
    }
    const { method, url, header, body, auth } = item.request;
    const hasAuth = levels.some((level) => level.auth !== undefined);
    yield {
      folders,
      levels,
      name: item.name,
      method,
      url: url.raw ?? url,
      headers: [
        ...header.map(({ key, value, disabled = false }: Json) =>
          [key, value, disabled] as const
        ),
      ],
      path: (url.variable ?? []).map(({ key, value }: Json) => [key, value]),
      body: wantedBody(body),
      // A request without auth of its own takes that above it, where there is one.
      auth: auth === undefined && hasAuth ? "inherit" : wantedAuth(auth),
      scripts: wantedScripts(item.event),
    };
  }
}

function wantedLevel(
  { variable, event, auth }: Json,
): Told["levels"][number] {
  return {
    variables: variable.map(({ key, value }: Json) => [key, value]),
    scripts: wantedScripts(event),
    auth: wantedAuth(auth),
  };
}

function wantedScripts(events: readonly Json[]): Told["scripts"] {
  return events.map(({ listen, script }) =>
    [
      listen === "test" ? "tests" : "before-request",
      script.exec.join("\n"),
    ] as const
  ).filter(([, code]) => code.trim() !== "");
}

function wantedBody(body: Json): unknown {
  switch (body?.mode) {
    case "raw":
      return [body.options === undefined ? "text" : "json", body.raw];
    case "urlencoded":
      return [
        "form-urlencoded",
        ...body.urlencoded.map(({ key, value, disabled = false }: Json) => [
          key,
          value,
          disabled,
        ]),
      ];
    case "formdata":
      return [
        "multipart-form",
        ...body.formdata.map(({ key, value }: Json) => [key, value]),
      ];
    case "graphql":
      return ["graphql", body.graphql.query, body.graphql.variables];
    default:
      return undefined;
  }
}

function wantedAuth(auth: Json): unknown {
  switch (auth?.type) {
    case "noauth":
      return "none";
    case "bearer":
      return ["bearer", auth.bearer[0].value];
    case "basic":
      return ["basic", auth.basic[0].value, auth.basic[1].value];
    default:
      return undefined;
  }
}
