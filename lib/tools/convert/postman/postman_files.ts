import { fromVault, vaultNames } from "../../../core/collection/v3/vault.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { lineColumn } from "../../../core/source/line_starts.ts";
import {
  cannotImport,
  isMapping,
  jsonTextOf,
  members,
  parseJsonFile,
  type RawJson,
} from "../json.ts";
import type { ImportSource } from "../types.ts";
import { documentsOfDump, postmanDocument } from "./postman_documents.ts";

/** A document of Postman's, and the file that it stands in. */
export interface PostmanFile {
  readonly file: string;
  readonly data: Record<string, RawJson>;
}

/** The files of an import, told apart. */
export interface PostmanFiles {
  readonly collections: readonly PostmanFile[];
  readonly environments: readonly PostmanFile[];
  /** The names that requests and scripts ask Postman's vault for. */
  readonly vault: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the documents of one file, or of all files of a folder by their content. */
export function postmanFiles({ files, main }: ImportSource): PostmanFiles {
  const collections: PostmanFile[] = [];
  const environments: PostmanFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const vault = new Set<string>();
  const add = (file: string, text: string, value: RawJson) => {
    const data = isMapping(members(value).collection)
      ? members(members(value).collection)
      : isMapping(members(value).environment)
      ? members(members(value).environment)
      : members(value);
    const version = otherVersion(data);
    if (version !== undefined) {
      diagnostics.push(otherSchema(file, text, version));
    } else if (Array.isArray(data.item)) collections.push({ file, data });
    else if (Array.isArray(data.values)) environments.push({ file, data });
    else if (Array.isArray(data.requests)) {
      diagnostics.push(
        cannotImport(
          file,
          "it is a collection of version 1.0, export it as 2.1",
        ),
      );
    } else diagnostics.push(cannotImport(file, reasonOf(value)));
  };
  for (const [file, text] of files) {
    const isOne = main !== undefined;
    if (!isOne && !/\.json$/i.test(file)) continue;
    const { value, diagnostic } = parseJsonFile(file, text);
    if (diagnostic) {
      // A folder may have other files, such as a tsconfig.json with comments.
      if (isOne || /_?postman/i.test(file + text)) diagnostics.push(diagnostic);
      continue;
    }
    const document = postmanDocument(value);
    const isOther = document === undefined
      ? !/\.postman_\w+\.json$/i.test(file)
      : document.kind === "list";
    if (!isOne && isOther) continue;
    for (const name of vaultNames([[file, text]]).keys()) vault.add(name);
    if (vault.size > 0) takeOutVault(value);
    const documents = document?.kind === "dump"
      ? documentsOfDump(document.data) as RawJson[]
      : [value];
    for (const one of documents) add(file, text, one);
  }
  return { collections, environments, vault, diagnostics };
}

function reasonOf(value: RawJson): string {
  return postmanDocument(value)?.kind === "list"
    ? "it only lists the files of Postman's data export, import the folder that it is in"
    : 'it has neither "item" nor "values"';
}

/** Makes placeholders of the vault those of the variable of that name; scripts stay. Every value is visited once, whatever its depth. */
function takeOutVault(root: RawJson): void {
  const stack = [root];
  for (let value; (value = stack.pop()) !== undefined;) {
    if (typeof value !== "object" || value === null) continue;
    for (const [key, one] of Object.entries(value)) {
      if (key === "exec") continue;
      if (typeof one !== "string") stack.push(one);
      else Reflect.set(value, key, fromVault(one, ""));
    }
  }
}

/** The versions of the schema that are read. */
const VERSIONS = ["2.0", "2.1"];

/** The schema that a collection names, where it is one of another version. */
function otherVersion(
  data: Record<string, RawJson>,
): { schema: string; version: string } | undefined {
  const schema = jsonTextOf(members(data.info).schema) ?? "";
  const [, version] = /\/v(\d+(?:\.\d+)?)[^/]*\//.exec(schema) ?? [];
  return version === undefined || VERSIONS.includes(version)
    ? undefined
    : { schema, version };
}

function otherSchema(
  file: string,
  text: string,
  { schema, version }: { schema: string; version: string },
): Diagnostic {
  const diagnostic = cannotImport(
    file,
    `it is a collection of version ${version}, the versions ${
      VERSIONS.join(" and ")
    } are read (export it as 2.1)`,
  );
  const offset = text.indexOf(JSON.stringify(schema));
  return offset === -1 ? diagnostic : {
    ...diagnostic,
    location: { file, ...lineColumn(text, offset), length: schema.length + 2 },
  };
}
