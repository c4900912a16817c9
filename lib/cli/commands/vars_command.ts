import { counted } from "../../core/source/counted.ts";
import { findVariables } from "../../host/check/find_variables.ts";
import { Locator } from "../../host/locate/locator.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { loadingCode } from "../../core/run/exit_code.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import { placedGlobals } from "../config/with_globals.ts";
import { Output } from "../run/output.ts";
import { forCommand } from "../for_command.ts";
import { styleFor } from "../style_for.ts";
import type { VarsOptions } from "../command.ts";
import type { Location } from "../../core/source/diagnostic.ts";
import {
  isInForce,
  type LookedUp,
  type LookedUpDefinition,
} from "../../host/check/look_up.ts";
import type { Style } from "../../tools/report/style.ts";
import { displayWidth } from "../../core/source/display_width.ts";
import { widthOf } from "../../host/terminal/width.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";

/** `brace vars`: tells which variables there are, from where they come and where they are used. */
export async function varsCommand(options: VarsOptions): Promise<number> {
  const { color } = options;
  const locator = new Locator();
  const masker = createMasker();
  const output = new Output(
    { ...(color !== undefined && { color }), verbose: "none", reporters: [] },
    locator,
    masker,
  );
  const { value, diagnostics } = await findVariables(
    { ...options, globalsFor: placedGlobals },
    { locator, masker },
  );
  await output.diagnostics(forCommand("vars", diagnostics));
  const code = loadingCode(diagnostics);
  if (value === undefined) return code;
  const { looked, about } = value;
  if (options.format === "json") {
    const json = JSON.stringify(varsJson(looked, about), null, 2);
    writeOutput(`${json}\n`, "json");
  } else {
    const style = styleFor(Deno.stdout, color);
    const width = Deno.stdout.isTerminal() ? widthOf(Deno.stdout) : Infinity;
    const isPartial = diagnostics.length > 0;
    writeOutput(varsText(looked, { ...about, isPartial, style, width }));
  }
  return diagnostics.length === 0 ? 0 : code;
}

/** Variables for programs. */
function varsJson(
  { variables, prompts, uses }: LookedUp,
  about: {
    readonly collection: string;
    readonly environment?: string;
    readonly request?: string;
    readonly name?: string;
  },
): Record<string, unknown> {
  const { name, ...rest } = about;
  return {
    version: "1",
    ...rest,
    variables: variables.map(({ name, definitions }) => ({
      name,
      definitions: definitions.map((
        { text, location, isPassedOver: _, ...one },
      ) => ({
        ...one,
        ...(text !== undefined && { value: text }),
        ...(location && placeOf(location)),
      })),
    })),
    ...(name === undefined
      ? {
        prompts: prompts.map(({ question, locations }) => ({
          question,
          places: locations.map(placeOf),
        })),
      }
      : {
        uses: uses.map(({ location, ...one }) => ({
          ...one,
          ...placeOf(location),
        })),
      }),
  };
}

function placeOf({ file, line, column }: Location): Record<string, unknown> {
  return {
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

/** Variables for people: the definition that wins first, those it hides below. */
function varsText(
  { variables, prompts, uses }: LookedUp,
  { name, environment, request, isPartial, style, width }: {
    readonly name?: string;
    readonly environment?: string;
    readonly request?: string;
    /** Whether some files cannot be read, which may use the variable. */
    readonly isPartial: boolean;
    readonly style: Style;
    readonly width: number;
  },
): string {
  const lines: string[] = [];
  const from = {
    isOfRequest: request !== undefined,
    hasEnvironment: environment !== undefined,
  };
  for (const { name, definitions } of variables) {
    lines.push(style.bold(escapeControls(name)));
    definitions.forEach((definition, index) => {
      const isHidden = definitions.slice(0, index).some((higher) =>
        isInForce(higher, from)
      );
      lines.push(...definitionLines(definition, { isHidden, style, width }));
    });
  }
  for (const { question, locations } of prompts) {
    lines.push(
      style.bold(escapeControls(`?${question}`)),
      `  asked by a run  ${style.dim(placesText(locations))}`,
    );
  }
  if (name !== undefined) {
    if (variables.length === 0) {
      lines.push(`${style.bold(escapeControls(name))}`, "  nothing defines it");
    }
    const where = isPartial ? " of the files that can be read" : "";
    lines.push(`used in ${counted(uses.length, "place")}${where}`);
    for (const { by, location } of uses) {
      const inside = by === "script" ? "script" : location.yamlPath ?? "";
      lines.push(
        `  ${placeText(location)}  ${style.dim(escapeControls(inside))}`,
      );
    }
  } else {
    const questions = prompts.length === 0
      ? ""
      : `, ${counted(prompts.length, "question")}`;
    lines.push("", counted(variables.length, "variable") + questions);
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** The place stands below where the line has no room for it. */
function definitionLines(
  definition: LookedUpDefinition,
  { isHidden, style, width }: {
    readonly isHidden: boolean;
    readonly style: Style;
    readonly width: number;
  },
): string[] {
  const { location } = definition;
  const parts = definitionParts(definition);
  if (isHidden) {
    parts.unshift({
      text: definition.isPassedOver ? "passed over: " : "hidden: ",
    });
  }
  const place = location === undefined ? "" : placeText(location);
  const text = parts.map(({ text }) => text).join("");
  const line = `  ${
    parts.map(({ text, dim }) => dim ? style.dim(text) : text).join("")
  }`;
  const lines = place === ""
    ? [line]
    : displayWidth(`  ${text}  ${place}`) <= width
    ? [`${line}${style.dim(`  ${place}`)}`]
    : [line, style.dim(`    ${place}`)];
  return isHidden ? lines.map(style.dim) : lines;
}

/** What a definition is, in the pieces of its line. */
function definitionParts(
  { scope, label, by, kind, text, setBy, isSet, secret }: LookedUpDefinition,
): { text: string; dim?: boolean }[] {
  const from = escapeControls(
    [scope, ...(label === undefined ? [] : [label])].join(" "),
  );
  if (setBy !== undefined) {
    const when = isSet === undefined
      ? ""
      : isSet
      ? ", before it"
      : ", not before it";
    return [{ text: `${from}, set by the ${escapeControls(setBy)}${when}` }];
  }
  // Any other value of a secret is shown as none.
  const what = secret && kind === "template" ? "secret template" : kind;
  return [
    { text: from + (by === "flag" ? ", given on the command line" : "") },
    { text: what === undefined ? "" : `  ${what}`, dim: true },
    { text: text === undefined ? "" : `  ${escapeControls(text)}` },
  ];
}

function placesText([first, ...others]: readonly Location[]): string {
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return placeText(first) + more;
}

function placeText({ file = "", line, column }: Location): string {
  const position = line === undefined ? "" : `:${line}:${column ?? 1}`;
  return escapeControls(file + position);
}
