import type { Location } from "../../core/source/diagnostic.ts";
import type { LookedUp } from "../../host/check/look_up.ts";

/** Variables for programs. */
export function varsJson(
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
      definitions: definitions.map(({ text, location, ...one }) => ({
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
