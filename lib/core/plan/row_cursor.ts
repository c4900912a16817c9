import type { DataRow, DataRows } from "./types.ts";

/** Goes through rows of data from first to last, and begins anew for one that is behind. */
export class RowCursor implements Disposable {
  readonly #rows: DataRows;
  #iterator: Iterator<DataRow> | undefined;
  #next = 0;

  constructor(rows: DataRows) {
    this.#rows = rows;
  }

  /**
   * The row of an iteration; undefined where there are no rows.
   *
   * @throws {DiagnosticError} It cannot be read any more.
   */
  at(iteration: number): DataRow | undefined {
    if (iteration >= this.#rows.length) return undefined;
    if (this.#iterator === undefined || iteration < this.#next) {
      this[Symbol.dispose]();
      this.#iterator = this.#rows[Symbol.iterator]();
    }
    for (;;) {
      const { done, value } = this.#iterator.next();
      if (done) return undefined;
      if (this.#next++ === iteration) return value;
    }
  }

  [Symbol.dispose](): void {
    this.#iterator?.return?.();
    this.#iterator = undefined;
    this.#next = 0;
  }
}
