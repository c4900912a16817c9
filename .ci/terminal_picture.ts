/** Colours of what a program stresses, on a dark ground. */
const COLORS: Readonly<Record<string, string>> = {
  1: "font-weight:bold",
  2: "fill:#9aa4b2",
  31: "fill:#ff7b72",
  32: "fill:#7ee787",
  33: "fill:#e3b341",
  36: "fill:#79c0ff",
};
const COLUMN = 8.4;
const LINE = 20;
const MARGIN = 20;

/** A picture of text with ANSI sequences, as SVG. */
export function terminalPicture(text: string): string {
  const lines = text.trimEnd().split("\n");
  // deno-lint-ignore no-control-regex
  const columns = lines.map((line) => line.replace(/\x1b\[\d+m/g, "").length);
  const width = Math.ceil(Math.max(...columns) * COLUMN) + 2 * MARGIN;
  const height = lines.length * LINE + 2 * MARGIN;
  const rows = lines.map((line, at) =>
    `<text x="${MARGIN}" y="${MARGIN + 14 + at * LINE}">${spans(line)}</text>\n`
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#e6edf3;white-space:pre}</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${rows.join("")}</svg>
`;
}

/** One line; styles may be nested. */
function spans(line: string): string {
  const open: string[] = [];
  let out = "";
  // deno-lint-ignore no-control-regex
  for (const part of line.split(/(\x1b\[\d+m)/)) {
    // deno-lint-ignore no-control-regex
    const code = /^\x1b\[(\d+)m$/.exec(part)?.[1];
    if (code === undefined) {
      const style = open.map((one) => COLORS[one]).join(";");
      const text = escaped(part);
      out += style === "" ? text : `<tspan style="${style}">${text}</tspan>`;
    } else if (code in COLORS) open.push(code);
    else open.pop();
  }
  return out.replace(/<tspan[^>]*><\/tspan>/g, "");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
