/** The last name in an expression, such as `apiKey` of `login.keys.apiKey[0]`: what says which kind of value it is. */
export function lastName(expression: string): string {
  const end = expression.slice(-200).replace(/\[\d+\]$/, "");
  return /([^.[\]"']+)["'\]]*$/.exec(end)?.[1] ?? expression;
}
