import { isSecretVariable } from "../../../core/secrets/secret_field.ts";
import { jsonTextOf, members, type RawJson } from "../json.ts";
import { emptyPathParams, fileNotes, namedIn } from "../named_files.ts";
import type { FileVariable } from "../open_collection.ts";
import type { SecretValues } from "../secrets/secret_values.ts";
import type {
  ImportedFolder,
  ImportedItem,
  ImportedRequest,
  ImportNote,
} from "../types.ts";
import type { BesideRequests } from "./beside_requests.ts";
import { insomniaAuthOf } from "./insomnia_auth.ts";
import { insomniaRequest } from "./insomnia_request.ts";
import type { InsomniaResponses } from "./insomnia_responses.ts";
import { insomniaRows, namedRows } from "./insomnia_rows.ts";
import { scriptsOf } from "./insomnia_scripts.ts";
import type { OwnRequest } from "./insomnia_tags.ts";
import { templatesIn, toTemplate } from "./insomnia_template.ts";
import type { Node, Workspace } from "./several_workspaces.ts";
import { idOf } from "./survey.ts";

/** What is read: a file, as part of an import. */
export interface InsomniaReading {
  readonly file: string;
  readonly shared: {
    readonly hasFile?: (path: string) => boolean;
    readonly secrets: SecretValues;
    readonly notes: ImportNote[];
    readonly beside: BesideRequests;
    readonly responses: InsomniaResponses;
    /** Places of the requests in the order of the run. */
    readonly order: ReadonlyMap<Node, number>;
    /** The requests by their ids. */
    readonly items: Map<string, ImportedRequest>;
  };
}

/** Where an item lies. */
interface Above {
  readonly hasAuth: boolean;
  /** Names of the folders, the inner ones first, and of the workspace. */
  readonly folders: readonly string[];
}

/** The requests and folders of a workspace. */
export function itemsIn(
  { name, nodes }: Workspace,
  reading: InsomniaReading,
): ImportedItem[] {
  const above = { hasAuth: false, folders: [name] };
  return nodes.map((node) => itemOf(node, reading, above));
}

function itemOf(
  node: Node,
  reading: InsomniaReading,
  above: Above,
): ImportedItem {
  return node.children === undefined
    ? requestItem(node, reading, above)
    : folderItem({ ...node, children: node.children }, reading, above);
}

function requestItem(
  node: Node,
  reading: InsomniaReading,
  { hasAuth, folders }: Above,
): ImportedRequest {
  const { data, path, protocol } = node;
  const { responses, order, hasFile, beside, items } = reading.shared;
  const said: string[] = [];
  const asWritten = (text: string) => text;
  const own: OwnRequest = {
    name: jsonTextOf(data.name) ?? "",
    index: order.get(node) ?? 0,
    folders,
    headers: insomniaRows(data.headers, asWritten),
    parameters: insomniaRows(data.parameters, asWritten),
  };
  const { request, notes, changes } = insomniaRequest(data, {
    template: (text) =>
      toTemplate(text, {
        responses,
        request: own,
        say: (message) => said.push(message),
      }),
    hasAuth,
    protoPath: (id) => beside.protos.get(id),
    ...(protocol && { protocol }),
  });
  const { url, params } = request.http ?? request.graphql ??
    request.websocket ?? { url: "", params: [] };
  const empty = emptyPathParams(url, params);
  const files = new Set(namedIn(request.http?.body));
  const item: ImportedRequest = { kind: "request", request };
  const id = idOf(node);
  if (id !== undefined && !items.has(id)) items.set(id, item);
  addNotes(reading, [...notes, ...said, ...empty], { path, item });
  for (const message of changes) {
    const source = { file: reading.file, path };
    reading.shared.notes.push({ kind: "changed", message, source, item });
  }
  for (const one of fileNotes([...files], hasFile)) {
    reading.shared.notes.push({
      ...one,
      source: { file: reading.file, path },
      item,
    });
  }
  return item;
}

function folderItem(
  { data, children, path }: Node & { readonly children: readonly Node[] },
  reading: InsomniaReading,
  { hasAuth, folders }: Above,
): ImportedFolder {
  const { responses } = reading.shared;
  const said: string[] = [];
  const template = (text: string) =>
    toTemplate(text, { responses, say: (message) => said.push(message) });
  const auth = insomniaAuthOf(members(data.authentication), {
    template,
    hasAuth: false,
    notes: said,
  });
  const headers = namedRows(insomniaRows(data.headers, template), {
    what: "header",
    notes: said,
  });
  const variables = insomniaVariables(members(data.environment), {
    reading,
    scope: "",
    path: `${path}.environment`,
  });
  const scripts = scriptsOf(data, said);
  const docs = jsonTextOf(data.description);
  const name = jsonTextOf(data.name) || "folder";
  const inside = {
    hasAuth: hasAuth || auth !== undefined,
    folders: [name, ...folders],
  };
  const folder: ImportedFolder = {
    kind: "folder",
    name,
    ...(docs?.trim() && { docs }),
    defaults: {
      ...(headers.length > 0 && { headers }),
      ...(auth && { auth }),
      ...(variables.length > 0 && { variables }),
      ...(scripts.length > 0 && { scripts }),
    },
    items: children.map((child) => itemOf(child, reading, inside)),
  };
  addNotes(reading, said, { path, item: folder });
  return folder;
}

/** Where Insomnia keeps what it has encrypted, and what texts call it. */
const VAULT = { data: "__insomnia_vault", name: "vault" };

/** A mapping of an environment as variables; what has the name of a secret is one. */
export function insomniaVariables(
  data: Record<string, RawJson>,
  { reading: { file, shared }, scope, path }: {
    reading: InsomniaReading;
    scope: string;
    /** Where it stands. */
    path: string;
  },
): FileVariable[] {
  const { secrets, responses, notes } = shared;
  return Object.entries(data).map(([name, value]) => {
    const source = { file, path: `${path}.${name}` };
    const say = (message: string) => {
      notes.push({ kind: "person", message, source });
    };
    if (name === VAULT.data) {
      say(
        "Insomnia encrypts the secrets of its vault: write their values to .env",
      );
      const hidden = Object.keys(members(value)).map((key) => [
        key,
        secrets.variable(`${VAULT.name} ${key}`, "", scope).value,
      ]);
      return {
        name: VAULT.name,
        value: Object.fromEntries(hidden),
        secret: true,
      };
    }
    const written = templatesIn(
      value,
      (text) => toTemplate(text, { responses, say }),
    );
    return typeof written === "string" && isSecretVariable(name, written) &&
        written !== ""
      ? { name, ...secrets.variable(name, written, scope) }
      : { name, value: written };
  });
}

/** Adds what a person is to look at in a request or folder, which stands at a path of the source. */
export function addNotes(
  { file, shared: { notes } }: InsomniaReading,
  messages: readonly string[],
  { path, item }: { readonly path: string; readonly item: ImportedItem },
): void {
  for (const message of new Set(messages)) {
    notes.push({ kind: "person", message, source: { file, path }, item });
  }
}
