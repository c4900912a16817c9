/** A file that a body is, or a part of it. */
export interface HttpBodyFile {
  readonly path: string;
  /** `<@ path`: there are placeholders in it. */
  readonly hasPlaceholders: boolean;
}

/** A fragment of GraphQL that stands before requests, which those that use it get. */
export interface HttpFragment {
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

/** A request of a `.http` file, as it is written. */
export interface HttpFileRequest {
  /** From 1: the line of the request itself. */
  readonly line: number;
  /** What stands behind `###`, or `@name`. */
  readonly title?: string;
  /** `@name` in a comment. */
  readonly name?: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { name: string; value: string }[];
  /** A command of curl's, which stands in place of all this. */
  readonly command?: string;
  /** Absent: none. */
  readonly body?: string;
  /** `< path`: the body is a file. */
  readonly bodyFile?: HttpBodyFile;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Scripts that are in files. */
  readonly scriptFiles: readonly string[];
  /** Comments with a meaning, such as `no-redirect`. */
  readonly marks: readonly string[];
}

/** What a `.http` file holds: variables of the file, and requests. */
export interface HttpFile {
  readonly variables: readonly { name: string; value: string; line: number }[];
  readonly requests: readonly HttpFileRequest[];
  /** `{{ … }}` on lines of their own: JavaScript of httpyac. */
  readonly scripts: readonly { code: string; line: number }[];
  readonly fragments: readonly HttpFragment[];
}

/** The file that a line of a body names, such as `< ./user.json`; undefined for a text. */
export function bodyFileIn(line: string): HttpBodyFile | undefined {
  const match = /^<(@\w*)?\s+(\S.*)$/.exec(line);
  return match
    ? { path: match[2].trim(), hasPlaceholders: match[1] !== undefined }
    : undefined;
}

const FRAGMENT = /^\s*fragment\s+(\w+)\s+on\s+\w/;
const METHOD =
  /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT|PROPFIND|PROPPATCH|MKCOL|COPY|MOVE|LOCK|UNLOCK|REPORT|SEARCH|PURGE|LINK|UNLINK|LIST|GRAPHQL|WEBSOCKET|WS|GRPC|SSE)\s+(.*)$/i;

/**
 * Reads a `.http` or `.rest` file, as JetBrains, the REST client of VS Code and
 * httpyac write them. One pass over the lines.
 */
export function parseHttpFile(text: string): HttpFile {
  return new HttpFileParser(text.replace(/^\ufeff/, "").split(/\r?\n/)).parse();
}

class HttpFileParser {
  #at = 0;
  readonly #variables: { name: string; value: string; line: number }[] = [];
  readonly #requests: HttpFileRequest[] = [];
  readonly #scripts: { code: string; line: number }[] = [];
  readonly #fragments: HttpFragment[] = [];

  constructor(readonly lines: readonly string[]) {}

  parse(): HttpFile {
    let title: string | undefined;
    while (this.#at < this.lines.length) {
      const separator = /^###\s*(.*)$/.exec(this.lines[this.#at]);
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
    };
  }

