import fc from "fast-check";

/** A YAML text in the styles of people, and where its values stand. */
export interface YamlSample {
  readonly text: string;
  /** Lines of each entry by its keys, from the first of its own to the one behind its last. */
  readonly lines: ReadonlyMap<string, readonly [number, number]>;
  readonly hasAliases: boolean;
}

export interface SampleOptions {
  readonly aliases?: boolean;
}

type Node =
  | { readonly kind: "scalar"; readonly style: number; readonly text: string }
  | {
    readonly kind: "map";
    readonly flow: boolean;
    readonly of: readonly Node[];
  }
  | {
    readonly kind: "list";
    readonly flow: boolean;
    readonly of: readonly Node[];
  };

const WORDS = [
  "a",
  "GET",
  "https://x.example/{{id}}?a=1",
  "{{token}}",
  "two words",
  "1",
  "1.10",
  "true",
  "it's",
  'say "hi"',
  "# no comment",
  "key: value",
  "",
  "- dash",
  "äö→",
  "yes",
  "line one\nline two",
  "  indented\nrest\n",
  '{\n  "a": 1,\n\n  "b": "{{x}}"\n}',
  "trailing\n\n",
];

/** Texts as people put them into collections. */
export const words = fc.constantFrom(...WORDS);

const scalar = fc.record({
  kind: fc.constant("scalar" as const),
  style: fc.nat(5),
  text: words,
});

const node: fc.Arbitrary<Node> = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.record({
      kind: fc.constantFrom("map" as const, "list" as const),
      flow: fc.nat(5).map((n) => n === 0),
      of: fc.array(tie("node"), { minLength: 0, maxLength: 4 }),
    }),
  ),
})).node;

const root = fc.array(node, { minLength: 1, maxLength: 5 });

/** Choices of the writer of a sample. */
const choices = fc.record({
  seed: fc.array(fc.nat(99), { minLength: 40, maxLength: 40 }),
  step: fc.constantFrom(2, 4),
  dash: fc.constantFrom(0, 2),
  eol: fc.constantFrom("\n", "\n", "\r\n"),
  bom: fc.boolean(),
  isOpen: fc.nat(4).map((n) => n === 0),
});

/** Generated files. */
export function yamlSamples(
  { aliases = false }: SampleOptions = {},
): fc.Arbitrary<YamlSample> {
  return fc.tuple(root, choices).map(([of, how]) => {
    const writer = new SampleWriter(how, aliases);
    writer.map(of, 0, [], "");
    const isOpen = how.isOpen && !writer.isClosed;
    let text = writer.out.join("\n") + (isOpen ? "" : "\n");
    if (isOpen) text = text.replace(/\n+$/, "");
    if (how.eol === "\r\n") text = text.replaceAll("\n", "\r\n");
    return {
      text: (how.bom ? "\ufeff" : "") + text,
      lines: writer.lines,
      hasAliases: writer.hasAliases,
    };
  });
}

class SampleWriter {
  readonly out: string[] = [];
  readonly lines = new Map<string, [number, number]>();
  hasAliases = false;
  /** Whether the last line needs its end. */
  isClosed = false;
  #anchors = 0;
  readonly #done: number[] = [];
  #at = 0;

  constructor(
    readonly how: {
      readonly seed: readonly number[];
      readonly step: number;
      readonly dash: number;
    },
    readonly aliases: boolean,
  ) {}

  #chance(of: number): boolean {
    const { seed } = this.how;
    return (seed[this.#at++ % seed.length] + this.#at) % of === 0;
  }

  #between(indent: number): void {
    if (this.#chance(6)) this.out.push("");
    if (this.#chance(5)) {
      this.out.push(`${" ".repeat(indent)}# about what follows`);
    }
  }

  map(
    of: readonly Node[],
    indent: number,
    path: (string | number)[],
    first: string,
  ): void {
    for (const [index, node] of of.entries()) {
      if (index > 0 || first === "") this.#between(indent);
      const key = `k${index}`;
      const start = this.out.length;
      const blanks = index === 0 && first !== "" ? first : " ".repeat(indent);
      this.#value(
        `${blanks}${key}:`,
        node,
        indent,
        [...path, key],
        this.how.dash,
      );
      this.lines.set(JSON.stringify([...path, key]), [start, this.out.length]);
    }
  }

