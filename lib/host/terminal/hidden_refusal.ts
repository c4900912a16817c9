/** Why a hidden line is not taken: what nobody sees may be wrong unnoticed; undefined: it is taken. */
export function hiddenRefusal(line: string): string | undefined {
  if (line.includes("\ufffd")) {
    return "That is not taken: a character of it is not UTF-8. Type it again.";
  }
  if (/(?!\t)\p{Cc}/u.test(line)) {
    return "That is not taken: a key such as Esc or an arrow became a part of it. Type it again.";
  }
  return undefined;
}
