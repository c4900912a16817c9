/** The global function that is put around calls whose promise a script drops. */
export const WATCH = "$brace_watch";
