import { VERSION } from "../../source/version.ts";
import type { FileKind } from "../format.ts";

/** Where the JSON Schema of a kind of file stands in the package. */
export function schemaPath(kind: FileKind): string {
  return `docs/schema/${kind}.json`;
}

/** The first line of a file, for editors with a server for YAML. */
export function schemaLine(kind: FileKind): string {
  return `# yaml-language-server: $schema=https://jsr.io/@brace/brace/${VERSION}/${
    schemaPath(kind)
  }\n`;
}
