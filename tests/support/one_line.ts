/** What was printed, without the places where its lines wrap. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
