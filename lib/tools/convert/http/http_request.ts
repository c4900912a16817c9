import { createMasker } from "../../../core/secrets/masker.ts";
import type { FileRequest, FileScript } from "../open_collection.ts";
import { graphqlBody, isGraphql } from "./http_graphql.ts";
import { httpAssertion } from "./http_asserts.ts";
import { authIn } from "./http_auth.ts";
import { httpBody } from "./http_body.ts";
import { httpCommand } from "./http_command.ts";
import type {
  HttpFile,
  HttpFileRequest,
  HttpLine,
  HttpScript,
} from "./http_file.ts";
import type { HttpMarked } from "./http_marks.ts";
import { insteadOf, toScript } from "./http_scripts.ts";
import { httpProtocol, httpStream } from "./http_stream.ts";
import { toHttpTemplate, type Uses } from "./http_templates.ts";
import { absoluteUrl } from "./http_url.ts";

/** Methods of their own, and those that are sent. */
const METHODS: Readonly<Record<string, string | undefined>> = {
  GRAPHQL: "POST",
  // An event stream begins with a GET.
  SSE: "GET",
};

/** What a request is made with. */
export interface HttpContext {
  readonly uses: Uses;
  /** Takes what has to be said. */
  readonly said: string[];
  /** Takes the assertions that Brace has no form for. */
  readonly left: HttpLine[];
  readonly marked: HttpMarked;
  /** The code of a script; undefined where it is not there. */
  readonly codeOf: (script: HttpScript) => string | undefined;
  readonly from: {
    readonly file: string;
    readonly files: ReadonlyMap<string, string>;
    readonly parsed: HttpFile;
  };
}

/** A request of a `.http` file as one of Brace's. */
export function httpRequest(
  request: HttpFileRequest,
  context: HttpContext,
): FileRequest {
  const { uses, marked } = context;
  const { title = request.title, docs, tags, settings } = marked;
  const template = (text: string) => toHttpTemplate(text, uses);
  const made = request.command === undefined
    ? sent(request, context)
    : httpCommand(template(request.command), context.said);
  const runtime = { ...made.runtime, ...runtimeOf(request, context) };
  return {
    ...made,
    info: {
      ...made.info,
      name: title ?? request.name ?? made.info.name,
      ...(tags.length > 0 && { tags: [...new Set(tags)] }),
    },
    ...(Object.keys(runtime).length > 0 && { runtime }),
    ...(Object.keys(settings).length > 0 && {
      settings: { ...made.settings, ...settings },
    }),
    ...(docs !== undefined && { docs }),
  };
}

function sent(
  request: HttpFileRequest,
  { uses, said, from }: HttpContext,
): FileRequest {
  const template = (text: string) => toHttpTemplate(text, uses);
  const { url, headers: written } = absoluteUrl(request, {
    file: from.parsed,
    hasHost: uses.variables.has("host"),
  });
  if (/^\/(?!\/)/.test(url)) {
    said.push(`The URL "${url}" has no host: write the whole URL`);
  }
  const { headers, auth } = authIn(written, {
    template,
    hasVariable: (name) => uses.variables.has(name),
    said,
  });
  const asGraphql = isGraphql(request);
  const protocol = httpProtocol(request);
  if (protocol !== undefined && request.bodyFile !== undefined) {
    said.push(
      `The file "${request.bodyFile.path}" is not sent: put its text into a message`,
    );
  }
  const details = {
    method: METHODS[request.method] ?? request.method,
    url: template(url),
  };
  const { body, isOwnType } = asGraphql || protocol !== undefined
    ? { body: undefined, isOwnType: false }
    : httpBody(request, { template, said, values: uses.values, ...from });
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
      name: `${details.method} ${createMasker().maskText(request.url)}`.slice(
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
  };
}

function runtimeOf(
  request: HttpFileRequest,
  { uses, said, left, marked, codeOf }: HttpContext,
): NonNullable<FileRequest["runtime"]> {
  const { variables } = marked;
  const scripts = [...marked.scripts, ...scriptsOf(request, { said, codeOf })];
  const assertions = request.asserts.flatMap((line) => {
    const made = httpAssertion(
      line.text,
      (text) => toHttpTemplate(text, uses),
    );
    if (made === undefined) left.push(line);
    return made ? [made] : [];
  });
  return {
    ...(variables.length > 0 && { variables }),
    ...(scripts.length > 0 && { scripts }),
    ...(assertions.length > 0 && { assertions }),
  };
}

function scriptsOf(
  request: HttpFileRequest,
  { said, codeOf }: Pick<HttpContext, "said" | "codeOf">,
): FileScript[] {
  const scripts: FileScript[] = [];
  const add = (type: FileScript["type"], script: HttpScript) => {
    const code = codeOf(script);
    if (code === undefined) return;
    const made = toScript(code);
    scripts.push({ type, code: made.code });
    if (made.foreign !== undefined) {
      said.push(
        `The ${type} script uses parts that Brace does not have, such as "${made.foreign}": ${
          insteadOf(made.foreign)
        }`,
      );
    }
  };
  for (const script of request.before) add("before-request", script);
  for (const script of request.after) add("tests", script);
  return scripts;
}
