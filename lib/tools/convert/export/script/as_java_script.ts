import {
  isHeaderPath,
  placePath,
  responsePath,
} from "../../../../core/assertion/select_fast.ts";

/**
 * JavaScript for a path to a header or a JSONPath to a place of the body, which
 * other programs take for JavaScript: `res.headers.content-type` is a
 * subtraction there. Header names are lower-case. Nothing for other expressions.
 */
export function asJavaScript(expression: string): string | undefined {
  const [root, name, ...rest] = responsePath(expression) ?? [];
  if (root === "headers" && name !== undefined) {
    const isJavaScript = !isHeaderPath(expression) || !name.includes("-");
    if (isJavaScript && name === name.toLowerCase()) return undefined;
    return [name.toLowerCase(), ...rest].reduce(
      (text, step) => text + member(step),
      "res.headers",
    );
  }
  if (expression.trim() === "$") return "res.body";
  const place = placePath(expression);
  if (place === undefined || place.some(isInherited)) {
    return undefined;
  }
  // A place that the body lacks is undefined in JSONPath, and no error.
  return place.reduce((text, step) => {
    const next = member(step);
    return `${text}?.${next.replace(/^\./, "")}`;
  }, "res.body");
}

/** Whether JavaScript finds a name where a JSONPath does not. */
function isInherited(name: string): boolean {
  return name === "length" || name in Object.prototype;
}

/** A member behind what has it. */
export function member(name: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return `.${name}`;
  if (/^\d+$/.test(name)) return `[${name}]`;
  return name.includes("'") ? `["${name}"]` : `['${name}']`;
}
