/** A command's words as a program of Windows reads them, and what has to be said of that. */
export interface PassedWords {
  readonly words: readonly string[];
  readonly note?: string;
}

/**
 * Reads `\"` in the words of a PowerShell command. Windows PowerShell 5.1 passes
 * it on as it is, so that the program reads a quote; PowerShell 7.3 escapes it
 * again, so that both characters arrive. For 5.1, `curl` is no program: only
 * `curl.exe` can be meant for it.
 */
export function passedWords(
  program: string,
  words: readonly string[],
): PassedWords {
  const read = words.map((word) => quoted(word) ?? word);
  if (read.every((word, index) => word === words[index])) return { words };
  return /\.exe$/i.test(program)
    ? {
      words: read,
      note:
        'Brace sends \\" as a quote, as curl.exe does in Windows PowerShell 5.1: write the backslash into the request if you use PowerShell 7.3, which sends it, too',
    }
    : {
      words,
      note:
        'Brace sends \\" with its backslash, as PowerShell 7.3 does: take the backslash out if the server has to get a quote',
    };
}

/** A word without the backslashes of its quotes; undefined where one has none, as in the JSON `{"a": "\""}`. */
function quoted(word: string): string | undefined {
  const runs = /\\+"?|"/g;
  const quotes = [...word.matchAll(runs)].filter(([run]) => run.endsWith('"'));
  if (quotes.some(([run]) => run.length % 2 === 1)) return undefined;
  return word.replace(
    runs,
    (run) => run.endsWith('"') ? `${"\\".repeat(run.length / 2 - 1)}"` : run,
  );
}
