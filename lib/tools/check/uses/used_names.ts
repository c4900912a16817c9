import type {
  Collection,
  Item,
  Request,
} from "../../../core/collection/types.ts";
import { levelExpressions } from "../../../core/collection/request_texts.ts";
import { type ScriptIndex, scriptUses } from "../script/script_index.ts";
import { type TextLevel, usesIn } from "./texts_in.ts";
import { isFilePath } from "../../../core/collection/required/module_path.ts";
import type { Origin, Text } from "../../../core/source/origin.ts";

/** What a level uses. */
interface Uses {
  readonly names: readonly string[];
  /** Whether a script reads variables whose names it computes. */
  readonly readsAny: boolean;
}

/** The names that texts, scripts and left sides of a collection use; a change of a level counts what is in it only. */
export class UsedNames {
  #levels: readonly TextLevel[] = [];
  #known = new WeakMap<TextLevel, Uses>();
  readonly #counts = new Map<string, number>();
  #reading = 0;

  /** Whether a script reads variables whose names it computes. */
  get readsAny(): boolean {
    return this.#reading > 0;
  }

  /** Whether something uses a name. */
  has(name: string): boolean {
    return this.#counts.has(name);
  }

  /** Forgets all, for files that scripts require have changed. */
  clear(): void {
    this.#levels = [];
    this.#known = new WeakMap();
    this.#counts.clear();
    this.#reading = 0;
  }

  /** Takes the levels as they are now. */
  update(levels: readonly TextLevel[], scripts: ScriptIndex): void {
    const before = this.#levels;
    this.#levels = levels;
    for (let at = 0; at < Math.max(before.length, levels.length); at++) {
      if (before[at] === levels[at]) continue;
      if (at < before.length) this.#count(before[at], scripts, -1);
      if (at < levels.length) this.#count(levels[at], scripts, 1);
    }
  }

  /** Finds out what a level uses, which is kept until it counts. */
  learn(level: TextLevel, scripts: ScriptIndex): Uses {
    let uses = this.#known.get(level);
    if (uses === undefined) {
      uses = usesOf(level, scripts);
      this.#known.set(level, uses);
    }
    return uses;
  }

  #count(level: TextLevel, scripts: ScriptIndex, step: 1 | -1): void {
    const uses = this.learn(level, scripts);
    if (uses.readsAny) this.#reading += step;
    for (const name of uses.names) {
      const count = (this.#counts.get(name) ?? 0) + step;
      if (count === 0) this.#counts.delete(name);
      else this.#counts.set(name, count);
    }
  }
}

function usesOf(level: TextLevel, scripts: ScriptIndex): Uses {
  const names = new Set<string>();
  const own = "scripts" in level ? level.scripts : [];
  for (
    const { name, expression = name } of [
      ...usesIn(level),
      ...scriptUses(own, scripts),
    ]
  ) names.add(name).add(expression);
  // In one brace, or as scripts and shells write it, a name is meant, too.
  const url = "url" in level ? level.url.text : "";
  for (const [, name] of url.matchAll(ONE_BRACE)) names.add(name);
  for (const { text } of levelExpressions(level as Partial<Request>)) {
    // Expressions see variables by their bare names.
    for (const [word] of text.matchAll(WORDS)) names.add(word);
  }
  return {
    names: [...names],
    readsAny: own.some((script) => {
      const { readsAny, requires } = scripts.factsOf(script);
      return readsAny ||
        !scripts.readsFiles && requires.some(({ name }) => isFilePath(name)) ||
        scripts.filesOf(script).some(({ facts }) => facts.readsAny);
    }),
  };
}

const ONE_BRACE = /(?<!\{)\{\s*([^{}\s]+)\s*\}/g;
const WORDS = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** The texts beside the levels: the configuration's, and URLs of what Brace does not run. */
export function textsBeside(collection: Collection): Text[] {
  const texts = configTexts(collection);
  const visit = (items: readonly Item[]) => {
    for (const item of items) {
      if (item.kind === "folder") visit(item.items);
      else if (item.kind === "unsupported" && item.url) texts.push(item.url);
    }
  };
  visit(collection.items);
  return texts;
}

/** The texts of a collection's configuration in which placeholders resolve. */
export function configTexts(
  { config, file, environments }: Collection,
): Text[] {
  const texts: Text[] = [...config.hosts];
  const visit = (value: unknown, at: Origin) => {
    if (typeof value === "string") texts.push({ text: value, at });
    if (typeof value !== "object" || value === null) return;
    for (const [key, one] of Object.entries(value)) {
      const inner = Array.isArray(value) ? Number(key) : key;
      visit(one, { file: at.file, path: [...at.path, inner] });
    }
  };
  visit(config.proxy, { file, path: ["config", "proxy"] });
  visit(config.clientCertificates, {
    file,
    path: ["config", "clientCertificates"],
  });
  for (const { file, clientCertificates, certificatesAt } of environments) {
    visit(
      clientCertificates,
      certificatesAt ?? { file, path: ["clientCertificates"] },
    );
  }
  return texts;
}
