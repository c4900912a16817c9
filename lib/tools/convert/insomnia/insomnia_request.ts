import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type {
  FileAuth,
  FileBody,
  FileParam,
  FilePart,
  FileRequest,
  FileRow,
  FileScript,
} from "../open_collection.ts";
import { textBody } from "../text_body.ts";
import { type InsomniaProtocol, insomniaStream } from "./insomnia_stream.ts";

/** Makes a text of Insomnia a template. */
export type InsomniaTemplate = (text: string) => string;

/** A request as version 4 and 5 have it. */
export function insomniaRequest(
  request: Record<string, RawJson>,
  { template, hasAuth, protocol }: {
    template: InsomniaTemplate;
    hasAuth: boolean;
    protocol?: InsomniaProtocol;
  },
): { request: FileRequest; notes: string[] } {
  const notes: string[] = [];
  const body = members(request.body);
  const headers = insomniaRows(request.headers, template);
  const type = jsonTextOf(body.mimeType);
  const written = headers.find(({ name, disabled }) =>
    !disabled && /^content-type$/i.test(name)
  )?.value;
  const method = jsonTextOf(request.method)?.toUpperCase() || "GET";
  const params: FileParam[] = [
    ...insomniaRows(request.parameters, template).map((row) => ({
      ...row,
      type: "query" as const,
    })),
    ...insomniaRows(request.pathParameters, template).map((row) => ({
      ...row,
      type: "path" as const,
    })),
  ];
  const auth = insomniaAuthOf(members(request.authentication), {
    template,
    hasAuth,
    notes,
  });
  const scripts = scriptsOf(request, notes);
  const docs = jsonTextOf(request.description);
  const info = { name: jsonTextOf(request.name) || "request" };
  const isGraphql = type === "application/graphql";
  const details = {
    method,
    url: template(jsonTextOf(request.url) ?? ""),
    ...(params.length > 0 && { params }),
    ...(headers.length > 0 && { headers }),
    ...(auth && { auth }),
  };
  const read = isGraphql || protocol !== undefined
    ? undefined
    : bodyOf(body, { type, written, template, notes });
  if (read?.contentType !== undefined && written === undefined) {
    headers.push({ name: "Content-Type", value: read.contentType });
    Object.assign(details, { headers });
  }
  return {
    notes,
    request: {
      info: { ...info, type: protocol ?? (isGraphql ? "graphql" : "http") },
      ...(protocol !== undefined
        ? insomniaStream(protocol, request, {
          url: details.url,
          headers,
          params,
          metadata: insomniaRows(request.metadata, template),
          auth,
          template,
          notes,
        })
        : isGraphql
        ? { graphql: { ...details, body: graphqlOf(body, template) } }
        : { http: { ...details, ...(read?.body && { body: read.body }) } }),
      ...(scripts.length > 0 && { runtime: { scripts } }),
      ...settingsOf(request),
      ...(docs?.trim() && { docs }),
    },
  };
}

/** Rows `{name, value, disabled}`. */
export function insomniaRows(
  value: RawJson,
  template: InsomniaTemplate,
): FileRow[] {
  return elements(value).map(members).flatMap((row) => {
    const name = jsonTextOf(row.name) ?? "";
    const text = jsonTextOf(row.value) ?? "";
    const description = jsonTextOf(row.description);
    return name === "" && text === "" ? [] : [{
      name: template(name),
      value: template(text),
      ...(description?.trim() && { description }),
      ...(row.disabled === true && { disabled: true as const }),
    }];
  });
}

function bodyOf(
  body: Record<string, RawJson>,
  { type, written, template, notes }: {
    type: string | undefined;
    written: string | undefined;
    template: InsomniaTemplate;
    notes: string[];
  },
): { body?: FileBody; contentType?: string } {
  const text = jsonTextOf(body.text);
  if (
    type === "application/x-www-form-urlencoded" && Array.isArray(body.params)
  ) {
    return {
      body: {
        type: "form-urlencoded",
        data: insomniaRows(body.params, template),
      },
    };
  }
  if (type === "multipart/form-data") {
    return {
      body: {
        type: "multipart-form",
        data: elements(body.params).map(members).map((part): FilePart => {
          const [row] = insomniaRows([part], template);
          const isFile = part.type === "file";
          return {
            name: row?.name ?? "",
            type: isFile ? "file" : "text",
            value: isFile
              ? [jsonTextOf(part.fileName) ?? ""].filter((path) => path !== "")
              : row?.value ?? "",
            ...(row?.disabled && { disabled: true as const }),
          };
        }),
      },
    };
  }
  const fileName = jsonTextOf(body.fileName);
  if (fileName) {
    return {
      body: { type: "file", data: [{ filePath: fileName, selected: true }] },
    };
  }
  if (type === "application/octet-stream") {
    notes.push("The body is a file that the export does not name: choose one");
  }
  if (text === undefined || text === "") return {};
  const contentType = written ?? type ?? "text/plain";
  const made = textBody(template(text), contentType);
  const isImplied = made.body.type === "json" &&
    /^application\/json$/i.test(contentType);
  return isImplied ? { body: made.body } : { body: made.body, contentType };
}

