import { CLIENT_VERSION } from "../core/scope/value/client_version.ts";
import { WRITERS } from "../tools/report/writers.ts";
import type { Session } from "./session.ts";
import { maskedFile } from "../core/secrets/masked_file.ts";
import { partsOf } from "./bounded.ts";

/** Something that clients can read. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

const BASE = "brace:///";

/** What there is to read: files of the collection, reports of this session, schemas and documentation. */
export async function resourcesOf(session: Session): Promise<Resource[]> {
  const { schemas, pages } = session.ports;
  const docs = Object.keys(await pages());
  return [
    ...Object.keys(await schemas()).map((name) => ({
      uri: `${BASE}schema/${name}`,
      name: `schema/${name}`,
      title: `Schema: ${name}`,
      description: `JSON Schema of a ${name}'s file`,
      mimeType: "application/schema+json",
    })),
    ...docs.map((name) => ({
      uri: `${BASE}docs/${name}`,
      name: `docs/${name}`,
      title: `Documentation: ${name}`,
      description: `Brace's documentation, page "${name}"`,
      mimeType: "text/markdown",
    })),
    ...session.exchanges.runs().map(({ id }) => ({
      uri: `${BASE}reports/${id}`,
      name: `reports/${id}`,
      title: `Report: ${id}`,
      description: "JSON report of a run of this session, secrets masked",
      mimeType: "application/json",
    })),
    ...filesOf(session).map(([file]) => ({
      uri: `${BASE}files/${encoded(file)}`,
      name: file,
      title: file,
      description: "A file of the collection, secrets masked",
      mimeType: "application/yaml",
    })),
  ];
}

/** The files of the collection by the names that diagnostics have. */
function filesOf(session: Session): [file: string, text: string][] {
  const { mask } = session.masker;
  return session.shownTexts(session.load())
    .map(([file, text]) => [mask(file), text]);
}

function encoded(file: string): string {
  return file.split("/").map(encodeURIComponent).join("/");
}

/** The text of a resource, a part of it where it is long; undefined: there is none. */
export async function readResource(
  uri: string,
  session: Session,
): Promise<{ mimeType: string; text: string } | undefined> {
  const match = /^brace:\/\/\/(\w+)\/([^?#]*)(?:\?part=(\d{1,6}))?$/.exec(uri);
  if (match === null) return undefined;
  const [, kind, path, part = "1"] = match;
  let name: string;
  try {
    name = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  const found = await whole(kind, name, session);
  return found && {
    ...found,
    text: partOf(found.text, Number(part), `${BASE}${kind}/${path}`),
  };
}

async function whole(
  kind: string,
  name: string,
  session: Session,
): Promise<{ mimeType: string; text: string } | undefined> {
  const { ports, exchanges, masker } = session;
  const among = (all: Readonly<Record<string, string>>) =>
    Object.hasOwn(all, name) ? all[name] : undefined;
  switch (kind) {
    case "schema": {
      const text = among(await ports.schemas());
      return text === undefined
        ? undefined
        : { mimeType: "application/schema+json", text };
    }
    case "docs": {
      const text = among(await ports.pages());
      return text === undefined
        ? undefined
        : { mimeType: "text/markdown", text };
    }
    case "reports": {
      const run = exchanges.run(name);
      if (run === undefined) return undefined;
      const writer = await WRITERS.json();
      const meta = { clientVersion: CLIENT_VERSION, exitCode: run.exitCode };
      const text = [...writer(run.report, meta)].join("");
      return { mimeType: "application/json", text: masker.maskText(text) };
    }
    case "files": {
      const file = filesOf(session).find(([file]) => file === name);
      return file && {
        mimeType: "application/yaml",
        text: maskedFile(file[1], masker),
      };
    }
    default:
      return undefined;
  }
}

function partOf(text: string, part: number, uri: string): string {
  const parts = partsOf(text);
  if (parts.length === 1) return text;
  const at = Math.min(Math.max(part, 1), parts.length);
  const more = at < parts.length
    ? `; read ${uri}?part=${at + 1} for the next one`
    : "";
  return `${parts[at - 1]}\n[part ${at} of ${parts.length}${more}]`;
}
