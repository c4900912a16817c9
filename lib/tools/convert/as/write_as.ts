import { asCurl } from "./as_curl.ts";
import { asFetch } from "./as_fetch.ts";
import { asHar } from "./as_har.ts";
import { asHttp } from "./as_http.ts";
import { asPython } from "./as_python.ts";
import type { WrittenForm, WrittenRequest } from "./types.ts";

/** Writes requests in a form for use elsewhere. */
export function writeAs(
  form: WrittenForm,
  requests: readonly WrittenRequest[],
  about: { version: string; startedAt: string },
): string {
  switch (form) {
    case "curl":
      return requests.map(asCurl).join("\n");
    case "http":
      return requests.map(asHttp).join("\n###\n\n");
    case "fetch":
      return requests.map((request, index) =>
        requests.length === 1
          ? asFetch(request)
          : `// ${index + 1}\n{\n${
            asFetch(request).replace(/^(?=.)/gm, "  ")
          }}\n`
      ).join("\n");
    case "python":
      return requests.map(asPython).join("\n");
    case "har":
      return asHar(requests, about);
    default:
      return form satisfies never;
  }
}
