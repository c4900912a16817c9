/** Where a value stands in a response. */
export interface ReadFilter {
  /** Over `res`, or JSONPath. */
  readonly expression: string;
  /** What a variable for it is called, besides the name of the request. */
  readonly name: string;
  /** The expression gives a list, of which the first value counts. */
  readonly isFirst: boolean;
}

/** What a tag `response` reads; undefined for what Brace has no expression for. */
export function readFilter(
  field: string,
  filter: string,
): ReadFilter | undefined {
  const whole = (expression: string, name: string) => ({
    expression,
    name,
    isFirst: false,
  });
  switch (field) {
    case "raw":
      return whole("res.text", "body");
    case "url":
      return whole("res.url", "url");
    case "header":
      return filter === "" || /["\\]/.test(filter)
        ? undefined
        : whole(`res.headers["${filter.toLowerCase()}"]`, filter);
    case "body":
      return jsonPath(filter);
    default:
      return undefined;
  }
}

/** A step to one place: a member or an element. */
const PLACE =
  /\.([^.[\]()*?@"'\s:,^~]+)|\[\s*(?:(\d+)|'([^'\\]*)'|"([^"\\]*)")\s*\]/y;
/** A step to several: all, a slice, several names, or those that a comparison holds for. */
const SEVERAL =
  /\.\.(?=[\w*[])|\.?\*|\[\s*(?:\*|-?\d*\s*:\s*-?\d*(?:\s*:\s*-?\d+)?|-?\d+(?:\s*,\s*-?\d+)*|'[^'\\]*'(?:\s*,\s*'[^'\\]*')+)\s*\]|\[\?\(?\s*@((?:\.[A-Za-z_]\w*|\['[^'\\]*'\])*)\s*(?:(===?|!==?|<=?|>=?)\s*('[^'\\]*'|"[^"\\]*"|-?\d+(?:\.\d+)?|true|false|null))?\s*\)?\]|\w+/y;

/** JSONPath as the RFC has it; undefined for XPath and for what only Insomnia's library knows. */
function jsonPath(filter: string): ReadFilter | undefined {
  if (!filter.startsWith("$")) return undefined;
  let expression = "$";
  let isFirst = false;
  const names: string[] = [];
  for (let at = 1; at < filter.length;) {
    PLACE.lastIndex = SEVERAL.lastIndex = at;
    const place = PLACE.exec(filter);
    if (place) {
      const [step, dotted, index, single, double] = place;
      const name = dotted ?? single ?? double;
      names.push(name ?? index);
      expression += name === undefined ? `[${index}]` : member(name);
      at += step.length;
      continue;
    }
    const several = SEVERAL.exec(filter);
    // A bare name stands behind two dots only.
    if (!several || /^\w/.test(several[0]) && !expression.endsWith("..")) {
      return undefined;
    }
    isFirst = true;
    const [step, path, operator, value] = several;
    if (/^\w/.test(step)) names.push(step);
    expression += path === undefined
      ? step
      : `[?@${path}${
        operator === undefined ? "" : ` ${operator.slice(0, 2)} ${value}`
      }]`;
    at += step.length;
  }
  return { expression, name: names.join(" ") || "body", isFirst };
}

function member(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return `.${name}`;
  return name.includes("'") ? `["${name}"]` : `['${name}']`;
}
