import type { Echo } from "./echo.ts";
import { isPlainObject } from "../../core/source/plain_value.ts";

/** The credentials that the demo API's `/account` wants. */
export const DEMO_CREDENTIALS = {
  apiKey: "demo-api-key",
  secret: "demo-signing-secret",
};

/** A fresh demo API: a function from a request to its response, with its own state. */
export function createDemoApi(): (request: Echo) => Response {
  const collections = new Map([
    [
      "users",
      new Resources([
        { name: "Ada Lovelace", email: "ada@example.com", admin: true },
        { name: "Alan Turing", email: "alan@example.com", admin: false },
      ]),
    ],
    [
      "orders",
      new Resources([{ userId: 1, items: ["engine"], paid: true }]),
    ],
  ]);
  const tokens = createTokens();
  const jobs = createJobs();
  const files = createFiles();
  return (request) => {
    const [root, ...rest] = request.path.split("/").slice(1);
    const resources = collections.get(root);
    if (resources !== undefined && rest.length < 2) {
      return serveResource(request, resources, rest[0]);
    }
    switch (root) {
      case "":
        return respond(200, { name: "Brace demo API", routes: ROUTES });
      case "echo":
        return respond(200, request);
      case "account":
        return serveAccount(request);
      case "login":
        return tokens.login(request);
      case "oauth":
        return tokens.grant(request);
      case "me":
        return tokens.serveMe(request);
      case "products":
        return servePage(request);
      case "jobs":
        return jobs(request, rest[0]);
      case "files":
        return files(request, rest[0]);
      case "redirect":
        return new Response(null, {
          status: 302,
          headers: { location: [request.query.to ?? "/users"].flat()[0] },
        });
      default:
        return problemResponse(404, `there is no ${request.path}`);
    }
  };
}

/** What becomes of an order, one after the other. */
export const ORDER_STATUSES = ["paid", "packed", "sent", "delivered"];

/** Whether a request is for a route that streams: `streams.ts` serves it. */
export function isStreamPath(request: Echo): boolean {
  const [, root] = request.path.split("/");
  return STREAMS.has(root) || root === "echo" && isUpgrade(request);
}

/** Whether a request asks for a WebSocket. */
export function isUpgrade({ headers }: Echo): boolean {
  return headers.upgrade?.toLowerCase() === "websocket";
}

const STREAMS = new Set(["events", "completions", "log", "chat", "graphql"]);

const ROUTES = [
  "GET, POST /users",
  "GET, PUT, PATCH, DELETE /users/{id}",
  "GET, POST /orders",
  "GET, PUT, PATCH, DELETE /orders/{id}",
  "GET /account (wants X-API-Key and X-Secret)",
  "POST /login (wants user and password)",
  "POST /oauth/token (client credentials)",
  "GET /me (wants a token of these two)",
  "GET /products?page={n}",
  "POST /jobs, GET /jobs/{id}",
  "GET, PUT /files/{name}",
  "any method /echo/…",
  "GET /redirect?to=URL",
  "GET /events (server-sent events)",
  'POST /completions (wants messages; streams with "stream": true)',
  "GET /log (lines of JSON)",
  "WebSocket /echo, /chat (wants a login)",
  "POST, WebSocket /graphql (subscription orderStatus)",
  "gRPC, on another port: /demo.v1.Orders/Read, Watch, Create, Quote",
];

function serveResource(
  request: Echo,
  resources: Resources,
  id: string | undefined,
): Response {
  if (id === undefined) {
    switch (request.method) {
      case "GET":
        return respond(200, resources.list());
      case "POST": {
        const fields = fieldsOf(request);
        if (fields === undefined) {
          return problemResponse(400, "send a JSON object");
        }
        const created = resources.create(fields);
        return respond(201, created, {
          location: `${request.path}/${created.id}`,
        });
      }
      default:
        return notAllowed(request, "GET, POST");
    }
  }
  const found = resources.get(Number(id));
  if (found === undefined) {
    return problemResponse(404, `there is no ${request.path}`);
  }
  switch (request.method) {
    case "GET":
      return respond(200, found);
    case "PUT":
    case "PATCH": {
      const fields = fieldsOf(request);
      if (fields === undefined) {
        return problemResponse(400, "send a JSON object");
      }
      const kept = request.method === "PATCH" ? found : {};
      return respond(200, resources.replace(found.id, { ...kept, ...fields }));
    }
    case "DELETE":
      resources.delete(found.id);
      return new Response(null, { status: 204 });
    default:
      return notAllowed(request, "GET, PUT, PATCH, DELETE");
  }
}

function serveAccount(request: Echo): Response {
  const known = request.headers["x-api-key"] === DEMO_CREDENTIALS.apiKey &&
    request.headers["x-secret"] === DEMO_CREDENTIALS.secret;
  return known
    ? respond(200, { account: "demo", plan: "free" })
    : problemResponse(401, "X-API-Key and X-Secret do not match");
}

function fieldsOf(request: Echo): Record<string, unknown> | undefined {
  return isPlainObject(request.json) ? { ...request.json } : undefined;
}

const PRODUCTS = ["relay", "tape", "valve", "drum", "plugboard"];
const PAGE_SIZE = 2;

