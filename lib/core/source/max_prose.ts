/** Columns at which running text wraps on wider terminals, too: longer lines are hard to read. */
export const MAX_PROSE = 120;
