/** A word as a shell takes it. */
export function shellWord(text: string): string {
  if (text.startsWith("-")) return shellWord(`./${text}`);
  if (/^[\w./:@*-]+$/.test(text)) return text;
  // Shells of Windows know double quotes alone.
  if (!/["$`\\!%]/.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
