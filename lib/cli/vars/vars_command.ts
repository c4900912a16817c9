import type { CollectionIndex } from "../../check/collection_index.ts";
import { listVariables } from "../../check/list_variables.ts";
import { promptsIn } from "../../check/uses/prompts_in.ts";
import { resolveEnvironment } from "../../collection/environment.ts";
import { openCheck } from "../../host/check/open_check.ts";
import { Locator } from "../../host/locate/locator.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { makePlan } from "../../plan/make_plan.ts";
import { loadingCode } from "../../run/exit_code.ts";
import { createMasker } from "../../secrets/masker.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { didYouMean, nearest } from "../../source/nearest.ts";
import { Output } from "../run/output.ts";
import { styleFor } from "../style_for.ts";
import { lookUp } from "../../host/check/look_up.ts";
import type { VarsOptions } from "./options.ts";
import { varsJson } from "./vars_json.ts";
import { varsText } from "./vars_text.ts";

/** `brace vars`: tells which variables there are, from where they come and where they are used. */
export async function varsCommand(options: VarsOptions): Promise<number> {
  const { name, color } = options;
  const locator = new Locator();
  const masker = createMasker();
  const output = new Output(
    { ...(color !== undefined && { color }), verbose: "none", reporters: [] },
    locator,
    masker,
  );
  const { index, paths, globals, diagnostics } = await openCheck(options);
  // Warnings about the files are not what was asked for.
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (index === undefined || errors.length > 0) {
    await output.diagnostics(errors);
    return loadingCode(errors);
  }
  for (const { variable } of index.definitions()) {
    if (variable) masker.secrets.learn({ ...variable, template: true });
  }
  const [wanted] = options.environments;
  const environment = wanted === undefined
    ? undefined
    : resolveEnvironment(index.collection, wanted);
  if (environment && environment.value === undefined) {
    await output.diagnostics(environment.diagnostics);
    return loadingCode(environment.diagnostics);
  }
  const place = placeOf(index, paths);
  const all = listVariables(index, {
    ...(environment?.value && { chain: environment.value }),
    ...(place && { place }),
    globals,
    variables: Object.fromEntries(options.vars),
    envVariables: Object.fromEntries(options.envVars),
  });
  const prompts = promptsIn(
    place
      ? [
        index.collection.defaults,
        ...place.folders.map(({ defaults }) => defaults),
        place.request,
      ]
      : index.levels(),
  );
  const listed = name === undefined ? { variables: all, prompts, uses: [] } : {
    variables: all.filter((it) => it.name === name),
    prompts: [],
    uses: index.usesOf(name),
  };
  if (
    name !== undefined && listed.variables.length === 0 &&
    listed.uses.length === 0
  ) {
    const missing = [unknown(name, all.map((it) => it.name))];
    await output.diagnostics(missing);
    return loadingCode(missing);
  }
  const looked = await lookUp(listed, { locator, masker, place });
  const about = {
    collection: index.collection.name,
    ...(wanted !== undefined && { environment: wanted }),
    ...(place && { request: place.request.path }),
    ...(name !== undefined && { name }),
  };
  if (options.format === "json") {
    const json = JSON.stringify(varsJson(looked, about), null, 2);
    writeOutput(`${json}\n`, "json");
  } else {
    const style = styleFor(Deno.stdout, color);
    writeOutput(varsText(looked, { ...about, style }));
  }
  return 0;
}

/** The one request that the paths name; undefined for several. */
function placeOf(
  { collection, order }: CollectionIndex,
  paths: readonly string[],
) {
  if (paths.length === 0) return undefined;
  const { value } = makePlan(collection, { paths });
  const items = new Set(value.steps.map(({ item }) => item));
  const [item] = items;
  return items.size === 1
    ? order.places.find(({ request }) => request === item)
    : undefined;
}

function unknown(name: string, names: readonly string[]): Diagnostic {
  const near = nearest(name, names);
  return {
    code: "UNDEFINED_VARIABLE",
    severity: "error",
    message:
      `Cannot find the variable "${name}": nothing defines, sets or uses it${
        didYouMean(near)
      }`,
    ...(near !== undefined && { suggestion: near }),
  };
}
