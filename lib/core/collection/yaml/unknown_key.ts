import {
  type Diagnostic,
  type Fix,
  locationOf,
} from "../../source/diagnostic.ts";
import { didYouMean, nearest } from "../../source/nearest.ts";
import type { Origin } from "../../source/origin.ts";

/** What to say of a key that is not among the `known`; `name` is the path to show. */
export function unknownKey(
  { at, name }: { readonly at: Origin; readonly name: string },
  key: string,
  known: readonly string[],
): Diagnostic {
  const near = nearest(key, known);
  const wayOut = didYouMean(near);
  return {
    code: "UNKNOWN_KEY",
    severity: "warning",
    message: `Ignored "${name}": the key is unknown${wayOut}`,
    location: { ...locationOf(at), onKey: true },
    ...(near !== undefined && { suggestion: near }),
    ...keyFix(at, key, known),
  };
}

/** What fixes a misspelt key without a question: the only key that it can mean. Never where auth would be sent that was not. */
function keyFix(
  { file, path }: Origin,
  key: string,
  known: readonly string[],
): { fix?: Fix } {
  const near = known.filter((one) => nearest(key, [one]) !== undefined);
  if (near.length !== 1 || [...path, near[0]].includes("auth")) return {};
  return {
    fix: {
      title: `Change it to "${near[0]}"`,
      location: { ...locationOf({ file, path }), onKey: true },
      edits: [{ offset: 0, length: key.length, text: near[0] }],
    },
  };
}
