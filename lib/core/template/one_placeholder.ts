/** Whether a text is a placeholder and nothing else: a value of elsewhere. */
export function isOnePlaceholder(text: string): boolean {
  return /^\{\{[^{}]*\}\}$/.test(text);
}
