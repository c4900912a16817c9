import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileVariable } from "../open_collection.ts";
import type { ImportedEnvironment, ImportNote } from "../types.ts";
import { docText, literal, type Spec } from "./spec.ts";
import { variableName } from "./parameters.ts";

/** The variable that every URL begins with. */
export const BASE_URL = "baseUrl";

/** What a URL is resolved against where a document has none of its own. */
const LOCAL = "http://localhost";

/** A URL without its scheme, which a request may have, too. */
const HOST_AND_PORT = /^[\w.-]+:\d+(?:[/?#]|$)/;

/** A server of the document. */
export interface ServerOfDocument {
  readonly environment: ImportedEnvironment;
  /** Its URL as a template, as the document ends it. */
  readonly base: string;
  /** How a note calls it if nothing tells its host. */
  readonly unplaced?: string;
}

/** The servers of a document; relative ones start at where it came from. */
export function serversOf(spec: Spec): ServerOfDocument[] {
  const servers = spec.isSwagger
    ? swaggerServers(spec.root)
    : elements(spec.root.servers).map((one) => spec.open(one));
  const given = servers.length > 0 ? servers : [{ url: "/" }];
  const names = new Set<string>();
  return given.map((server) => {
    const url = jsonTextOf(server.url) ?? "/";
    const base = resolved(url, spec.location ?? LOCAL);
    const absolute = trimmed(base);
    const docs = docText(server.description);
    const name = unique(nameOf(server, absolute), names);
    const what = given.length > 1 ? `The server "${url}"` : "The document";
    const isPlaced = !isRelative(url) || spec.location !== undefined;
    return {
      environment: {
        name,
        variables: [
          { name: BASE_URL, value: absolute },
          ...variablesOf(server.variables),
        ],
        ...(docs !== undefined && { docs }),
      },
      base,
      ...(!isPlaced && { unplaced: what }),
    };
  });
}

/** The environments of servers, with further variables, and which hosts a person has to name. */
export function environmentsOf(
  servers: readonly ServerOfDocument[],
  further: (base: string) => readonly FileVariable[],
): {
  environments: ImportedEnvironment[];
  notes: Pick<ImportNote, "message" | "placeholder">[];
} {
  const notes: Pick<ImportNote, "message" | "placeholder">[] = [];
  const environments = servers.map(({ environment, base, unplaced }) => {
    const { name } = environment;
    const more = further(base);
    if (unplaced !== undefined) {
      const names = [BASE_URL, ...more.map(({ name }) => name)].join(" and ");
      notes.push({
        message:
          `${unplaced} names no host: set ${names} in the environment "${name}" to yours`,
        placeholder: { environment: name, value: trimmed(base) },
      });
    }
    return { ...environment, variables: [...environment.variables, ...more] };
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
  const isWhole = /^(?:https?|\{[^{}]+\}):\/\//i.test(url) ||
    HOST_AND_PORT.test(url);
  if (isWhole || spec.location !== undefined && !url.startsWith("{")) {
    return {
      url: trimmed(resolved(url, spec.location ?? LOCAL)),
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
  return !/^(?:[a-z][a-z\d+.-]*:)?\/\/|^\{/i.test(url) &&
    !HOST_AND_PORT.test(url);
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

/** Without the slashes at its end. */
export function trimmed(url: string): string {
  return url.replace(/\/+$/, "");
}

/** A server's URL with a placeholder for each of its variables. */
function serverTemplate(url: string): string {
  return url.replace(
    /\{([^{}]+)\}/g,
    (_, name: string) => `{{${variableName(name)}}}`,
  );
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
