import type { Owner } from "../scope/execution.ts";
import type { PlaceholderPart, Template, TextPart } from "../template/types.ts";
import type { Resolver } from "../scope/resolver.ts";
import { TooLongError } from "../source/most_length.ts";
import { cachedTemplate } from "../template/template_of.ts";
import type { Inserted } from "../scope/provenance.ts";
import { pushAll } from "../source/push_all.ts";
import { encodeComponent } from "./encode.ts";
import {
  changesHost,
  cutsHost,
  cutsOff,
  flawInAuthority,
  flawOfLeading,
  isAfterHost,
  notBeforeAt,
  notInHost,
  OWN_SCHEME,
  ownText,
  splitsQuery,
  type Standing,
  tooLongEncoded,
} from "./url_problems.ts";
import { movedInsertions } from "./rendered.ts";
import { PATH_PARAMETER, segmentNames } from "./segment_names.ts";
import { PartsWriter } from "./parts_writer.ts";

/** How a URL is written. */
export interface UrlOptions {
  /** Percent-encode runtime and data values for their place, and the `#` of a file's values. Default false. */
  readonly encodeUrl?: boolean;
  /** The value of a path parameter, encoded already; undefined for another name. */
  readonly pathParameter?: (name: string) => PathValue | undefined;
  /** Finds the path parameters. Default: those of plain names. */
  readonly pathPattern?: RegExp;
  /** The expressions in the URL's query that stand for the value of one parameter each. */
  readonly oneValue?: ReadonlySet<string>;
}

/** A path parameter's text, and the values in it. */
export interface PathValue {
  readonly text: string;
  readonly insertions: readonly Inserted[];
}

/** The part of a URL that is being written. */
type UrlPlace = "start" | "authority" | "path" | "query" | "fragment";