  #list(of: readonly Node[], indent: number, path: (string | number)[]): void {
    for (const [index, node] of of.entries()) {
      if (index > 0) this.#between(indent);
      const start = this.out.length;
      const own = [...path, index];
      const dash = `${" ".repeat(indent)}-`;
      if (node.kind === "map" && !node.flow && node.of.length > 0) {
        this.map(node.of, indent + 2, own, `${dash} `);
      } else this.#value(dash, node, indent, own, 2);
      this.lines.set(JSON.stringify(own), [start, this.out.length]);
    }
  }

  #value(
    head: string,
    node: Node,
    indent: number,
    path: (string | number)[],
    dash: number,
  ): void {
    const comment = this.#chance(6) ? " # why" : "";
    if (this.aliases && this.#done.length > 0 && this.#chance(4)) {
      this.hasAliases = true;
      this.out.push(
        `${head} *a${this.#done[this.#at % this.#done.length]}${comment}`,
      );
      return;
    }
    // The reader knows no anchor of nothing.
    const isNothing = node.kind === "scalar" && node.text === "";
    const marks = this.aliases && !isNothing && this.#chance(3)
      ? ` &a${++this.#anchors}`
      : "";
    const { step } = this.how;
    if (node.kind === "scalar") {
      this.#scalar(
        head + marks,
        node,
        indent + (head.endsWith("-") ? 2 : step),
        comment,
      );
    } else if (node.flow || node.of.length === 0) {
      this.out.push(`${head}${marks} ${flow(node)}${comment}`);
    } else {
      this.out.push(`${head}${marks}${comment}`);
      if (node.kind === "map") this.map(node.of, indent + step, path, "");
      else this.#list(node.of, indent + dash, path);
    }
    // Of itself nothing is an alias.
    if (marks !== "") this.#done.push(Number(marks.slice(3)));
  }

  #scalar(
    head: string,
    { style, text }: Extract<Node, { kind: "scalar" }>,
    indent: number,
    comment: string,
  ): void {
    const isLine = !text.includes("\n");
    this.isClosed = style >= 3 && !isLine;
    const isPlain = /^[a-zA-Z](?:[\w./?={}]|:(?! ))*(?: \w+)*$/.test(text) &&
      !/^(?:yes|true)$/.test(text);
    // A dash alone is read in several ways.
    const isNothing = text === "" && head.endsWith("-");
    if (style === 0 && /^(?:1|1\.10|true|)$/.test(text) && !isNothing) {
      this.out.push(`${head}${text && ` ${text}`}${comment}`);
    } else if (style <= 1 && isPlain) {
      this.out.push(`${head} ${text}${comment}`);
    } else if (style === 2 && isLine) {
      this.out.push(`${head} '${text.replaceAll("'", "''")}'${comment}`);
    } else if (
      style >= 3 && text.trim() !== "" && !/^[ \n]/.test(text)
    ) {
      const end = text.endsWith("\n\n") ? "+" : text.endsWith("\n") ? "" : "-";
      const isFolded = style === 5 && isLine;
      this.out.push(`${head} ${isFolded ? ">" : "|"}${end}${comment}`);
      const lines = text.replace(/\n$/, "").split("\n");
      for (const line of lines) {
        this.out.push(line === "" ? "" : " ".repeat(indent) + line);
      }
    } else this.out.push(`${head} ${JSON.stringify(text)}${comment}`);
  }
}

function flow(node: Node): string {
  if (node.kind === "scalar") return JSON.stringify(node.text);
  const inside = node.of.map((one, index) =>
    node.kind === "map" ? `k${index}: ${flow(one)}` : flow(one)
  );
  return node.kind === "map"
    ? inside.length === 0 ? "{}" : `{ ${inside.join(", ")} }`
    : `[${inside.join(", ")}]`;
}
