import { basename, dirname, join, relative, resolve } from "node:path";
import type { ImportSource } from "../../tools/convert/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import { describeFileError } from "../files/describe_file_error.ts";
import { isInside } from "../files/is_inside.ts";
import { readText } from "../files/read_text.ts";
import { fetchText } from "./fetch_text.ts";

/**
 * Reads what a document refers to: one from a URL may refer to URLs that the
 * policy allows and to no file; one from a file to files below its folder and,
 * with `--allow-net`, to URLs.
 */
export function referenceReader(
  { document, allowNet }: {
    document: string;
    allowNet: true | readonly string[];
  },
): NonNullable<ImportSource["readReference"]> {
  const isRemote = /^https?:\/\//i.test(document);
  return async (reference) => {
    try {
      if (/^https?:\/\//i.test(reference)) {
        if (!isRemote && allowNet !== true && allowNet.length === 0) {
          return { diagnostic: notAllowed(reference) };
        }
        const typed = isRemote ? document : reference;
        const hosts = isRemote ? allowNet : onlyListed(reference, allowNet);
        if (hosts === undefined) return { diagnostic: notAllowed(reference) };
        return await fetchText(reference, { allowNet: hosts, typed });
      }
      if (isRemote) return { diagnostic: outside(reference, document) };
      return await readBeside(document, reference);
    } catch (error) {
      if (error instanceof DiagnosticError) {
        return { diagnostic: error.diagnostics[0] };
      }
      return { diagnostic: describeFileError("read", reference, error) };
    }
  };
}

/** A file below the folder of the document, links followed. */
async function readBeside(
  document: string,
  reference: string,
): Promise<{ text: string } | { diagnostic: Diagnostic }> {
  const folder = dirname(resolve(document));
  const shown = relative(folder, resolve(reference));
  try {
    const root = await Deno.realPath(folder);
    const real = await Deno.realPath(join(root, shown));
    if (!isInside(root, real)) {
      return { diagnostic: outside(shown, basename(document)) };
    }
    return { text: readText(real) };
  } catch (error) {
    return { diagnostic: describeFileError("read", shown, error) };
  }
}

/** The hosts that a file's reference may be fetched from: its own only if it is listed. */
function onlyListed(
  reference: string,
  allowNet: true | readonly string[],
): true | readonly string[] | undefined {
  if (allowNet === true) return true;
  const { host, hostname } = new URL(reference);
  return allowNet.includes(host) || allowNet.includes(hostname)
    ? allowNet
    : undefined;
}

function notAllowed(reference: string): Diagnostic {
  const { host } = new URL(reference);
  return {
    code: "PERMISSION",
    severity: "error",
    message:
      `Cannot fetch "${reference}": the document refers to the host "${host}", allow it with --allow-net=${host}`,
    suggestion: `--allow-net=${host}`,
  };
}

function outside(reference: string, document: string): Diagnostic {
  return {
    code: "PERMISSION",
    severity: "error",
    message:
      `Cannot read "${reference}": "${document}" may refer to files below its own folder only`,
  };
}
