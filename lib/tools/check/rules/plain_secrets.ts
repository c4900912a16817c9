import type {
  Auth,
  Collection,
  Request,
} from "../../../core/collection/types.ts";
import {
  isHiddenField,
  isLikeKey,
  toEnv,
} from "../../../core/secrets/hidden_names.ts";
import { SECRET_AUTH_FIELDS } from "../../../core/secrets/secrets_of_auth.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import { type TextLevel, textsIn } from "../uses/texts_in.ts";
import type { Text } from "../../../core/source/origin.ts";
import type { ScriptIndex } from "../script/script_index.ts";
import { textsBeside } from "../uses/used_names.ts";

/** What looks like a token in a text. */
export function tokensIn({ text, at }: Text): Diagnostic[] {
  return plainSecretsIn(text).map(({ what, offset, length }) => ({
    code: "PLAIN_SECRET",
    severity: "warning",
    message:
      `Found what looks like ${what} in plain text: whoever reads the file has it (make it a secret variable, or read it from the environment)`,
    location: { ...locationOf(at, { offset, length }), confidential: true },
  }));
}

/** A value that looks like a key, in a place for secrets. */
interface NamedSecret {
  readonly what: string;
  /** What an import names it after. */
  readonly hint: string;
  readonly value: Text;
}

/**
 * Values that look like keys, in places for secrets: an import would take them
 * out of the files. Hints, as a key for a local test server may stay.
 */
export class NamedSecrets {
  readonly #byLevel = new WeakMap<TextLevel, readonly NamedSecret[]>();
  readonly #read = new WeakMap<TextLevel, readonly string[]>();
  readonly #scripts: ScriptIndex;
  #collection: Collection | undefined;
  #levels: readonly TextLevel[] = [];
  #names: ReadonlyMap<string, string> | undefined;

  /** @param scripts What scripts read. */
  constructor(scripts: ScriptIndex) {
    this.#scripts = scripts;
  }

  /** Takes the collection and its levels as they are now. */
  update(collection: Collection, levels: readonly TextLevel[]): void {
    this.#collection = collection;
    this.#levels = levels;
    this.#names = undefined;
  }

