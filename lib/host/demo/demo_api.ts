import { isPlainObject } from "../../core/source/is_plain_object.ts";
import type { Echo } from "./echo.ts";
import { createFiles } from "./files.ts";
import { createJobs } from "./jobs.ts";
import { servePage } from "./products.ts";
import { Resources } from "./resources.ts";
import { notAllowed, problem, respond } from "./respond.ts";
import { createTokens } from "./tokens.ts";

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
        return problem(404, `there is no ${request.path}`);
    }
  };
}

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
        if (fields === undefined) return problem(400, "send a JSON object");
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
  if (found === undefined) return problem(404, `there is no ${request.path}`);
  switch (request.method) {
    case "GET":
      return respond(200, found);
    case "PUT":
    case "PATCH": {
      const fields = fieldsOf(request);
      if (fields === undefined) return problem(400, "send a JSON object");
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
    : problem(401, "X-API-Key and X-Secret do not match");
}

function fieldsOf(request: Echo): Record<string, unknown> | undefined {
  return isPlainObject(request.json) ? { ...request.json } : undefined;
}