/** The body is JSON with `query` and `variables`. */
function graphqlOf(
  body: Record<string, RawJson>,
  template: InsomniaTemplate,
): { query: string; variables?: string } {
  const text = jsonTextOf(body.text) ?? "";
  let data: Record<string, RawJson> = {};
  try {
    data = members(JSON.parse(text));
  } catch {
    return { query: template(text) };
  }
  const { query, variables } = data;
  const written = typeof variables === "string"
    ? variables
    : JSON.stringify(variables, null, 2);
  return {
    query: template(jsonTextOf(query) ?? ""),
    ...(variables !== undefined && variables !== null &&
      { variables: template(written) }),
  };
}

/** Reads `authentication`; an empty one takes that of a folder above. */
export function insomniaAuthOf(
  auth: Record<string, RawJson>,
  { template, hasAuth, notes }: {
    template: InsomniaTemplate;
    hasAuth: boolean;
    notes: string[];
  },
): FileAuth | undefined {
  const type = jsonTextOf(auth.type);
  const text = (name: string) => template(jsonTextOf(auth[name]) ?? "");
  if (auth.disabled === true || type === "none") return "none";
  switch (type) {
    case undefined:
      return hasAuth ? "inherit" : undefined;
    case "basic":
    case "digest":
    case "ntlm":
      return { type, username: text("username"), password: text("password") };
    case "bearer":
    case "singleToken":
      return text("prefix") === "" || /^bearer$/i.test(text("prefix").trim())
        ? { type: "bearer", token: text("token") }
        : {
          type: "apikey",
          key: "Authorization",
          value: `${text("prefix")} ${text("token")}`,
          placement: "header",
        };
    case "apikey":
      return {
        type,
        key: text("key"),
        value: text("value"),
        placement: auth.addTo === "queryParams" ? "query" : "header",
      };
    case "iam":
      return {
        type: "awsv4",
        accessKeyId: text("accessKeyId"),
        secretAccessKey: text("secretAccessKey"),
        sessionToken: text("sessionToken"),
        region: text("region"),
        service: text("service"),
      };
    case "oauth1":
      return {
        type,
        consumerKey: text("consumerKey"),
        consumerSecret: text("consumerSecret"),
        accessToken: text("tokenKey"),
        accessTokenSecret: text("tokenSecret"),
        signatureMethod: text("signatureMethod") || "HMAC-SHA1",
      };
    case "oauth2":
      return oauth2(auth, template);
    default:
      notes.push(
        `Brace does not sign requests with "${type}": the request goes out without auth`,
      );
      return undefined;
  }
}

const FLOWS: Readonly<Record<string, string>> = {
  client_credentials: "client_credentials",
  password: "resource_owner_password_credentials",
  authorization_code: "authorization_code",
  implicit: "implicit",
};

function oauth2(
  auth: Record<string, RawJson>,
  template: InsomniaTemplate,
): FileAuth {
  const text = (name: string) => {
    const value = jsonTextOf(auth[name]);
    return value ? template(value) : undefined;
  };
  const grant = jsonTextOf(auth.grantType) ?? "";
  const fields = {
    type: "oauth2",
    flow: FLOWS[grant] ?? grant,
    accessTokenUrl: text("accessTokenUrl"),
    authorizationUrl: text("authorizationUrl"),
    callbackUrl: text("redirectUrl"),
    scope: text("scope"),
    state: text("state"),
    credentials: {
      clientId: text("clientId"),
      clientSecret: text("clientSecret"),
      placement: auth.credentialsInBody === true ? "body" : "basic_auth_header",
    },
    ...(grant === "password" && {
      resourceOwner: { username: text("username"), password: text("password") },
    }),
    ...(auth.usePkce === true && { pkce: {} }),
  };
  return fields;
}

/** The scripts of a request or a folder. */
export function scriptsOf(
  request: Record<string, RawJson>,
  notes: string[],
): FileScript[] {
  const scripts: FileScript[] = [];
  for (
    const [name, type] of [
      ["preRequestScript", "before-request"],
      ["afterResponseScript", "tests"],
    ] as const
  ) {
    const code = jsonTextOf(request[name]) ??
      jsonTextOf(
        members(
          request.scripts,
        )[name === "preRequestScript" ? "preRequest" : "afterResponse"],
      );
    if (!code?.trim()) continue;
    // Insomnia's API is Postman's under another name.
    scripts.push({
      type,
      code: code.replace(/\binsomnia\./g, "pm."),
      extensions: { brace: { dialect: "postman" } },
    });
    if (
      /\binsomnia\.(?!test|expect|environment|baseEnvironment|collectionVariables|variables|request|response|sendRequest|info|globals|iterationData)/
        .test(code)
    ) {
      notes.push(
        `The ${type} script uses parts of Insomnia that Brace may not have: check it`,
      );
    }
  }
  return scripts;
}

function settingsOf(
  request: Record<string, RawJson>,
): { settings?: Record<string, unknown> } {
  const settings = {
    ...(request.settingFollowRedirects === "off" && { followRedirects: false }),
    ...(request.settingEncodeUrl === false && { encodeUrl: false }),
  };
  return Object.keys(settings).length > 0 ? { settings } : {};
}
