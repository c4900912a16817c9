import type { Diagnostic } from "../../source/diagnostic.ts";
import { lineColumn } from "../../source/line_starts.ts";
import { didYouMean, nearest } from "../../source/nearest.ts";
import { BLOCKS, METHOD_BLOCKS } from "./blocks.ts";
import type { BruBlock } from "./shape.ts";

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
  // A block whose name is misspelled, if there is one, is the method's.
  const near = blocks.map((block) => ({
    block,
    name: BLOCKS.has(block.name)
      ? undefined
      : nearest(block.name, METHOD_BLOCKS),
  })).find(({ name }) => name !== undefined);
  const { nameAt } = near?.block ?? first;
  return {
    code: "INVALID_FIELD",
    severity: "error",
    message:
      `Cannot read "${file}": a request needs a block with its method and URL, such as "get { url: … }"${
        didYouMean(near?.name)
      }`,
    location: {
      file,
      ...lineColumn(source, nameAt.start),
      length: nameAt.end - nameAt.start,
    },
    ...near?.name !== undefined && { suggestion: near.name },
  };
}
