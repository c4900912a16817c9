import { cachedTemplate } from "./template_of.ts";

/** The variable's name in an expression, as `user` in `user.id`; undefined where it is not a reference. */
export function rootName(expression: string): string | undefined {
  const [placeholder] = cachedTemplate(`{{${expression}}}`).placeholders;
  const parsed = placeholder?.expression;
  return parsed?.kind === "reference" ? parsed.name : undefined;
}