  /** The hints about one of them, with names as an import gives them: different values have different ones. */
  hintsOf(level: TextLevel): Diagnostic[] {
    return this.#in(level).map(({ what, hint, value: { text, at } }) => {
      const name = this.#named().get(text) ?? toEnv(hint);
      const here = `"{{process.env.${name}}}" here`;
      const way = this.#collection?.dotenv.get(name) === text
        ? `write ${here}, as .env has it`
        : `write it into .env, and ${here}`;
      return {
        code: "PLAIN_SECRET",
        severity: "hint",
        message:
          `${what} has its value in plain text: whoever reads the file has it (${way})`,
        location: { ...locationOf(at), confidential: true },
      };
    });
  }

  /** The names for `.env` by the values, in the order of the collection, whichever file is asked for first. */
  #named(): ReadonlyMap<string, string> {
    if (this.#names !== undefined) return this.#names;
    // What .env has already needs no second name.
    const names = new Map(
      [...this.#collection?.dotenv ?? []].map(([name, text]) => [text, name]),
    );
    const taken = this.#takenNames();
    const counts = new Map<string, number>();
    for (const { hint, value } of this.#levels.flatMap((it) => this.#in(it))) {
      if (names.has(value.text)) continue;
      const base = toEnv(hint);
      let name = base;
      while (taken.has(name)) {
        const count = (counts.get(base) ?? 1) + 1;
        counts.set(base, count);
        name = `${base}_${count}`;
      }
      taken.add(name);
      names.set(value.text, name);
    }
    return this.#names = names;
  }

  /** The names that a new value must not have: a line of .env with it would change what others send. */
  #takenNames(): Set<string> {
    if (this.#collection === undefined) return new Set();
    const { dotenv, environments } = this.#collection;
    return new Set([
      ...dotenv.keys(),
      ...environments.flatMap((it) => [...it.dotenv?.keys() ?? []]),
      ...entriesIn(textsBeside(this.#collection)),
      ...this.#levels.flatMap((it) => this.#entriesOf(it)),
    ]);
  }

  /** The variables of the process that a level reads. */
  #entriesOf(level: TextLevel): readonly string[] {
    const known = this.#read.get(level);
    if (known !== undefined) return known;
    const scripts = "scripts" in level ? level.scripts : [];
    const found = [
      ...entriesIn(textsIn(level)),
      ...scripts.flatMap((it) => this.#scripts.factsOf(it).entries ?? [])
        .map(({ name }) => name),
    ];
    this.#read.set(level, found);
    return found;
  }

  #in(level: TextLevel): readonly NamedSecret[] {
    const known = this.#byLevel.get(level);
    if (known !== undefined) return known;
    const found = namedSecretsIn(level);
    this.#byLevel.set(level, found);
    return found;
  }
}

function entriesIn(texts: readonly Text[]): string[] {
  return texts.flatMap(({ text }) =>
    [...text.matchAll(/\bprocess\s*\.\s*env\s*\.\s*(\w+)/g)]
      .map(([, name]) => name)
  );
}

function namedSecretsIn(level: TextLevel): NamedSecret[] {
  if (!("headers" in level)) return [];
  const { auth, headers }: Pick<Request, "headers"> & {
    readonly auth?: Auth;
  } = level;
  const fields = auth === undefined ? [] : SECRET_AUTH_FIELDS[auth.type];
  return [
    ...fields.flatMap((name) => {
      const value = auth?.fields.get(name);
      const hint = `${auth?.type} ${name.split(".").at(-1)}`;
      return typeof value === "object" && isKey(value.text)
        ? [{ what: `"${name}" of the auth`, hint, value }]
        : [];
    }),
    ...headers.flatMap(({ name: { text: name }, value, disabled }) =>
      !disabled && isHiddenField(name, value.text) && isKey(value.text)
        ? [{ what: `The header "${name}"`, hint: name, value }]
        : []
    ),
  ];
}

/**
 * Whether a text is a key that somebody got, rather than a word of a test
 * server. A token of a known shape is a warning already.
 */
function isKey(text: string): boolean {
  return !text.includes("{{") && isLikeKey(text.replace(/^[A-Za-z]+ +/, "")) &&
    plainSecretsIn(text).length === 0;
}

/** A shape of token that opens something by itself: whose it is, and what it looks like. */
const SHAPES: readonly (readonly [owner: string, shape: RegExp])[] = [
  ["an AWS access key", /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ["a GitHub token", /\bgh[pousr]_[A-Za-z0-9]{36,}\b/],
  ["a GitHub token", /\bgithub_pat_[A-Za-z0-9_]{60,}\b/],
  ["a GitLab token", /\bglpat-[A-Za-z0-9_-]{20,}/],
  ["a Slack token", /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/],
  [
    "a Slack webhook",
    /\bhooks\.slack\.com\/services\/T\w{8,}\/B\w{8,}\/\w{20,}/,
  ],
  ["a Stripe key", /\b[rs]k_live_[A-Za-z0-9]{16,}\b/],
  ["a Google API key", /\bAIza[0-9A-Za-z_-]{35}/],
  ["a Google client secret", /\bGOCSPX-[A-Za-z0-9_-]{28}/],
  ["an Anthropic key", /\bsk-ant-[A-Za-z0-9_-]{32,}/],
  // One start for each word: a long text of them is gone through once.
  ["an OpenAI key", /(?<![\w-])sk-(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{32,}/],
  ["a Hugging Face token", /\bhf_[A-Za-z0-9]{34}\b/],
  ["a SendGrid key", /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{32,}/],
  ["an npm token", /\bnpm_[A-Za-z0-9]{36}\b/],
  ["a PyPI token", /\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{16,}/],
  ["a Shopify token", /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/],
  ["a Postman key", /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/],
  ["a DigitalOcean token", /\bdo[opr]_v1_[0-9a-f]{64}\b/],
  ["a private key", /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
  [
    "a JSON Web Token",
    /(?<![\w-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/,
  ],
];

/** Finds one of them fast: most texts have nothing of the kind. */
const LIKELY =
  /AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|hooks\.slack|k_live_|AIza|GOCSPX-|sk-|hf_|SG\.|npm_|pypi-|shp(?:at|ca|pa|ss)_|PMAK-|do[opr]_v1_|PRIVATE KEY|eyJ/;

/** A token in a text. */
interface PlainSecret {
  /** Such as `a GitHub token`. */
  readonly what: string;
  readonly offset: number;
  readonly length: number;
}

/** The tokens of known shapes in a text. */
export function plainSecretsIn(text: string): PlainSecret[] {
  if (!LIKELY.test(text)) return [];
  const found = new Map<number, PlainSecret>();
  for (const [what, shape] of SHAPES) {
    for (const match of text.matchAll(new RegExp(shape, "g"))) {
      const { index: offset } = match;
      const { length } = match[0];
      if (!found.has(offset)) found.set(offset, { what, offset, length });
    }
  }
  return [...found.values()].sort((a, b) => a.offset - b.offset);
}
