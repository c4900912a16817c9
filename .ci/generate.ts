// Writes every generated file: deno task generate
// A test compares them with what their sources give.

import { addressedFiles } from "./addressed_files.ts";
import { commandsPage } from "./commands_page.ts";
import { EXAMPLE_PATH, exampleFile } from "./example.ts";
import { thirdPartyFiles } from "./licences/third_party.ts";
import type { GeneratedFile } from "./generated_file.ts";
import type { NpmPackage } from "./licences/npm_packages.ts";
import { llhttpFile } from "./llhttp_wasm.ts";
import { pageFile } from "./report_page.ts";
import { schemaFiles } from "./schema_files.ts";
import { sandboxFiles } from "./sandbox/bundles.ts";
import { workbenchFile } from "./workbench_page.ts";

const root = new URL("..", import.meta.url);

/**
 * Builds the generated files, one after the other: some are made of others,
 * which are read from the disk.
 *
 * @param bundled The packages in the built command line, where they are known.
 */
export async function* generatedFiles(
  bundled?: readonly NpmPackage[],
): AsyncGenerator<GeneratedFile> {
  yield { path: EXAMPLE_PATH, text: exampleFile() };
  yield* addressedFiles();
  yield await commandsPage();
  yield* schemaFiles();
  yield await llhttpFile();
  yield await pageFile();
  yield await workbenchFile();
  yield* sandboxFiles();
  yield* await thirdPartyFiles(bundled);
}

if (import.meta.main) {
  for await (const { path, text } of generatedFiles()) {
    await Deno.writeTextFile(new URL(path, root), text);
    console.log(`${path}: ${text.length} characters`);
  }
}
