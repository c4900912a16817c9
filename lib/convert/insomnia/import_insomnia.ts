import { cannotImport } from "../cannot_import.ts";
import { parse } from "@std/yaml/parse";
import { tooManyValues } from "../too_many_values.ts";
import { elements, isMapping, type Json, members, textOf } from "../json.ts";
import type { FileVariable } from "../open_collection.ts";
import { SecretValues } from "../secret_values.ts";
import { isSecretVariable } from "../../secrets/secret_field.ts";
import type {
  ImportedEnvironment,
  ImportedFolder,
  ImportedItem,
  ImportedRequest,
  ImportNote,
  ImportResult,
  ImportSource,
} from "../types.ts";
import {
  authOf,
  insomniaRequest,
  rows,
  type Template,
} from "./insomnia_request.ts";
import { toTemplate } from "./templates.ts";
import { addNotes } from "../add_notes.ts";

/** A node of the tree: version 5 has it, version 4 is made into it. */
interface Node {
  readonly data: Record<string, Json>;
  /** Absent for a request. */
  readonly children?: readonly Node[];
  readonly path: string;
}

interface Document {
  readonly name: string;
  readonly description?: string;
  readonly nodes: readonly Node[];
  readonly base: Record<string, Json>;
  readonly environments: readonly {
    name: string;
    data: Record<string, Json>;
  }[];
}

interface Reading {
  readonly file: string;
  readonly secrets: SecretValues;
  readonly notes: ImportNote[];
}

/** Imports an export of Insomnia: version 4 (JSON) or 5 (YAML). */
export function importInsomnia(
  { name, files, main }: ImportSource,
): ImportResult {
  const file = main ?? name;
  const text = (files.get(file) ?? "").replace(/^\ufeff/, "");
  let value: Json;
  try {
    value = parse(text, { schema: "core" });
  } catch {
    return { diagnostics: [cannotImport(file, "it is neither JSON nor YAML")] };
  }
  const limit = tooManyValues(file, value);
  if (limit) return { diagnostics: [limit] };
  const root = members(value);
  const document = Array.isArray(root.resources)
    ? version4(root.resources.map(members))
    : Array.isArray(root.collection)
    ? version5(root)
    : undefined;
  if (!document) {
    return {
      diagnostics: [
        cannotImport(
          file,
          "it is not an export of version 4 or 5 with requests in it",
        ),
      ],
    };
  }
  const names = [
    document.base,
    ...document.environments.map(({ data }) => data),
  ]
    .flatMap((data) => Object.keys(data));
  const reading: Reading = {
    file,
    secrets: new SecretValues(names),
    notes: [],
  };
  const { secrets, notes } = reading;
  const items = document.nodes.map((node) => itemOf(node, reading, false));
  const variables = variablesOf(document.base, { reading, scope: "" });
  const environments = document.environments.map((
    one,
  ): ImportedEnvironment => ({
    name: one.name,
    variables: variablesOf(one.data, { reading, scope: one.name }),
  }));
  const { description } = document;
  return {
    value: {
      name: document.name,
      ...(description?.trim() && { docs: description }),
      defaults: { variables: [...variables, ...secrets.variables] },
      items,
      environments,
      secrets: secrets.secrets,
      notes,
      keepOrder: true,
    },
    diagnostics: [],
  };
}

function itemOf(node: Node, reading: Reading, hasAuth: boolean): ImportedItem {
  const { data, children, path } = node;
  const said: string[] = [];
  const template: Template = (text) =>
    toTemplate(
      text,
      (tag) => said.push(`Brace has nothing for the tag "${tag.slice(0, 60)}"`),
    );
  if (children === undefined) {
    const { request, notes } = insomniaRequest(data, { template, hasAuth });
    const item: ImportedRequest = {
      kind: "request",
      request,
    };
    addNotes(reading, [...notes, ...said], { path, item });
    return item;
  }
  const auth = authOf(members(data.authentication), {
    template,
    hasAuth: false,
    notes: said,
  });
  const headers = rows(data.headers, template);
  const variables = variablesOf(members(data.environment), {
    reading,
    scope: "",
  });
  const docs = textOf(data.description);
  const folder: ImportedFolder = {
    kind: "folder",
    name: textOf(data.name) || "folder",
    ...(docs?.trim() && { docs }),
    defaults: {
      ...(headers.length > 0 && { headers }),
      ...(auth && { auth }),
      ...(variables.length > 0 && { variables }),
    },
    items: children.map((child) =>
      itemOf(child, reading, hasAuth || auth !== undefined)
    ),
  };
  addNotes(reading, said, { path, item: folder });
  return folder;
}

