import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import { fileNotes } from "../named_files.ts";
import type { ImportNote, ImportSource } from "../types.ts";

/** What requests need besides themselves. */
export interface BesideRequests {
  /** `config` of the collection. */
  readonly config: Record<string, unknown>;
  /** Texts of files by their paths. */
  readonly texts: ReadonlyMap<string, string>;
  /** Paths of `.proto` files by their ids. */
  readonly protos: ReadonlyMap<string, string>;
  readonly notes: readonly ImportNote[];
}

/** Reads the `.proto` files and the client certificates of exports. */
export function besideRequests(
  documents: readonly { readonly root: RawJson; readonly file: string }[],
  hasFile: ImportSource["hasFile"],
): BesideRequests {
  const texts = new Map<string, string>();
  const protos = new Map<string, string>();
  const folders = new Set<string>();
  const certificates: Record<string, unknown>[] = [];
  const notes: ImportNote[] = [];
  for (const { root, file } of documents) {
    const { resources, certificates: own } = members(root);
    const all = elements(resources).map(members);
    const directories = new Map(
      all.filter(({ _type }) => _type === "proto_directory")
        .map((one) => [jsonTextOf(one._id) ?? "", one]),
    );
    for (const [index, one] of all.entries()) {
      if (one._type === "proto_file") {
        const path = protoPath(one, directories, texts);
        texts.set(path, jsonTextOf(one.protoText) ?? "");
        protos.set(jsonTextOf(one._id) ?? "", path);
        // Imports begin at the folder that was chosen.
        folders.add(path.split("/").slice(0, -1).slice(0, 2).join("/"));
      }
      if (one._type === "client_certificate") {
        certificate(one, { file, path: `resources[${index}]` });
      }
    }
    for (const [index, one] of elements(own).map(members).entries()) {
      if (one.host === undefined) continue;
      certificate(one, { file, path: `certificates[${index}]` });
    }
  }
  function certificate(
    one: Record<string, RawJson>,
    source: { file: string; path: string },
  ) {
    const made = certificateOf(one);
    if (made) {
      certificates.push(made);
      const files = ["cert", "key", "pfx"].map((key) => jsonTextOf(one[key]));
      for (const said of fileNotes(files.map((path) => path ?? ""), hasFile)) {
        notes.push({ ...said, source });
      }
    } else {
      notes.push({
        kind: "person",
        message: `Left out the client certificate for "${
          jsonTextOf(one.host) ?? ""
        }": it names neither a certificate with its key nor a PFX file, write it under config.clientCertificates`,
        source,
      });
    }
  }
  return {
    config: {
      ...(texts.size > 0 && {
        protobuf: {
          protoFiles: [...texts.keys()].map((path) => ({ type: "file", path })),
          importPaths: [...folders].map((path) => ({ path })),
        },
      }),
      ...(certificates.length > 0 && { clientCertificates: certificates }),
    },
    texts,
    protos,
    notes,
  };
}

/** A free path below `protos`, with the folders that the file lies in. */
function protoPath(
  file: Record<string, RawJson>,
  directories: ReadonlyMap<string, Record<string, RawJson>>,
  taken: ReadonlyMap<string, string>,
): string {
  const names = [jsonTextOf(file.name) || "service.proto"];
  const seen = new Set<RawJson>();
  for (
    let above = directories.get(jsonTextOf(file.parentId) ?? "");
    above !== undefined && !seen.has(above);
    above = directories.get(jsonTextOf(above.parentId) ?? "")
  ) {
    seen.add(above);
    names.unshift(jsonTextOf(above.name) || "folder");
  }
  const path = names.map((name) =>
    name.replace(/[^\p{L}\p{N}._ -]+/gu, "-").replace(/^\.+/, "") || "folder"
  ).join("/").replace(/(?:\.proto)?$/i, "");
  let free = `protos/${path}.proto`;
  for (let count = 2; taken.has(free); count++) {
    free = `protos/${path}-${count}.proto`;
  }
  return free;
}

function certificateOf(
  one: Record<string, RawJson>,
): Record<string, unknown> | undefined {
  const text = (name: string) => jsonTextOf(one[name]) ?? "";
  const common = {
    domain: text("host"),
    ...(one.disabled === true && { disabled: true }),
  };
  const passphrase = text("passphrase");
  const secret = passphrase === "" ? {} : { passphrase };
  if (common.domain === "") return undefined;
  if (text("cert") !== "" && text("key") !== "") {
    return {
      ...common,
      type: "pem",
      certificateFilePath: text("cert"),
      privateKeyFilePath: text("key"),
      ...secret,
    };
  }
  return text("pfx") === "" ? undefined : {
    ...common,
    type: "pkcs12",
    pkcs12FilePath: text("pfx"),
    ...secret,
  };
}
