import {
  bodyFileIn,
  COMMENT,
  FILE_VARIABLE,
  HOLDS_REQUESTS,
  type HttpBodyFile,
  type HttpFile,
  type HttpFileRequest,
  type HttpFragment,
  type HttpHead,
  type HttpLine,
  type HttpScript,
  isAssertion,
  isDirective,
  OPTION,
  requestFrom,
  SCRIPT_AFTER,
  SCRIPT_BEFORE,
} from "./http_file.ts";

const FRAGMENT = /^\s*fragment\s+(\w+)\s+on\s+\w/;
/** A command of curl's, on Windows too. */
const COMMAND = /^curl(?:\.exe)?\s/i;
const METHOD =
  /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT|PROPFIND|PROPPATCH|MKCOL|COPY|MOVE|LOCK|UNLOCK|REPORT|SEARCH|PURGE|LINK|UNLINK|LIST|GRAPHQL|WEBSOCKET|WS|GRPC|SSE)\s+(.*)$/i;
/** A method that the list above lacks: no URL has a blank behind capital letters. */
const OTHER_METHOD = /^([A-Z][A-Z-]+)\s+(\S*[:/.{]\S*.*)$/;
const VERSION = /\s+HTTP\/(\d(?:\.\d)?(?:\s*\([^()]*\))?)\s*$/i;

/**
 * Reads a `.http` or `.rest` file, as JetBrains, the REST client of VS Code and
 * httpyac write them. One pass over the lines.
 */
export function parseHttpFile(text: string): HttpFile {
  return new HttpFileParser(text.replace(/^\ufeff/, "").split(/\r?\n/)).parse();
}

type Head = HttpHead & { title?: string; name?: string };

class HttpFileParser {
  #at = 0;
  /** Up to this line, no request line begins another request. */
  #searched = 0;
  readonly #variables: { name: string; value: string; line: number }[] = [];
  readonly #requests: HttpFileRequest[] = [];
  readonly #scripts: { code: string; line: number }[] = [];
  readonly #fragments: HttpFragment[] = [];
  readonly #directives: HttpLine[] = [];
  readonly #alone: HttpHead[] = [];

  constructor(readonly lines: readonly string[]) {}

  parse(): HttpFile {
    let title: string | undefined;
    while (this.#at < this.lines.length) {
      const separator = /^#{3,}\s*(.*)$/.exec(this.lines[this.#at]);
      if (separator) {
        title = separator[1].trim() || undefined;
        this.#at++;
      }
      this.#section(title);
      title = undefined;
    }
    return {
      variables: this.#variables,
      requests: this.#requests,
      scripts: this.#scripts,
      fragments: this.#fragments,
      directives: this.#directives,
      alone: this.#alone,
    };
  }

  /** What stands up to the next request line or `###`. */
  #section(title: string | undefined): void {
    const head: Head = {
      ...(title !== undefined && { title }),
      marks: [],
      comments: [],
      asserts: [],
      before: [],
      after: [],
    };
    while (!this.#atEnd()) {
      const line = this.lines[this.#at];
      if (this.#isVariable(line) || this.#isComment(line, head)) this.#at++;
      else if (/^\s*\/\*/.test(line)) this.#longComment(head);
      else if (/^\s*<\s*\{%/.test(line)) head.before.push(this.#handler());
      else if (SCRIPT_BEFORE.test(line)) {
        head.before.push(this.#scriptFile());
      } else if (/^\{\{[@+]?\w*\s*$/.test(line)) this.#block();
      else if (line.trim() === "") this.#at++;
      else if (isAssertion(line)) head.asserts.push(this.#line());
      else if (isDirective(line)) this.#directive();
      else if (FRAGMENT.test(line)) this.#fragment();
      else {
        this.#request(head);
        return;
      }
    }
    this.#alone.push(head);
  }

  #request({ name, title, ...head }: Head): void {
    const line = this.#at + 1;
    const first = this.lines[this.#at++].trim();
    const isCommand = COMMAND.test(first);
    const written = METHOD.exec(first) ?? OTHER_METHOD.exec(first);
    let url = (written ? written[2] : first).trim();
    if (!isCommand) url += this.#restOfUrl(head);
    const version = VERSION.exec(url)?.[1];
    url = url.replace(VERSION, "");
    const { headers, unknown } = isCommand
      ? { headers: [], unknown: [] }
      : this.#headers(head);
    const { body, bodyFile, saves } = this.#body(head, headers);
    const command = isCommand ? [first, ...body.splice(0)].join("\n") : "";
    this.#requests.push({
      ...head,
      line,
      ...(title !== undefined && { title }),
      ...(name !== undefined && { name }),
      method: written?.[1].toUpperCase() ?? "GET",
      url,
      ...(version !== undefined && !version.startsWith("1") && { version }),
      headers,
      unknown,
      saves,
      ...(isCommand && { command }),
      ...(body.length > 0 && { body: body.join("\n") }),
      ...(bodyFile !== undefined && { bodyFile }),
    });
  }

  /** The query may go on over lines that are indented or begin with ? or &. */
  #restOfUrl(head: Head): string {
    let more = "";
    while (!this.#atEnd() && /^\s+\S|^[?&]/.test(this.lines[this.#at])) {
      const text = this.lines[this.#at];
      const part = text.trim();
      if (isAssertion(text)) head.asserts.push(this.#line());
      else if (this.#isComment(text, head)) this.#at++;
      else if (
        !/^(?:[?&/]|\S+$)/.test(part) || /^[^?&/:\s][^:\s]*:\s/.test(part)
      ) break;
      else {
        more += part;
        this.#at++;
      }
    }
    return more;
  }

  #headers(head: Head): Pick<HttpFileRequest, "headers" | "unknown"> {
    const headers: { name: string; value: string }[] = [];
    const unknown: HttpLine[] = [];
    while (!this.#atEnd() && this.lines[this.#at].trim() !== "") {
      const text = this.lines[this.#at];
      const header = /^(\s*)([^:\s]+)\s*:\s*(.*)$/.exec(text);
      const last = headers.at(-1);
      if (isAssertion(text)) head.asserts.push(this.#line());
      else if (/^\s*(?:\?\?|\.\.\.)/.test(text)) unknown.push(this.#line());
      else if (this.#isVariable(text) || this.#isComment(text, head)) {
        this.#at++;
      } else if (header && (header[1] === "" || last === undefined)) {
        headers.push({ name: header[2], value: header[3].trim() });
        this.#at++;
      } else if (/^\s+[^\s<>]/.test(text) && last !== undefined) {
        // A value goes on over lines that are indented.
        last.value = `${last.value} ${text.trim()}`.trim();
        this.#at++;
      } else break;
    }
    return { headers, unknown };
  }

  #body(
    head: Head,
    headers: HttpFileRequest["headers"],
  ): { body: string[]; bodyFile?: HttpBodyFile; saves: HttpLine[] } {
    const body: string[] = [];
    const saves: HttpLine[] = [];
    const holdsRequests = headers.some(({ name, value }) =>
      HOLDS_REQUESTS.test(`${name}: ${value}`)
    );
    while (!this.#atEnd()) {
      const text = this.lines[this.#at];
      if (/^\s*>\s*\{%/.test(text)) head.after.push(this.#handler());
      else if (/^\s*<\s*\{%/.test(text)) head.before.push(this.#handler());
      else if (SCRIPT_AFTER.test(text)) {
        head.after.push(this.#scriptFile());
      } else if (/^\s*<>\s*\S/.test(text)) this.#at++;
      else if (/^\s*>>!?\s*\S/.test(text)) saves.push(this.#line());
      else if (/^\{\{[@+]?\w*\s*$/.test(text)) this.#block();
      else if (isAssertion(text)) head.asserts.push(this.#line());
      else if (!holdsRequests && this.#isNextRequest()) break;
      else {
        body.push(text);
        this.#at++;
      }
    }
    while (body[0]?.trim() === "") body.shift();
    while (body.at(-1)?.trim() === "") body.pop();
    const bodyFile = body.length === 1 ? bodyFileIn(body[0]) : undefined;
    if (bodyFile) body.pop();
    return { body, ...(bodyFile && { bodyFile }), saves };
  }

  /**
   * Whether another request begins here without `###`: behind an empty line a
   * request line with a version, or what stands before one.
   */
  #isNextRequest(): boolean {
    if (
      this.#at < this.#searched || this.lines[this.#at - 1].trim() !== ""
    ) return false;
    const { isNext, line } = requestFrom(this.lines, this.#at);
    this.#searched = line;
    return isNext;
  }

  #isVariable(text: string): boolean {
    const variable = FILE_VARIABLE.exec(text);
    if (!variable) return false;
    const [, name, value] = variable;
    this.#variables.push({ name, value: value.trim(), line: this.#at + 1 });
    return true;
  }

  /** Takes a comment: a mark, or words for the reader. */
  #isComment(text: string, head: Head): boolean {
    if (!COMMENT.test(text)) return false;
    const line = this.#at + 1;
    const mark = /^\s*(?:#+|\/\/+)\s*@([\w-]+)(?:\s*[=:](?!=)|\s|$)\s*(.*)$/
      .exec(text);
    if (mark?.[1] === "name") head.name = mark[2].trim();
    else if (mark) {
      head.marks.push({ name: mark[1], text: mark[2].trim(), line });
    } else {
      const words = text.replace(/^\s*(?:#+|\/\/+)\s?/, "").trimEnd();
      head.comments.push({ text: words, line });
    }
    return true;
  }

  /** What stands between the signs of httpyac's comments of several lines. */
  #longComment(head: Head): void {
    while (!this.#atEnd()) {
      const { text, line } = this.#line();
      const words = text.trim().replace(/^\/?\*+(?!\/)\s?/, "")
        .replace(/\s*\*\/$/, "");
      head.comments.push({ text: words, line });
      if (/\*\/\s*$/.test(text)) return;
    }
  }

  /** An order to the client, and the options below it. */
  #directive(): void {
    this.#directives.push(this.#line());
    const isProto = /^proto\b/i.test(this.#directives.at(-1)!.text);
    while (
      isProto && !this.#atEnd() && OPTION.test(this.lines[this.#at])
    ) this.#at++;
  }

  #line(): HttpLine {
    const text = this.lines[this.#at++];
    return { text: text.trim(), line: this.#at };
  }

  /** JetBrains' `{% … %}`, from its line to the one with its end. */
  #handler(): HttpScript {
    const code: string[] = [];
    let text = this.lines[this.#at++].replace(/^\s*[<>]\s*\{%/, "");
    while (!/%\}\s*$/.test(text) && this.#at < this.lines.length) {
      code.push(text);
      text = this.lines[this.#at++];
    }
    code.push(text.replace(/%\}\s*$/, ""));
    return { code: code.join("\n").trim() };
  }

  /** JetBrains' `> check.js`: the path may have blanks. */
  #scriptFile(): HttpScript {
    return { path: this.#line().text.slice(1).trim() };
  }

  /** A fragment of GraphQL, to the brace that closes it. */
  #fragment(): void {
    const line = this.#at + 1;
    const text: string[] = [];
    let open = 0;
    let isOpened = false;
    while (!this.#atEnd() && !(isOpened && open <= 0)) {
      const one = this.lines[this.#at++];
      text.push(one);
      for (const [brace] of one.replace(/#.*/, "").matchAll(/[{}]/g)) {
        open += brace === "{" ? 1 : -1;
        isOpened = true;
      }
    }
    const name = FRAGMENT.exec(text[0])?.[1] ?? "";
    this.#fragments.push({ name, text: text.join("\n").trim(), line });
  }

  /** httpyac's `{{` … `}}` on lines of their own. */
  #block(): void {
    const line = ++this.#at;
    const code: string[] = [];
    while (
      this.#at < this.lines.length && !/^\}\}\s*$/.test(this.lines[this.#at])
    ) code.push(this.lines[this.#at++]);
    this.#at++;
    this.#scripts.push({ code: code.join("\n"), line });
  }

  #atEnd(): boolean {
    return this.#at >= this.lines.length ||
      /^###/.test(this.lines[this.#at]);
  }
}
