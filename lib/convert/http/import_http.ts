import { createMasker } from "../../secrets/masker.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { isMapping, members } from "../json.ts";
import type {
  FileAuth,
  FileRequest,
  FileRow,
  FileScript,
  FileVariable,
} from "../open_collection.ts";
import { parseJsonFile } from "../parse_json_file.ts";
import { SecretValues } from "../secret_values.ts";
import { textBody } from "../text_body.ts";
import type {
  ImportedEnvironment,
  ImportedItem,
  ImportedRequest,
  ImportNote,
  ImportResult,
  ImportSource,
} from "../types.ts";
import { toScript } from "./http_scripts.ts";
import { toHttpTemplate, type Uses } from "./http_templates.ts";
import { type HttpFileRequest, parseHttpFile } from "./parse_http_file.ts";

/** Files with environments beside the requests. */
const ENVIRONMENTS =
  /(?:^|\/)(?:http-client|rest-client)(\.private)?\.env\.json$/;
/** Protocols that a request line can name, and that are not run. */
const OTHER_PROTOCOLS = ["WEBSOCKET", "WS", "GRPC", "SSE"];

interface Importing {
  readonly secrets: SecretValues;
  readonly notes: ImportNote[];
  readonly variables: FileVariable[];
  /** Requests by their `@name`. */
  readonly named: Map<string, ImportedRequest>;
  readonly uses: Uses;
}

/** Imports `.http` and `.rest` files: of JetBrains, the REST client of VS Code, httpyac. */
export function importHttp({ name, files, main }: ImportSource): ImportResult {
  const paths = main === undefined
    ? [...files.keys()].filter((path) => /\.(?:http|rest)$/i.test(path))
    : [main];
  const importing: Importing = {
    secrets: new SecretValues(),
    notes: [],
    variables: [],
    named: new Map(),
    uses: { responses: [], unknown: [] },
  };
  const diagnostics: Diagnostic[] = [];
  const items = paths.toSorted().flatMap((file): ImportedItem[] => {
    const inside = requestsOf(file, files.get(file) ?? "", importing);
    if (inside.length === 0 || paths.length === 1) return inside;
    return [{
      kind: "folder",
      name: file.replace(/\.\w+$/, ""),
      items: inside,
    }];
  });
  const environments = environmentsOf(files, importing, diagnostics);
  if (diagnostics.length > 0) return { diagnostics };
  if (items.length === 0) {
    return {
      diagnostics: [{
        code: "NOT_A_COLLECTION",
        severity: "error",
        message: `Cannot import "${name}": no request is in it`,
        ...(main !== undefined && { location: { file: main } }),
      }],
    };
  }
  takeResponses(importing);
  const { secrets, notes, variables } = importing;
  const all = [...variables, ...secrets.variables];
  return {
    value: {
      name: (main ?? name.replace(/[/\\]+$/, "").replace(/^.*[/\\]/, ""))
        .replace(/\.\w+$/, "") || "requests",
      defaults: all.length > 0 ? { variables: all } : {},
      items,
      environments,
      secrets: secrets.secrets,
      notes,
      keepOrder: true,
    },
    diagnostics,
  };
}

function requestsOf(
  file: string,
  text: string,
  importing: Importing,
): ImportedItem[] {
  const { notes, variables, named, uses } = importing;
  const { requests, variables: own, scripts } = parseHttpFile(text);
  for (const { name, value, line } of own) {
    const template = toHttpTemplate(value, uses);
    const known = variables.find((one) => one.name === name);
    if (known && known.value !== template) {
      notes.push({
        kind: "person",
        message: `"@${name}" has several values: the last one is kept`,
        source: { file, line },
      });
    }
    if (known) variables.splice(variables.indexOf(known), 1);
    variables.push({ name, value: template });
  }
  for (const { line } of scripts) {
    notes.push({
      kind: "person",
      message: "Left out a script of httpyac: write it under runtime.scripts",
      source: { file, line },
    });
  }
  return requests.flatMap((request): ImportedItem[] => {
    const { line } = request;
    if (OTHER_PROTOCOLS.includes(request.method)) {
      notes.push({
        kind: "person",
        message: `Left out a request of the protocol ${request.method}`,
        source: { file, line },
      });
      return [];
    }
    const said: string[] = [];
    uses.unknown.length = 0;
    const item: ImportedRequest = {
      kind: "request",
      request: requestOf(request, uses, said),
    };
    for (const unknown of uses.unknown) {
      said.push(`"${unknown.slice(0, 60)}" is not an expression of Brace's`);
    }
    for (const message of said) {
      notes.push({ kind: "person", message, source: { file, line }, item });
    }
    if (request.name) named.set(request.name, item);
    return [item];
  });
}

