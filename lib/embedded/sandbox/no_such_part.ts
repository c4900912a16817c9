/** Says that the sandbox has a module of Node without a part of it. */
export function noSuchPart(module: string, part: string): string {
  return `the sandbox's "${module}" has no ${part}; use brace run --trust-scripts if you trust this collection`;
}
