/** A script's code as it is compiled. */
export interface CompiledCode {
  readonly code: string;
  /** What was inserted: offset in the code as written, and length. */
  readonly inserted: readonly (readonly [offset: number, length: number])[];
  /** What a column in its stacks counts: QuickJS counts characters, V8 UTF-16 code units. */
  readonly columns: "characters" | "units";
  /** The columns of files that the script loads; absent where they are compiled as written. */
  readonly files?: FileColumns;
}

/** Files that are compiled with insertions. */
export interface FileColumns {
  /** The column in a file as written of a place in what was compiled; all from 1. */
  columnIn(
    path: string,
    place: { readonly line: number; readonly column: number },
  ): number;
}

/** The offset in the code as written of one in the compiled code. */
export function originalOffset(
  { inserted }: Pick<CompiledCode, "inserted">,
  offset: number,
): number {
  let shift = 0;
  for (const [at, length] of inserted) {
    if (at + shift + length > offset) break;
    shift += length;
  }
  return offset - shift;
}

/** What a script finds, as bits: there is a response; the clock is the run's own; its API is Postman's, too. */
export const SURROUNDINGS = { response: 1, clock: 2, postman: 4 };

/** The global function that is put around calls whose promise a script drops. */
export const WATCH = "$brace_watch";
