import type { ImportedRequest } from "../types.ts";
import { setFromResponse } from "../set_from_response.ts";
import { readFilter } from "./response_filter.ts";

/** A request whose response others may use. */
export interface KnownRequest {
  readonly name: string;
  /** Its place in the order of the run. */
  readonly index: number;
  /** Only these have responses in Insomnia. */
  readonly isHttp: boolean;
}

/** What uses a response: part of a request, or of a folder or an environment. */
interface ResponseUser {
  readonly say: (message: string) => void;
  readonly request?: Pick<KnownRequest, "index">;
}

/** A variable that a request sets to a part of its response. */
interface Taken {
  readonly id: string;
  readonly expression: string;
  readonly variable: string;
}

/**
 * The responses that others use with `{% response … %}`: the request that gets
 * one sets a variable, whose placeholder stands for the tag.
 */
export class InsomniaResponses {
  readonly #taken = new Map<string, Taken>();
  readonly #names: Set<string>;

  /**
   * @param requests The requests by their ids.
   * @param names Names of variables that the source has.
   */
  constructor(
    private readonly requests: ReadonlyMap<string, KnownRequest>,
    names: Iterable<string>,
  ) {
    this.#names = new Set(names);
  }

  /** Whether the export has the request that a tag of these arguments names. */
  has([, id = ""]: readonly string[]): boolean {
    return this.requests.has(id);
  }

  /** What stands for a tag of these arguments; undefined where nothing does. */
  placeholder(
    [field = "", id = "", filter = "", trigger = "never"]: readonly string[],
    { say, request: user }: ResponseUser,
  ): string | undefined {
    const known = this.requests.get(id);
    const read = known?.isHttp ? readFilter(field, filter.trim()) : undefined;
    if (known === undefined || read === undefined) return undefined;
    const key = JSON.stringify([id, read.expression]);
    const taken = this.#taken.get(key) ?? {
      id,
      expression: read.expression,
      variable: this.#name(`${known.name} ${read.name}`),
    };
    this.#taken.set(key, taken);
    if (read.isFirst) {
      say(
        `"${taken.variable}[0]" is the first value of "${filter.trim()}" in the response of "${known.name}": Insomnia writes a list where there are several`,
      );
    }
    const order = orderNote(known, { user, trigger, ...taken });
    if (order !== undefined) say(order);
    return `{{${taken.variable}${read.isFirst ? "[0]" : ""}}}`;
  }

  /** Lets the requests set the variables. */
  setIn(items: ReadonlyMap<string, ImportedRequest>): void {
    for (const { id, expression, variable } of this.#taken.values()) {
      const item = items.get(id);
      if (item !== undefined) setFromResponse(item, variable, expression);
    }
  }

  #name(text: string): string {
    const words = text.replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "");
    const base = /^\p{L}/u.test(words) ? words : `response_${words}`;
    let name = base;
    for (let count = 2; this.#names.has(name); count++) name = base + count;
    this.#names.add(name);
    return name;
  }
}

/** What differs from Insomnia, which sends the other request when a value is needed. */
function orderNote(
  { name, index }: KnownRequest,
  { user, trigger, variable }: {
    user: ResponseUser["request"];
    trigger: string;
    variable: string;
  },
): string | undefined {
  if (user?.index === index) {
    return `It uses its own response before: set the variable "${variable}" for the first time`;
  }
  if (user !== undefined && index > user.index) {
    return `It uses the response of "${name}", which runs later: put "${name}" before it, or into extensions.brace.setup`;
  }
  return /^(?:no-history|when-expired|always)$/i.test(trigger)
    ? `Insomnia sends "${name}" for it by itself ("${trigger.toLowerCase()}"), Brace does not: it uses the response that "${name}" had before in the run`
    : undefined;
}
