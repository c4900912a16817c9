import { type Diagnostic, wordFix } from "../../source/diagnostic.ts";
import { didYouMean, nearest, surelyMeant } from "../../source/nearest.ts";
import { BLOCKS, METHOD_BLOCKS, TARGET_BLOCKS } from "./blocks.ts";
import { type BruBlock, spanAt } from "./shape.ts";

/** The diagnostic for a request's file without a block for the method and the URL. */
export function noRequest(
  file: string,
  source: string,
  blocks: readonly BruBlock[],
): Diagnostic {
  const [first] = blocks;
  if (!first) {
    return {
      code: "UNSUPPORTED",
      severity: "warning",
      message: `Ignored "${file}": it has no content`,
      location: { file },
    };
  }
  // A block whose name is misspelled, if there is one, is the method's, unless another name is nearer.
  const unknown = blocks.filter(({ name }) => !BLOCKS.has(name));
  const meant = unknown.filter(({ name }) =>
    METHOD_BLOCKS.includes(nearest(name, BLOCKS.keys()) ?? "")
  );
  const { name, nameAt } = meant[0] ?? first;
  const near = meant.length > 0 ? nearest(name, METHOD_BLOCKS) : undefined;
  const location = spanAt(file, source, nameAt);
  return {
    code: "INVALID_FIELD",
    severity: "error",
    message:
      `Cannot read "${file}": a request needs a block with its method and URL, such as "get { url: … }"${
        didYouMean(near)
      }`,
    location,
    ...near !== undefined && { suggestion: near },
    ...wordFix(
      location,
      name,
      meant.length === 1 ? surelyMeant(name, TARGET_BLOCKS) : undefined,
    ),
  };
}
