import { readImportSource } from "../../lib/host/import/read_import_source.ts";
import { importSource } from "../../lib/tools/convert/import_source.ts";
import { toFiles } from "../../lib/tools/convert/to_files.ts";
import { VERSION } from "../../lib/core/source/version.ts";
import { formatDiagnostic } from "../../lib/core/source/format_diagnostic.ts";

/** Imports a file or folder and writes all that comes of it as one text. */
export async function imported(path: string): Promise<string> {
  const source = await readImportSource(path, { allowNet: [] });
  const { value, diagnostics } = await importSource(source, {
    withTests: true,
  });
  const said = diagnostics.map((one) => formatDiagnostic(one) + "\n");
  if (value === undefined) return said.join("");
  const { files, notes } = toFiles(value);
  const parts = [...files].map(([path, text]) => `=== ${path}\n${text}`);
  const noted = notes.map(({ kind, message, source, target }) =>
    `${kind}: ${message}\n  ${
      [source?.file, source?.line, source?.path, target].filter((one) =>
        one !== undefined
      ).join(" ")
    }\n`
  );
  const secrets = value.secrets.map(({ env, value }) => `${env}=${value}\n`);
  return [
    ...parts,
    ...(secrets.length > 0 ? ["=== secrets\n", ...secrets] : []),
    ...(noted.length > 0 ? ["=== notes\n", ...noted] : []),
    ...said,
  ].join("").replaceAll(`/${VERSION}/docs/`, "/VERSION/docs/");
}
