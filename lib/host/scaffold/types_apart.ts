import { parse } from "jsonc-parser";
import { readText } from "../files/read_text.ts";
import { join, relative, resolve } from "../path.ts";
import { findConfig } from "./find_config.ts";

/** A line for a file that is there, or is to be. */
export interface Addition {
  /** The file, in words. */
  readonly to: string;
  readonly line: string;
}

/** Types that compilers read without being told, and that declare a `test` of their own. */
const CLASHING = ["@types/jest", "@types/mocha"];

/**
 * What keeps the types of scripts apart from those of the project around them.
 *
 * @param folder The folder that the types are written to, as given.
 * @param typesFile Their file in it.
 */
export function typesApart(folder: string, typesFile: string): Addition[] {
  const manifest = findConfig(resolve(folder), ["package.json"]);
  if (manifest === undefined) return [];
  const { dependencies, devDependencies } = Object(parse(readText(manifest)));
  const names = { ...Object(dependencies), ...Object(devDependencies) };
  const types = CLASHING.find((name) => Object.hasOwn(names, name));
  if (types === undefined) return [];
  const why = `, as ${types} declares another test`;
  const exclude = "the exclude of your own tsconfig.json";
  const home = resolve(manifest, "..");
  // In one folder, both have one tsconfig.json, which goes on with the project's types.
  if (home === resolve(folder)) {
    return [{ to: `${exclude}${why}`, line: JSON.stringify(typesFile) }];
  }
  return [{
    to: `${join(folder, "tsconfig.json")}${why}`,
    line: '{ "compilerOptions": { "types": [] } }',
  }, {
    to: exclude,
    line: JSON.stringify(
      relative(home, resolve(folder)).replaceAll("\\", "/"),
    ),
  }];
}