/** A page of a list; `next` is the number of the page after it, or null. */
function servePage(request: Echo): Response {
  if (request.method !== "GET") return notAllowed(request, "GET");
  const page = Math.max(1, Math.trunc(Number(request.query.page)) || 1);
  const end = page * PAGE_SIZE;
  return respond(200, {
    items: PRODUCTS.slice(end - PAGE_SIZE, end),
    next: end < PRODUCTS.length ? page + 1 : null,
  });
}

/** Files of text that a client sends and gets back. */
function createFiles(): (request: Echo, name?: string) => Response {
  const files = new Map<string, { text: string; type: string }>();
  return (request, name = "") => {
    switch (request.method) {
      case "PUT": {
        const type = request.headers["content-type"] ?? "text/plain";
        files.set(name, { text: request.body, type });
        return respond(201, { name, length: request.body.length });
      }
      case "GET": {
        const file = files.get(name);
        return file === undefined
          ? problemResponse(404, `there is no ${request.path}`)
          : new Response(file.text, { headers: { "content-type": file.type } });
      }
      default:
        return notAllowed(request, "GET, PUT");
    }
  };
}

/** How often a job is asked for until it is done. */
const ASKED_UNTIL_DONE = 3;

/** Jobs that take a while: each is done when it is asked for the third time. */
function createJobs(): (request: Echo, id?: string) => Response {
  const asked: number[] = [];
  return (request, id) => {
    if (id === undefined) {
      if (request.method !== "POST") return notAllowed(request, "POST");
      const job = asked.push(0);
      return respond(202, { id: job, status: "running" }, {
        location: `${request.path}/${job}`,
      });
    }
    const index = Number(id) - 1;
    if (!(index in asked)) {
      return problemResponse(404, `there is no ${request.path}`);
    }
    if (request.method !== "GET") return notAllowed(request, "GET");
    const status = ++asked[index] < ASKED_UNTIL_DONE ? "running" : "done";
    return respond(200, { id: index + 1, status });
  };
}

/** One resource of the demo API. */
type Resource =
  & { readonly id: number }
  & Readonly<
    Record<string, unknown>
  >;

/** A resource collection of the demo API: in memory, with ids that count up. */
class Resources {
  readonly #items: Map<number, Resource>;
  #last: number;

  constructor(first: readonly Record<string, unknown>[]) {
    this.#items = new Map(
      first.map((item, index) => [index + 1, { ...item, id: index + 1 }]),
    );
    this.#last = first.length;
  }

  list(): Resource[] {
    return [...this.#items.values()];
  }

  get(id: number): Resource | undefined {
    return this.#items.get(id);
  }

  create(fields: Record<string, unknown>): Resource {
    return this.#put(++this.#last, fields);
  }

  replace(id: number, fields: Record<string, unknown>): Resource {
    return this.#put(id, fields);
  }

  delete(id: number): void {
    this.#items.delete(id);
  }

  #put(id: number, fields: Record<string, unknown>): Resource {
    const resource = { ...fields, id };
    this.#items.set(id, resource);
    return resource;
  }
}

/** The user that may log in to the demo API, and the client that gets a token. */
export const DEMO_LOGIN = { user: "ada", password: "brace-demo" };
export const DEMO_CLIENT = { id: "demo-client", secret: "brace-demo" };

/** Seconds that a token is good for, as clients are told. */
const EXPIRES_IN = 3600;

/** The tokens of a demo API: given by `/login` and `/oauth/token`, wanted by `/me`. */
function createTokens(): {
  login(request: Echo): Response;
  grant(request: Echo): Response;
  serveMe(request: Echo): Response;
} {
  const owners = new Map<string, string>();
  const issue = (owner: string): string => {
    const token = `demo-token-${owners.size + 1}`;
    owners.set(token, owner);
    return token;
  };
  return {
    login(request) {
      if (request.method !== "POST") return notAllowed(request, "POST");
      const { user, password } = isPlainObject(request.json)
        ? request.json
        : {};
      return user === DEMO_LOGIN.user && password === DEMO_LOGIN.password
        ? respond(200, { token: issue(DEMO_LOGIN.user) })
        : problemResponse(401, "user and password do not match");
    },
    grant(request) {
      if (request.method !== "POST") return notAllowed(request, "POST");
      const form = new URLSearchParams(request.body);
      if (form.get("grant_type") !== "client_credentials") {
        return problemResponse(400, "unsupported_grant_type");
      }
      const { id, secret } = DEMO_CLIENT;
      const basic = `Basic ${btoa(`${id}:${secret}`)}`;
      const isKnown = request.headers.authorization === basic ||
        form.get("client_id") === id && form.get("client_secret") === secret;
      return isKnown
        ? respond(200, {
          access_token: issue(id),
          token_type: "Bearer",
          expires_in: EXPIRES_IN,
        })
        : problemResponse(401, "invalid_client");
    },
    serveMe(request) {
      if (request.method !== "GET") return notAllowed(request, "GET");
      const [, token = ""] =
        /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
      const name = owners.get(token);
      return name === undefined
        ? problemResponse(401, "the token is not known")
        : respond(200, { name });
    },
  };
}

/** A response of the demo API. */
export function respond(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body) + "\n", {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

/** A response that says what is wrong. */
export function problemResponse(
  status: number,
  error: string,
  headers?: Record<string, string>,
): Response {
  return respond(status, { error }, headers);
}

/** The response to a method that a path does not have. */
export function notAllowed(request: Echo, allow: string): Response {
  return problemResponse(405, `${request.path} has no ${request.method}`, {
    allow,
  });
}
