import { withoutEnvironment } from "../without_environment.ts";
import type { Location } from "../../core/source/diagnostic.ts";
import type { Alias, Document, Pair, ParsedNode, Scalar, YAMLMap } from "yaml";
import { brunoJsonKeys } from "../../core/collection/bru/read_bruno_json.ts";
import { isV3Path, urlPiece } from "../../core/collection/v3/parse_v3.ts";
import type { Units } from "../../core/collection/bru/value_units.ts";
import { type BruFile, type Inside, openBru } from "./bru_file.ts";
import { mapScalar } from "./map_scalar.ts";

/** A file as the library that knows where a key stands has read it, and what was found in it already. */
export interface YamlFile {
  readonly kind: "yaml";
  readonly yaml: typeof import("./yaml_library.ts");
  readonly text: string;
  readonly document: Document<ParsedNode>;
  /** The keys in the file for those of the collection. */
  keys(keys: readonly (string | number)[]): readonly (string | number)[];
  /** Where a location of a text stands that the file has in pieces. */
  piece?(location: Location): Location;
  /** Many diagnostics can point into one text. */
  readonly found: Map<Location["keys"], FoundNode>;
  readonly units: ScalarUnits;
  readonly placeholders: Map<string, ReadonlyMap<string, Inside>>;
  readonly pairs: Map<YAMLMap, ReadonlyMap<string, Pair>>;
  /** What the aliases stand for, once one was met. */
  aliases?: ReadonlyMap<Alias, ParsedNode | null>;
}

/** Where keys lead. */
export interface FoundNode {
  /** The deepest node on the way. */
  readonly node: ParsedNode | null;
  /** The key that leads to it. */
  readonly key?: ParsedNode;
  /** False when some of the keys do not exist. */
  readonly exact: boolean;
}

/** The value of a scalar, and where its units stand; undefined where its text cannot be followed. */
export function scalarUnits(
  { text: source, units }: YamlFile,
  node: Scalar.Parsed,
): Units | undefined {
  const text = String(node.value ?? "");
  const at = units.get(node, () => {
    const [start, end] = node.range;
    const style = node.type ?? "PLAIN";
    return mapScalar(source, { style, start, end, value: text });
  });
  return at && { text, at };
}

/** UTF-16 units of all texts that are kept, besides the one in use. */
const KEPT = 10 * 1_024 ** 2;

/**
 * The files of collections that diagnostics point into. Each is read and parsed when the
 * first of them is located and kept for later ones; of a great amount of text
 * only what was used last.
 */
export class YamlFiles {
  readonly #readText: (file: string) => string | undefined;
  readonly #files = new Map<string, YamlFile | BruFile | undefined>();
  #yaml: typeof import("./yaml_library.ts") | undefined;

  /** @param readText The text of a file by the path that diagnostics show. */
  constructor(readText: (file: string) => string | undefined) {
    this.#readText = readText;
  }

  /** The text of a file, whatever is in it; undefined where it cannot be read. */
  text(name: string): string | undefined {
    return this.#readText(name);
  }

  /** Opens a file; undefined where it cannot be read or is malformed. */
  async open(name: string): Promise<YamlFile | BruFile | undefined> {
    let file = this.#files.get(name);
    if (file === undefined && !this.#files.has(name)) {
      const text = this.#readText(name);
      file = text === undefined
        ? undefined
        : name.endsWith(".bru")
        ? openBru(name, text)
        : await this.#parse(name, text);
    }
    this.#files.delete(name);
    this.#forget(KEPT - (file?.text.length ?? 0));
    this.#files.set(name, file);
    return file;
  }

  /** Lets go of what was used the longest time ago, until the rest has room. */
  #forget(room: number): void {
    let kept = 0;
    for (const [name, file] of [...this.#files].toReversed()) {
      kept += file?.text.length ?? 0;
      if (kept > room) this.#files.delete(name);
    }
  }

  async #parse(name: string, text: string): Promise<YamlFile | undefined> {
    const yaml = this.#yaml ??= await import("./yaml_library.ts");
    try {
      const source = text.replace(/^\uFEFF/, "");
      return {
        kind: "yaml",
        keys: name.endsWith("bruno.json") ? brunoJsonKeys : (keys) => keys,
        ...(isV3Path(name) && { piece: pieceIn(source) }),
        yaml,
        text: source,
        document: withoutEnvironment(() => parse(yaml, source)),
        found: new Map(),
        units: new ScalarUnits(),
        placeholders: new Map(),
        pairs: new Map(),
      };
    } catch {
      return undefined;
    }
  }
}

/** Of a URL the query may stand apart. */
function pieceIn(text: string): (location: Location) => Location {
  return (location) => {
    const { keys, offset = 0 } = location;
    if (keys?.length !== 1 || keys[0] !== "url" || offset === 0) {
      return location;
    }
    const piece = urlPiece(text, offset);
    return piece === undefined ? location : { ...location, ...piece };
  };
}

function parse(
  { parseDocument }: typeof import("./yaml_library.ts"),
  text: string,
): Document<ParsedNode> {
  return parseDocument(text, {
    // Scalars as text, as the reader of the collection has them.
    schema: "failsafe",
    strict: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  }) as Document<ParsedNode>;
}

/** Units of all scalars that are kept. */
const KEPT_UNITS = 2 ** 22;

/** Where the units of scalars stand in their file, by scalar; only the last ones of many. */
class ScalarUnits {
  readonly #units = new Map<ParsedNode, readonly number[] | undefined>();
  #kept = 0;

  /** Gives what is known of a scalar, or finds it out; undefined where its text cannot be followed. */
  get(
    node: ParsedNode,
    find: () => readonly number[] | undefined,
  ): readonly number[] | undefined {
    const known = this.#units.get(node);
    if (known !== undefined || this.#units.has(node)) return known;
    const units = find();
    this.#kept += units?.length ?? 0;
    if (this.#kept > KEPT_UNITS) {
      this.#units.clear();
      this.#kept = units?.length ?? 0;
    }
    this.#units.set(node, units);
    return units;
  }
}
