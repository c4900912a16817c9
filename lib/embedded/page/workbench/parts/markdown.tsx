/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { ComponentChildren } from "preact";
import { lexer, type Token, type Tokens } from "marked";

/** Markdown as elements of the page; HTML in it stays text, pictures become links. */
export function Markdown({ text }: { readonly text: string }) {
  return <div class="markdown">{blocks(lexer(text))}</div>;
}

function blocks(tokens: readonly Token[] = []): ComponentChildren[] {
  return tokens.map((token, index) => block(token, index));
}

function block(token: Token, key: number): ComponentChildren {
  switch (token.type) {
    case "heading": {
      // The page has its own first heading.
      const Name = `h${Math.min(6, token.depth + 1)}` as "h2";
      return <Name key={key}>{inline(token.tokens)}</Name>;
    }
    case "paragraph":
      return <p key={key}>{inline(token.tokens)}</p>;
    case "text":
      return "tokens" in token
        ? <span key={key}>{inline(token.tokens)}</span>
        : token.text;
    case "code":
      return <pre key={key} tabIndex={0}><code>{token.text}</code></pre>;
    case "blockquote":
      return <blockquote key={key}>{blocks(token.tokens)}</blockquote>;
    case "list": {
      const Name = token.ordered ? "ol" : "ul";
      return (
        <Name key={key}>
          {(token as Tokens.List).items.map((item, index) => (
            <li key={index}>{blocks(item.tokens)}</li>
          ))}
        </Name>
      );
    }
    case "table": {
      const { header, rows } = token as Tokens.Table;
      return (
        <table key={key}>
          <thead>
            <tr>
              {header.map((it, at) => <th key={at}>{inline(it.tokens)}</th>)}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((it, at) => <td key={at}>{inline(it.tokens)}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      );
    }
    case "hr":
      return <hr key={key} />;
    case "space":
      return null;
    default:
      return token.raw;
  }
}

function inline(tokens: readonly Token[] = []): ComponentChildren[] {
  return tokens.map((token, key) => {
    switch (token.type) {
      case "strong":
        return <strong key={key}>{inline(token.tokens)}</strong>;
      case "em":
        return <em key={key}>{inline(token.tokens)}</em>;
      case "del":
        return <del key={key}>{inline(token.tokens)}</del>;
      case "codespan":
        return <code key={key}>{token.text}</code>;
      case "br":
        return <br key={key} />;
      case "link":
      case "image":
        return /^https?:\/\//i.test(token.href)
          ? (
            <a
              key={key}
              href={token.href}
              target="_blank"
              rel="noreferrer noopener"
            >
              {token.tokens?.length ? inline(token.tokens) : token.text}
            </a>
          )
          : token.text;
      case "text":
      case "escape":
        return token.text;
      default:
        return token.raw;
    }
  });
}