/** A mapping of an environment as variables; what has the name of a secret is one. */
function variablesOf(
  data: Record<string, Json>,
  { reading, scope }: { reading: Reading; scope: string },
): FileVariable[] {
  return Object.entries(data).map(([name, value]) => {
    if (typeof value === "string") {
      const text = toTemplate(value, () => {});
      return isSecretVariable(name) && text !== ""
        ? { name, ...reading.secrets.variable(name, text, scope) }
        : { name, value: text };
    }
    return { name, value };
  });
}

/** Version 4: a flat list, each resource with its parent's id. */
function version4(resources: readonly Record<string, Json>[]): Document {
  const byParent = new Map<
    string,
    { data: Record<string, Json>; path: string }[]
  >();
  for (const [index, data] of resources.entries()) {
    const parent = textOf(data.parentId) ?? "";
    const list = byParent.get(parent) ?? [];
    byParent.set(parent, list);
    list.push({ data, path: `resources[${index}]` });
  }
  const childrenOf = (parent: string, depth = 0): Node[] =>
    depth > 100 ? [] : (byParent.get(parent) ?? [])
      .filter(({ data }) =>
        data._type === "request" || data._type === "request_group"
      )
      .toSorted((a, b) => sortKey(a.data) - sortKey(b.data))
      .map(({ data, path }) => ({
        data,
        path,
        ...(data._type === "request_group" && {
          children: childrenOf(textOf(data._id) ?? "", depth + 1),
        }),
      }));
  const workspace = resources.find((one) => one._type === "workspace") ?? {};
  const id = textOf(workspace._id) ?? "";
  const base = resources.find((one) =>
    one._type === "environment" && one.parentId === id
  );
  const environments = base === undefined
    ? []
    : (byParent.get(textOf(base._id) ?? "") ?? []).map(({ data }) => data)
      .filter((data) => data._type === "environment");
  return {
    name: textOf(workspace.name) || "Insomnia",
    ...(textOf(workspace.description) && {
      description: textOf(workspace.description),
    }),
    nodes: childrenOf(id),
    base: members(base?.data),
    environments: environments.map((one) => ({
      name: textOf(one.name) || "environment",
      data: members(one.data),
    })),
  };
}

/** Version 5: a tree. */
function version5(root: Record<string, Json>): Document {
  const nodesOf = (value: Json, path: string, depth = 0): Node[] =>
    depth > 100 ? [] : elements(value).map((element, index) => ({
      node: members(element),
      at: `${path}[${index}]`,
    })).toSorted((a, b) =>
      sortKey(members(a.node.meta)) - sortKey(members(b.node.meta))
    ).map(({ node, at }) => ({
      data: {
        ...node,
        description: node.description ?? members(node.meta).description,
      },
      path: at,
      ...(Array.isArray(node.children) && {
        children: nodesOf(node.children, `${at}.children`, depth + 1),
      }),
    }));
  const environments = members(root.environments);
  return {
    name: textOf(root.name) || "Insomnia",
    nodes: nodesOf(root.collection, "collection"),
    base: members(environments.data),
    environments: elements(environments.subEnvironments).filter(isMapping).map(
      (one) => ({
        name: textOf(one.name) || "environment",
        data: members(one.data),
      }),
    ),
  };
}

function sortKey(data: Record<string, Json>): number {
  const key = data.metaSortKey ?? data.sortKey;
  return typeof key === "number" ? key : 0;
}