  /** What stands up to the next `###`. */
  #section(title: string | undefined): void {
    let name: string | undefined;
    const marks: string[] = [];
    const before: string[] = [];
    const after: string[] = [];
    const scriptFiles: string[] = [];
    while (!this.#atEnd()) {
      const line = this.lines[this.#at];
      const comment = /^\s*(?:#|\/\/)\s*@?(.*)$/.exec(line);
      const variable = /^@([^\s=]+)\s*=\s*(.*)$/.exec(line);
      if (variable) {
        this.#variables.push({
          name: variable[1],
          value: variable[2].trim(),
          line: this.#at + 1,
        });
        this.#at++;
      } else if (comment) {
        const mark = /^\s*(?:#|\/\/)\s*@(\S+)\s*(.*)$/.exec(line);
        if (mark?.[1] === "name") name = mark[2].replace(/^=\s*/, "").trim();
        else if (mark) marks.push(`${mark[1]} ${mark[2]}`.trim());
        this.#at++;
      } else if (/^\s*<\s*\{%/.test(line)) before.push(this.#handler());
      else if (/^\s*<\s+\S+\.js\s*$/.test(line)) {
        scriptFiles.push(line.trim().slice(1).trim());
        this.#at++;
      } else if (/^\{\{[@+]?\w*\s*$/.test(line)) this.#block();
      else if (line.trim() === "") this.#at++;
      else if (FRAGMENT.test(line)) this.#fragment();
      else {
        this.#request({ title, name, marks, before, after, scriptFiles });
        return;
      }
    }
  }

  #request(
    { title, name, ...head }: {
      title: string | undefined;
      name: string | undefined;
      marks: string[];
      before: string[];
      after: string[];
      scriptFiles: string[];
    },
  ): void {
    const line = this.#at + 1;
    const first = this.lines[this.#at++].trim();
    const isCommand = /^curl\s/i.test(first);
    const written = METHOD.exec(first);
    let url = (written ? written[2] : first).trim();
    // The query may go on over lines that are indented or begin with ? or &.
    while (
      !isCommand && !this.#atEnd() &&
      /^\s+\S|^[?&]/.test(this.lines[this.#at])
    ) {
      const more = this.lines[this.#at].trim();
      if (!/^(?:[?&/]|\S+$)/.test(more) || /^\S+:\s/.test(more)) break;
      url += more;
      this.#at++;
    }
    url = url.replace(/\s+HTTP\/\d(?:\.\d)?$/i, "");
    const headers: { name: string; value: string }[] = [];
    while (
      !isCommand && !this.#atEnd() && this.lines[this.#at].trim() !== ""
    ) {
      const text = this.lines[this.#at];
      const header = /^([^:\s]+)\s*:\s*(.*)$/.exec(text);
      if (header) headers.push({ name: header[1], value: header[2].trim() });
      else if (!/^\s*(?:#|\/\/)/.test(text)) break;
      this.#at++;
    }
    const body: string[] = [];
    let bodyFile: HttpBodyFile | undefined;
    while (!this.#atEnd()) {
      const text = this.lines[this.#at];
      if (/^\s*>\s*\{%/.test(text)) head.after.push(this.#handler());
      else if (/^\s*<\s*\{%/.test(text)) head.before.push(this.#handler());
      else if (/^\s*>\s+\S+\.js\s*$/.test(text)) {
        head.scriptFiles.push(text.trim().slice(1).trim());
        this.#at++;
      } else if (/^\s*(?:<>|>>!?)\s*\S/.test(text)) this.#at++;
      else if (/^\{\{[@+]?\w*\s*$/.test(text)) this.#block();
      else {
        body.push(text);
        this.#at++;
      }
    }
    while (body[0]?.trim() === "") body.shift();
    while (body.at(-1)?.trim() === "") body.pop();
    const command = isCommand ? [first, ...body.splice(0)].join("\n") : "";
    if (body.length === 1) bodyFile = bodyFileIn(body[0]);
    if (bodyFile) body.pop();
    this.#requests.push({
      ...head,
      line,
      ...(title !== undefined && { title }),
      ...(name !== undefined && { name }),
      method: written?.[1].toUpperCase() ?? "GET",
      url,
      headers,
      ...(isCommand && { command }),
      ...(body.length > 0 && { body: body.join("\n") }),
      ...(bodyFile !== undefined && { bodyFile }),
    });
  }

  /** JetBrains' `{% … %}`, from its line to the one with its end. */
  #handler(): string {
    const code: string[] = [];
    let text = this.lines[this.#at++].replace(/^\s*[<>]\s*\{%/, "");
    while (!/%\}\s*$/.test(text) && this.#at < this.lines.length) {
      code.push(text);
      text = this.lines[this.#at++];
    }
    code.push(text.replace(/%\}\s*$/, ""));
    return code.join("\n").trim();
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
