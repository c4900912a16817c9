import { Lexer } from "yaml";

/** A comment of a YAML text. */
export interface Comment {
  /** From its `#` to the end of its line, without blanks there. */
  readonly text: string;
  readonly offset: number;
}

/** The comments of a YAML text, in order. */
export function commentsOf(source: string): Comment[] {
  const comments: Comment[] = [];
  let offset = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(source)) {
    // Marks of the library, which are not in the text.
    if (MARKS.has(lexeme)) {
      isScalar = lexeme === SCALAR;
      continue;
    }
    if (!isScalar && lexeme.startsWith("#")) {
      comments.push({ text: lexeme.trimEnd(), offset });
    }
    isScalar = false;
    offset += lexeme.length;
  }
  return comments;
}

/** What is told by single characters: a document, an error in a flow collection, a scalar. */
const SCALAR = "\x1f";
const MARKS: ReadonlySet<string> = new Set(["\x02", "\x18", SCALAR]);
