import { countHttp, httpLosses } from "./count_http.ts";
import { createMasker } from "../../../core/secrets/masker.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { pushAll } from "../../../core/source/push_all.ts";
import { isMapping, members } from "../json.ts";
import type {
  FileAuth,
  FileRequest,
  FileRow,
  FileScript,
  FileVariable,
} from "../open_collection.ts";
import { parseJsonFile } from "../json.ts";
import { SecretValues } from "../secret_values.ts";
import type {
  ImportedEnvironment,
  ImportedItem,
  ImportedRequest,
  ImportNote,
  ImportResult,
  ImportSource,
} from "../types.ts";
import { graphqlBody, isGraphql, unusedFragments } from "./http_graphql.ts";
import { httpBody } from "./http_body.ts";
import { httpProtocol, httpStream } from "./http_stream.ts";
import { toScript } from "./http_templates.ts";
import { absoluteUrl } from "./http_templates.ts";
import { httpCommand } from "./http_command.ts";
import { toHttpTemplate, type Uses } from "./http_templates.ts";
import {
  type HttpFile,
  type HttpFileRequest,
  parseHttpFile,
} from "./parse_http_file.ts";

/** Files with environments beside the requests. */
const ENVIRONMENTS =
  /(?:^|\/)(?:http-client|rest-client)(\.private)?\.env\.json$/;
/** Methods of their own, and those that are sent. */
const METHODS: Readonly<Record<string, string | undefined>> = {
  GRAPHQL: "POST",
  // An event stream begins with a GET.
  SSE: "GET",
};

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
    const inside = requestsOf(file, files, importing);
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
        message: `Cannot import "${name}": it contains no request`,
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
      defaults: { variables: all },
      items,
      environments,
      secrets: secrets.secrets,
      notes,
      counts: countHttp(
        paths.map((path) => files.get(path) ?? ""),
        [...files].filter(([path]) => ENVIRONMENTS.test(path))
          .map(([, text]) => text),
      ),
      added: { variables: secrets.variables.length },
      keepOrder: true,
    },
    diagnostics,
  };
}

function requestsOf(
  file: string,
  files: ReadonlyMap<string, string>,
  importing: Importing,
): ImportedItem[] {
  const { notes, variables, named, uses } = importing;
  const parsed = parseHttpFile(files.get(file) ?? "");
  const { requests, variables: own, scripts } = parsed;
  for (const { name, value, line } of own) {
    const template = toHttpTemplate(value, uses);
    const known = variables.find((one) => one.name === name);
    if (known) {
      const isSame = known.value === template;
      notes.push({
        kind: isSame ? "changed" : "person",
        message: isSame
          ? `"@${name}" stands here several times: it is written once`
          : `"@${name}" has several values: the last one is kept`,
        source: { file, line },
        lost: { variables: 1 },
      });
    }
    if (known) variables.splice(variables.indexOf(known), 1);
    variables.push({ name, value: template });
  }
  pushAll(notes, httpLosses(file, files.get(file) ?? ""));
  for (const { code, line } of scripts) {
    notes.push({
      kind: "person",
      message: "Left out a script of httpyac: write it under runtime.scripts",
      source: { file, line },
      lost: { scripts: code.trim() === "" ? 0 : 1 },
    });
  }
  for (const { name, line } of unusedFragments(parsed)) {
    notes.push({
      kind: "changed",
      message: `Left out the fragment "${name}": no request uses it`,
      source: { file, line },
    });
  }
  return requests.flatMap((request): ImportedItem[] => {
    const { line, scriptFiles } = request;
    const said: string[] = [];
    uses.unknown.length = 0;
    const item: ImportedRequest = {
      kind: "request",
      request: requestOf(request, {
        uses,
        said,
        from: { file, files, parsed },
      }),
    };
    for (const unknown of uses.unknown) {
      said.push(`"${unknown.slice(0, 60)}" is not an expression of Brace's`);
    }
    for (const message of said) {
      notes.push({ kind: "person", message, source: { file, line }, item });
    }
    for (const path of scriptFiles) {
      notes.push({
        kind: "person",
        message: `The script in "${path}" is left out: copy its text`,
        source: { file, line },
        item,
        lost: { scripts: 1 },
      });
    }
    if (request.name) named.set(request.name, item);
    return [item];
  });
}

function requestOf(
  request: HttpFileRequest,
  { uses, said, from }: {
    uses: Uses;
    said: string[];
    from: {
      file: string;
      files: ReadonlyMap<string, string>;
      parsed: HttpFile;
    };
  },
): FileRequest {
  const template = (text: string) => toHttpTemplate(text, uses);
  if (request.command !== undefined) {
    const made = httpCommand(template(request.command), said);
    const scripts = scriptsOf(request, said);
    return {
      ...made,
      info: {
        ...made.info,
        name: request.title ?? request.name ?? made.info.name,
      },
      ...(scripts.length > 0 && { runtime: { scripts } }),
    };
  }
  const { url, headers: written } = absoluteUrl(request, from.parsed);
  if (/^\/(?!\/)/.test(url)) {
    said.push(`The URL "${url}" has no host: write the whole URL`);
  }
  const { headers, auth } = authIn(written, template);
  const asGraphql = isGraphql(request);
  const scripts = scriptsOf(request, said);
  const protocol = httpProtocol(request);
  if (protocol !== undefined && request.bodyFile !== undefined) {
    said.push(
      `The file "${request.bodyFile.path}" is not sent: put its text into a message`,
    );
  }
  const noRedirect = request.marks.some((mark) =>
    mark.startsWith("no-redirect")
  );
  const details = {
    method: METHODS[request.method] ?? request.method,
    url: template(url),
  };
  const { body, isOwnType } = asGraphql || protocol !== undefined
    ? { body: undefined, isOwnType: false }
    : httpBody(request, { template, said, ...from });
  const kept = headers.filter(({ name }) =>
    !/^x-request-type$/i.test(name) &&
    !(isOwnType && /^content-type$/i.test(name))
  );
  const common = {
    headers: kept,
    ...(auth && { auth }),
  };
  return {
    info: {
      name: request.title ?? request.name ??
        `${details.method} ${createMasker().maskText(request.url)}`.slice(
          0,
          80,
        ),
      type: protocol ?? (asGraphql ? "graphql" : "http"),
    },
    ...(protocol !== undefined
      ? httpStream(protocol, { ...request, url }, {
        headers: kept,
        auth,
        template,
      })
      : asGraphql
      ? {
        graphql: {
          ...details,
          ...common,
          body: graphqlBody(request.body ?? "", from.parsed, template),
        },
      }
      : {
        http: {
          ...details,
          ...common,
          ...(body && { body }),
        },
      }),
    ...(scripts.length > 0 && { runtime: { scripts } }),
    ...(noRedirect && { settings: { followRedirects: false } }),
  };
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
        `The ${type} script uses parts that Brace does not have: check it`,
      );
    }
  };
  for (const code of request.before) add("before-request", code);
  for (const code of request.after) add("tests", code);
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
  { secrets, uses, notes }: Importing,
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
      if (!isMapping(data)) continue;
      if (name === "$shared") {
        const count = Object.keys(data).length;
        if (count > 0) {
          notes.push({
            kind: "person",
            message: `Left out ${count} variable${
              count === 1 ? "" : "s"
            } that all environments share: write them into opencollection.yml`,
            source: { file, path: name },
            lost: { variables: count },
          });
        }
        continue;
      }
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