const ENDS_PLACE: Readonly<Record<UrlPlace, RegExp>> = {
  start: /[/?#]/g,
  authority: /[/?#]/g,
  path: /[?#]/g,
  query: /#/g,
  fragment: /(?!)/g,
};
/** Stands for the text of a variable that has no placeholders. */
const PLAIN = cachedTemplate("");

/** A placeholder, and what it stands in. */
interface Written {
  readonly part: PlaceholderPart;
  readonly owner: Owner | undefined;
}

/** A run-time value that is the URL's host, with or without more of the URL. */
interface Leading extends Written {
  readonly text: string;
  /** Whether the command line gives it. */
  readonly isGiven: boolean;
}

/** A value that ended the authority. */
interface Ending extends Written {
  /** Whether it came while running. */
  readonly isFree: boolean;
}

/** Renders the parts in order; each piece of text moves it on to the place that the text reaches. */
export class UrlWriter extends PartsWriter {
  #place: UrlPlace;
  /** The last character written. */
  #last = "";
  /** Whether the text so far is `/`, or ends in `:/`: another slash then opens the authority. */
  #halfScheme = false;
  /** How deep the template lies that is being written; 1 for the URL itself. */
  #depth = 0;
  /** Whether an `&` in a value would split the parameter that the value belongs to. */
  #isOneValue = false;
  /** Depth of the template whose own text opened the authority; undefined where a value did, or it is over. */
  #openedAt: number | undefined;
  /** The first character of the host so far, or of its port. */
  #hostStart = "";
  /** The template whose own text was written last; undefined behind a value. */
  #lastOf: Template | undefined;
  /** The run-time value that is the host, as long as no text follows it. */
  #leading: Leading | undefined;
  /** The value that ended the template's own authority, as long as text that could be more of it may follow. */
  #ending: Ending | undefined;

  constructor(
    resolver: Resolver,
    private readonly options: UrlOptions,
    private readonly begin: UrlPlace = "start",
  ) {
    super(resolver, "the URL");
    this.#place = begin;
  }

  override write(template: Template, owner: Owner | undefined): string {
    this.#depth++;
    const text = super.write(template, owner);
    // What a nested text opened was opened by a value of the text around it.
    if (this.#openedAt === this.#depth) this.#openedAt = undefined;
    this.#depth--;
    return text;
  }

  protected literal({ text }: TextPart, template: Template): string {
    return this.#literal(text, template);
  }

  protected placeholder(
    part: PlaceholderPart,
    template: Template,
    owner: Owner | undefined,
  ): string {
    const { resolver } = this;
    const place = this.#place;
    if (this.#depth === 1) {
      this.#isOneValue = this.begin === "query" ||
        place === "query" && this.options.oneValue?.has(part.text) === true;
    }
    const standing = this.#openedAt === undefined
      ? undefined
      : this.#standing();
    const isHost = standing === undefined &&
      (place === "start" || place === "authority");
    const behindHost = isHost && this.#last !== (place === "start" ? "" : "/");
    const last = { text: this.#last, of: this.#lastOf };
    const found = resolver.resolve(part, owner);
    let isGiven = false;
    let isFree = false;
    let text: string;
    switch (found) {
      case "value": {
        const { value, opaque } = resolver;
        if (typeof value === "string" && !opaque) {
          text = this.#literal(value, PLAIN);
          resolver.inserted(part, text);
          this.#checkOneValue(text, part, owner);
          break;
        }
        text = this.#encoded(this.valueText(part, owner), part, owner);
        isGiven = opaque && resolver.origin.origin.kind === "flag";
        isFree = opaque && !isGiven;
        if (!isFree) this.#checkEnding(text, undefined);
        this.#append(text);
        resolver.inserted(part, text);
        if (text === "") break;
        this.#checkOneValue(text, part, owner, opaque);
        this.#lastOf = undefined;
        if (!opaque) break;
        if (isHost) {
          this.#leading = behindHost
            ? undefined
            : { part, owner, text, isGiven };
        } else if (OWN_SCHEME.test(this.#leading?.text ?? "")) {
          // A whole URL with more behind it: no text is written behind the host.
          this.#leading = undefined;
        }
        if (behindHost && !isAfterHost(text, template, last)) {
          resolver.report(part, owner, changesHost(part));
        }
        break;
      }
      case "nested":
        this.#checkOneValue(ownText(resolver.nested), part, owner);
        text = this.nestedText(part, owner);
        break;
      case "missing":
        return this.#append(resolver.substitute());
      case "failed":
        return "";
      default:
        return found satisfies never;
    }
    const flaw = standing && flawInAuthority(text, standing, isFree);
    if (flaw !== undefined) {
      resolver.report(part, owner, notInHost(part, flaw));
    } else {
      if (standing !== undefined && this.#openedAt === undefined) {
        this.#ending ??= { part, owner, isFree };
      }
      if (place !== "fragment" && text.includes("#")) {
        const { encodeUrl } = this.options;
        const isData = resolver.opaque;
        resolver.report(part, owner, cutsOff(part, { encodeUrl, isData }));
      }
    }
    return text;
  }

  /** Reports a text of a value that splits the parameter it belongs to. */
  #checkOneValue(
    text: string,
    part: PlaceholderPart,
    owner: Owner | undefined,
    isData = false,
  ): void {
    if (!this.#isOneValue || !text.includes("&")) return;
    this.resolver.report(part, owner, splitsQuery(part, isData));
  }

  #standing(): Standing {
    return {
      hasScheme: this.#place === "authority",
      hasHost: this.#hostStart !== "" && this.#hostStart !== ":",
      last: this.#last,
    };
  }

  /** A value may be the host, but not push away what a person wrote behind it. */
  #checkLeading(
    { part, owner, text: value, isGiven }: Leading,
    behind: string,
  ): void {
    const flaw = flawOfLeading(value, behind, isGiven);
    if (flaw !== undefined) {
      this.resolver.report(part, owner, notInHost(part, flaw));
    }
  }

  /**
   * A value may end the host, but one that came while running not where a file's
   * text goes on with the host, and none before an "@", which it would make path.
   */
  #checkEnding(behind: string, template: Template | undefined): void {
    if (this.#ending === undefined || behind === "") return;
    const { part, owner, isFree } = this.#ending;
    const [before] = behind.split(/[/?#]/, 1);
    const isOwn = template !== undefined && template !== PLAIN;
    if (isFree || before !== behind) this.#ending = undefined;
    if (isOwn && before.includes("@")) {
      this.#ending = undefined;
      this.resolver.report(part, owner, notBeforeAt(part));
    } else if (isFree && before !== "") {
      this.resolver.report(part, owner, cutsHost(part));
    }
  }

  /** The text of a value, encoded where that is asked for. */
  #encoded(
    text: string,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): string {
    if (!this.#isEncoding) return text;
    if (!this.resolver.opaque) return text.replaceAll("#", "%23");
    try {
      return encodeComponent(text);
    } catch (error) {
      if (!(error instanceof TooLongError)) throw error;
      this.resolver.report(part, owner, tooLongEncoded(part, error));
      return "";
    }
  }

  get #isEncoding(): boolean {
    return this.options.encodeUrl === true &&
      (this.#place === "path" || this.#place === "query");
  }

  /** Text that a person wrote: it may open the authority and hold path parameters. */
  #literal(text: string, template: Template): string {
    // Blanks before the URL are no part of it.
    if (this.#place === "start" && this.#last === "" && text.trim() === "") {
      return text;
    }
    if (text === "") return "";
    if (this.#leading !== undefined) this.#checkLeading(this.#leading, text);
    this.#leading = undefined;
    this.#checkEnding(text, template);
    this.#lastOf = template;
    let out = "";
    let rest = text;
    while (rest !== "") {
      // A host may stand first, without a scheme: its text opens the authority too.
      if (this.#place === "start" && template !== PLAIN) {
        this.#openedAt ??= this.#depth;
      }
      const length = this.#lengthIn(rest);
      // A file's value keeps its structure, but what begins at its "#" would not be sent.
      const isCut = rest[0] === "#" && this.#isEncoding &&
        (this.#depth > 1 || template === PLAIN);
      const piece = isCut ? "%23" : rest.slice(0, length);
      out += this.#append(
        this.#place === "path"
          ? this.#withParameters(piece, this.resolver.position + out.length)
          : piece,
      );
      rest = rest.slice(length);
    }
    return out;
  }

  /** How much of a text belongs to the current place; its end belongs to none and comes alone. */
  #lengthIn(text: string): number {
    const ends = ENDS_PLACE[this.#place];
    ends.lastIndex = 0;
    const end = ends.exec(text);
    if (end === null) return text.length;
    if (end.index === 0) return 1;
    return this.#place === "start" && text.startsWith("://", end.index - 1)
      ? end.index + 2
      : end.index;
  }

  /** @param position Where in the URL the text stands. */
  #withParameters(text: string, position: number): string {
    const { pathParameter, pathPattern = PATH_PARAMETER } = this.options;
    if (pathParameter === undefined || !text.includes(":")) return text;
    const last = this.#last;
    const { insertions } = this.resolver;
    let longer = 0;
    return text.replace(
      pathPattern,
      (whole, lead: string, name: string, offset: number) => {
        if (lead === "" && !/[/(,='"]/.test(last)) return whole;
        const [, base] = segmentNames(name);
        const own = pathParameter(name);
        const value = own ?? pathParameter(base);
        if (value === undefined) return whole;
        const ending = own === undefined ? name.slice(base.length) : "";
        const written = lead + value.text + ending;
        const at = position + offset + longer + lead.length;
        pushAll(insertions, movedInsertions(value.insertions, at));
        longer += written.length - whole.length;
        return written;
      },
    );
  }

  /** Moves on by a text. */
  #append(text: string): string {
    let from = 0;
    if (this.#halfScheme && text !== "") {
      this.#halfScheme = false;
      if (text.startsWith("/")) {
        this.#open();
        from = 1;
      } else this.#leave("path");
    }
    for (;;) {
      const ends = ENDS_PLACE[this.#place];
      ends.lastIndex = from;
      const end = ends.exec(text);
      this.#noteHost(text, from, end?.index);
      if (end === null) break;
      const { index } = end;
      const before = index === 0 ? this.#last : text[index - 1];
      from = index + 1;
      // A URL without a scheme may begin with the slashes.
      const opens = before === ":" || before === "";
      if (this.#place === "start" && end[0] === "/" && opens) {
        if (from === text.length) {
          this.#halfScheme = true;
          break;
        }
        if (text[from] === "/") {
          this.#open();
          from++;
          continue;
        }
      }
      this.#leave(
        end[0] === "/" ? "path" : end[0] === "?" ? "query" : "fragment",
      );
    }
    if (text !== "") this.#last = text[text.length - 1];
    return text;
  }

  #open(): void {
    this.#place = "authority";
    this.#hostStart = "";
  }

  #noteHost(text: string, from: number, end: number | undefined): void {
    if (this.#place !== "start" && this.#place !== "authority") return;
    const written = text.slice(from, end);
    const at = written.lastIndexOf("@");
    if (at !== -1) this.#hostStart = written.charAt(at + 1);
    else if (this.#hostStart === "") this.#hostStart = written.charAt(0);
  }

  #leave(place: UrlPlace): void {
    this.#place = place;
    this.#openedAt = undefined;
  }
}
