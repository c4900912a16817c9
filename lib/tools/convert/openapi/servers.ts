import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileVariable } from "../open_collection.ts";
import type { ImportedEnvironment, ImportNote } from "../types.ts";
import { docText, literal, type Spec } from "./spec.ts";
import { variableName } from "./parameters.ts";

/** The variable that every URL begins with. */
const BASE_URL = "baseUrl";

/** What a URL is resolved against where a document has none of its own. */
const LOCAL = "http://localhost";

/**
 * The servers of a document as environments; relative ones start at where it
 * came from. Where that is nowhere, a person has to name the host.
 */
export function serversOf(
  spec: Spec,
): {
  environments: ImportedEnvironment[];
  notes: Pick<ImportNote, "message" | "placeholder">[];
} {
  const servers = spec.isSwagger
    ? swaggerServers(spec.root)
    : elements(spec.root.servers).map((one) => spec.open(one));
  const given = servers.length > 0 ? servers : [{ url: "/" }];
  const notes: Pick<ImportNote, "message" | "placeholder">[] = [];
  const names = new Set<string>();
  const environments = given.map((server) => {
    const url = jsonTextOf(server.url) ?? "/";
    const absolute = resolved(url, spec.location ?? LOCAL);
    const docs = docText(server.description);
    const name = unique(nameOf(server, absolute), names);
    if (isRelative(url) && spec.location === undefined) {
      const what = given.length > 1 ? `The server "${url}"` : "The document";
      notes.push({
        message:
          `${what} names no host: set ${BASE_URL} in the environment "${name}" to yours`,
        placeholder: { environment: name, value: absolute },
      });
    }
    return {
      name,
      variables: [
        { name: BASE_URL, value: absolute },
        ...variablesOf(server.variables),
      ],
      ...(docs !== undefined && { docs }),
    };
  });
  return { environments, notes };
}

function swaggerServers(
  root: Record<string, RawJson>,
): Record<string, RawJson>[] {
  const host = jsonTextOf(root.host);
  const path = jsonTextOf(root.basePath) ?? "";
  if (host === undefined) return [{ url: path || "/" }];
  const schemes = elements(root.schemes).map(jsonTextOf).filter((one) =>
    one === "http" || one === "https"
  );
  return (schemes.length > 0 ? schemes : ["https"]).map((scheme) => ({
    url: `${scheme}://${host}${path}`,
  }));
}

/** Where an operation's URL begins: it or its path may have servers, of which the first one counts. */
export function ownServer(
  spec: Spec,
  item: Record<string, RawJson>,
  operation: Record<string, RawJson>,
): { url: string; variables: readonly FileVariable[]; note?: string } {
  const [own] = elements(operation.servers ?? item.servers);
  const { url: written, variables } = spec.open(own);
  const url = jsonTextOf(written);
  const base = jsonTextOf(spec.open(elements(spec.root.servers)[0]).url) ?? "/";
  if (url === undefined || trimmed(url) === trimmed(base) && isRelative(url)) {
    return { url: `{{${BASE_URL}}}`, variables: [] };
  }
  // A scheme may be a variable.
  const isWhole = /^(?:https?|\{[^{}]+\}):\/\//i.test(url);
  if (isWhole || spec.location !== undefined && !url.startsWith("{")) {
    return {
      url: resolved(url, spec.location ?? LOCAL),
      variables: variablesOf(variables),
    };
  }
  return {
    url: `{{${BASE_URL}}}`,
    variables: [],
    note:
      `The operation has the server "${url}", and the request uses ${BASE_URL}: write the address into its URL`,
  };
}

/** Whether a server's URL starts at where the document lies. */
function isRelative(url: string): boolean {
  return !/^(?:[a-z][a-z\d+.-]*:)?\/\/|^\{/i.test(url);
}

/** The template of a server's URL, from where the document lies. */
function resolved(url: string, location: string): string {
  const isLocal = location === LOCAL && url.startsWith("//");
  if (isLocal || !isRelative(url) && !url.startsWith("//")) {
    return serverTemplate(url);
  }
  const whole = URL.parse(url || "/", location)?.href ?? url;
  // They are around the names of variables.
  return serverTemplate(whole.replace(/%7B/gi, "{").replace(/%7D/gi, "}"));
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, "");
}

/** A server's URL with a placeholder for each of its variables. */
function serverTemplate(url: string): string {
  return url.replace(
    /\{([^{}]+)\}/g,
    (_, name: string) => `{{${variableName(name)}}}`,
  ).replace(/\/+$/, "");
}

function variablesOf(value: RawJson): FileVariable[] {
  return Object.entries(members(value)).map(([name, one]) => {
    const { default: initial, description } = members(one);
    const text = jsonTextOf(description);
    return {
      name: variableName(name),
      value: literal(jsonTextOf(initial) ?? ""),
      ...(text?.trim() && { description: text }),
    };
  });
}

/** Its name (OpenAPI 3.2), a short description, or the host. */
function nameOf(server: Record<string, RawJson>, url: string): string {
  const description =
    (jsonTextOf(server.name) || jsonTextOf(server.description))
      ?.trim();
  if (description && description.length <= 30 && !description.includes("\n")) {
    return description.replace(/[.:]$/, "");
  }
  const host = url.replace(/^(?:[a-z]*|\{\{[^{}]*\}\}):\/\//i, "")
    .split(/[/?#:]/, 1)[0];
  return host.replace(/\{\{([^{}]*)\}\}/g, "$1") || "default";
}

function unique(name: string, taken: Set<string>): string {
  for (let count = 1;; count++) {
    const candidate = count === 1 ? name : `${name} ${count}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}