function requestOf(
  request: HttpFileRequest,
  uses: Uses,
  said: string[],
): FileRequest {
  const template = (text: string) => toHttpTemplate(text, uses);
  const { headers, auth } = authIn(request.headers, template);
  const type = headers.find(({ name }) => /^content-type$/i.test(name))?.value;
  const isGraphql = request.method === "GRAPHQL" ||
    headers.some(({ name, value }) =>
      /^x-request-type$/i.test(name) && /^graphql$/i.test(value)
    );
  const scripts = scriptsOf(request, said);
  const noRedirect = request.marks.some((mark) =>
    mark.startsWith("no-redirect")
  );
  const details = {
    method: request.method === "GRAPHQL" ? "POST" : request.method,
    url: template(request.url),
  };
  const kept = headers.filter(({ name }) => !/^x-request-type$/i.test(name));
  const common = {
    ...(kept.length > 0 && { headers: kept }),
    ...(auth && { auth }),
  };
  return {
    info: {
      name: request.title ?? request.name ??
        `${details.method} ${createMasker().maskText(request.url)}`.slice(
          0,
          80,
        ),
      type: isGraphql ? "graphql" : "http",
    },
    ...(isGraphql
      ? {
        graphql: {
          ...details,
          ...common,
          body: graphqlOf(template(request.body ?? "")),
        },
      }
      : {
        http: {
          ...details,
          ...common,
          ...bodyOf(request, { type, template, said }),
        },
      }),
    ...(scripts.length > 0 && { runtime: { scripts } }),
    ...(noRedirect && { settings: { followRedirects: false } }),
  };
}

function bodyOf(
  { body, bodyFile }: HttpFileRequest,
  { type, template, said }: {
    type: string | undefined;
    template: (text: string) => string;
    said: string[];
  },
) {
  if (bodyFile !== undefined) {
    return {
      body: {
        type: "file" as const,
        data: [{ filePath: template(bodyFile), selected: true }],
      },
    };
  }
  if (body === undefined) return {};
  if (/^multipart\/form-data/i.test(type ?? "")) {
    said.push(
      "The body is multipart: write its parts under http.body as multipart-form",
    );
  }
  // A form may go on over lines that begin with &.
  const text = /urlencoded/i.test(type ?? "")
    ? body.replace(/\n\s*(?=&)/g, "")
    : body;
  return { body: textBody(template(text), type ?? "").body };
}

/** The query, and behind an empty line the variables. */
function graphqlOf(text: string): { query: string; variables?: string } {
  const match = /^([\s\S]*?)\n\s*\n(\s*\{[\s\S]*\})\s*$/.exec(text);
  return match ? { query: match[1], variables: match[2] } : { query: text };
}

/** `Authorization: Basic name password` and `Digest name password` are the client's own. */
function authIn(
  headers: readonly { name: string; value: string }[],
  template: (text: string) => string,
): { headers: FileRow[]; auth?: FileAuth } {
  let auth: FileAuth | undefined;
  const rest = headers.flatMap(({ name, value }): FileRow[] => {
    if (/^authorization$/i.test(name)) {
      const [, scheme, user, password] =
        /^(basic|digest)\s+([^\s:]+)[\s:]+(\S+)$/i.exec(value) ?? [];
      if (scheme !== undefined) {
        auth = {
          type: scheme.toLowerCase(),
          username: template(user),
          password: template(password),
        };
        return [];
      }
      const token = /^bearer\s+(\S.*)$/i.exec(value)?.[1];
      if (token !== undefined) {
        auth = { type: "bearer", token: template(token) };
        return [];
      }
    }
    return [{ name: template(name), value: template(value) }];
  });
  return { headers: rest, ...(auth && { auth }) };
}

function scriptsOf(request: HttpFileRequest, said: string[]): FileScript[] {
  const scripts: FileScript[] = [];
  const add = (type: FileScript["type"], code: string) => {
    const made = toScript(code);
    scripts.push({ type, code: made.code });
    if (!made.isWhole) {
      said.push(
        `The ${type} script uses what Brace does not have: look it over`,
      );
    }
  };
  for (const code of request.before) add("before-request", code);
  for (const code of request.after) add("tests", code);
  for (const file of request.scriptFiles) {
    said.push(`The script in "${file}" is left out: copy its text`);
  }
  return scripts;
}

/** A response that others use is taken by an action of the request that gets it. */
function takeResponses({ uses, named, notes }: Importing): void {
  for (const { request, expression, variable } of uses.responses) {
    const item = named.get(request);
    if (!item) {
      notes.push({
        kind: "person",
        message:
          `No request has the name "${request}": set the variable "${variable}"`,
      });
      continue;
    }
    const runtime = item.request.runtime ??= {};
    (runtime.actions ??= []).push({
      type: "set-variable",
      phase: "after-response",
      selector: { expression, method: "jsonq" },
      variable: { name: variable, scope: "runtime" },
    });
  }
}

/** `http-client.env.json` has an environment a member; what is in the private file is secret. */
function environmentsOf(
  files: ReadonlyMap<string, string>,
  { secrets, uses }: Importing,
  diagnostics: Diagnostic[],
): ImportedEnvironment[] {
  const all = new Map<string, FileVariable[]>();
  for (const [file, text] of files) {
    const match = ENVIRONMENTS.exec(file);
    if (!match) continue;
    const { value, diagnostic } = parseJsonFile(file, text);
    if (diagnostic) {
      diagnostics.push(diagnostic);
      continue;
    }
    for (const [name, data] of Object.entries(members(value))) {
      if (!isMapping(data) || name === "$shared") continue;
      const list = all.get(name) ?? [];
      all.set(name, list);
      for (const [key, one] of Object.entries(data)) {
        const template = typeof one === "string"
          ? toHttpTemplate(one, uses)
          : undefined;
        const isPrivate = match[1] !== undefined;
        list.push({
          name: key,
          ...(template !== undefined && isPrivate
            ? secrets.variable(key, template, name)
            : { value: template ?? one }),
        });
      }
    }
  }
  return [...all].map(([name, variables]) => ({ name, variables }));
}
