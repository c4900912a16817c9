import { bodyPaths } from "../../core/collection/body_paths.ts";
import { codesThrough } from "../../core/collection/required/required_code.ts";
import type { Collection, Item } from "../../core/collection/types.ts";
import type { Plan } from "../../core/plan/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { moduleReader } from "../files/read_inside.ts";
import { basename, isInside, join, resolve } from "../path.ts";
import {
  contentAt,
  givenFiles,
  realPath,
  replacesSource,
  type WriteTarget,
} from "./source_file.ts";
import type { LoadedRun } from "../run/load_run.ts";
import type { RunOptions } from "../run/options.ts";

/**
 * Looks before anything is sent whether a file that the run writes is one that
 * it reads, whatever its path is called.
 *
 * @throws {CollectionError} One is.
 */
export async function refuseSources(
  targets: readonly WriteTarget[],
  { collection, plan }: LoadedRun,
  options: RunOptions,
): Promise<void> {
  const problems: Diagnostic[] = [];
  for (const target of targets) {
    const real = await contentAt(target.file);
    if (real === undefined) continue;
    const isRead = isNamed(real, await realPath(collection.root)) ||
      await isAmong(real, givenFiles(options)) ||
      await isAmong(real, filesOf(collection, real)) ||
      await isAmong(real, sentFiles(plan, collection)) ||
      await isAmong(real, modulesOf(plan, options));
    if (isRead) problems.push(replacesSource(target, real));
  }
  if (problems.length > 0) throw new CollectionError(problems);
}

async function isAmong(
  real: string,
  paths: Iterable<string>,
): Promise<boolean> {
  for (const path of paths) if (await realPath(path) === real) return true;
  return false;
}

/** What a collection's folder has besides requests and environments. */
const NAMES =
  /^(?:\.env(?:\..*)?|brace\.yaml|bruno\.json|(?:folder|definition)\.ya?ml|(?:folder|collection)\.bru)$/;

function isNamed(real: string, root: string): boolean {
  return NAMES.test(basename(real)) && isInside(root, real);
}

/** The files of a collection; its requests only where the file in question can be one. */
function* filesOf(
  { file, globals, environments, items }: Collection,
  real: string,
): Generator<string> {
  yield file;
  if (globals) yield globals.file;
  for (const environment of environments) yield environment.file;
  if (/\.(?:ya?ml|bru)$/.test(real)) yield* filesOfItems(items);
}

function* filesOfItems(items: readonly Item[]): Generator<string> {
  for (const item of items) {
    if (item.kind === "folder") yield* filesOfItems(item.items);
    else yield item.at.file;
  }
}

/** The files that requests send; none of those whose paths only the run tells. */
function* sentFiles(
  { steps }: Plan,
  { root, config }: Collection,
): Generator<string> {
  for (const { item } of steps) {
    if (item.kind !== "request") continue;
    for (const { text } of bodyPaths(item.body)) yield resolve(root, text);
    const proto = item.grpc?.protoFile?.text;
    if (proto !== undefined) yield resolve(root, proto);
  }
  for (const path of config.protobuf?.protoFiles ?? []) {
    yield resolve(root, path);
  }
}

/** The files that scripts ask for by literal names. */
function modulesOf(
  { steps }: Plan,
  { allowRead }: RunOptions,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const collection of new Set(steps.map((step) => step.collection))) {
    const read = moduleReader(collection, allowRead);
    const codesOf = codesThrough((path) => {
      const text = read(path);
      if (text !== undefined) found.add(join(collection.root, path));
      return text;
    });
    for (const { item, folders } of steps) {
      const levels = [collection, ...folders].map(({ defaults }) => defaults);
      const all = item.kind === "request" ? [...levels, item] : levels;
      for (const { scripts } of all) scripts.forEach(codesOf);
    }
  }
  return found;
}
