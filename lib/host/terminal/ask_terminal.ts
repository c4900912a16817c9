/** Asks the person at the terminal; undefined without one, and at the end of its input. */
export function askTerminal(question: string): string | undefined {
  if (!Deno.stdin.isTerminal() || !Deno.stdout.isTerminal()) return undefined;
  return prompt(`${question}:`) ?? undefined;
}
