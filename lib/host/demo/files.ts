import type { Echo } from "./echo.ts";
import { notAllowed, problem, respond } from "./respond.ts";

/** Files of text that a client sends and gets back. */
export function createFiles(): (request: Echo, name?: string) => Response {
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
          ? problem(404, `there is no ${request.path}`)
          : new Response(file.text, { headers: { "content-type": file.type } });
      }
      default:
        return notAllowed(request, "GET, PUT");
    }
  };
}
