import type { Range, Search } from "../automaton.ts";
import { pushAll } from "../../source/push_all.ts";
import { type Decoded, decoders, WHOLE_DECODERS } from "./decoders.ts";

/** What is searched, and how. */
export interface Finding {
  /** Finds the forms of {@linkcode patternsOf}. */
  readonly search: Search;
  /** Whether a secret has spaces, which forms write as `+`. */
  readonly spaces: boolean;
  /** Whether the text goes on after its end. */
  readonly cut: boolean;
}

/** How many escapes upon each other are looked through. */
const MAX_LAYERS = 3;
/** How many times base64 or hex is undone; what it holds is searched for its own base64 and hex. */
const MAX_WHOLE_LAYERS = 1;

const PLAIN = decoders({ spaces: false });
const WITH_FORMS = decoders({ spaces: true });

/**
 * Finds secrets in a text: as they are, in base64, base64url and hex,
 * percent-encoded, escaped for JSON, HTML and XML, and several of these upon
 * each other. Its work is linear in the text.
 */
export function findEncoded(text: string, finding: Finding): Range[] {
  return find(text, { finding, seen: new Set() }, MAX_LAYERS, MAX_WHOLE_LAYERS);
}

interface State {
  readonly finding: Finding;
  /** Texts that were searched: two escapes in either order often decode to one text. */
  readonly seen: Set<string>;
}

function find(
  text: string,
  state: State,
  layers: number,
  whole: number,
): Range[] {
  const { finding, seen } = state;
  seen.add(text);
  const ranges = finding.search(text, finding.cut);
  if (layers === 0) return ranges;
  for (const decode of finding.spaces ? WITH_FORMS : PLAIN) {
    const decoded = decode(text);
    if (decoded === undefined || seen.has(decoded.text)) continue;
    const found = find(decoded.text, state, layers - 1, whole);
    pushAll(ranges, originals(found, decoded));
  }
  if (whole === 0) return ranges;
  for (const decode of WHOLE_DECODERS) {
    const decoded = decode(text);
    if (decoded === undefined) continue;
    // The same text may come of different places.
    const inside = { finding, seen: new Set<string>() };
    const found = find(decoded.text, inside, layers - 1, whole - 1);
    pushAll(ranges, originals(found, decoded));
  }
  return ranges;
}

/** Where what was found in a decoded text stands in its source. */
function originals(
  ranges: readonly Range[],
  { starts, ends = starts }: Decoded,
): Range[] {
  return ranges.map(([from, to]) => [starts[from], ends[to]]);
}
