import type { ReportMeta } from "../reported_run.ts";

/** What an annotation says, and where. */
export interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** `::error file=…,line=…,col=…,title=…::message` */
export function githubCommand(
  { level, title, message, file, line, column }: Annotation,
  { inRepository = (file) => file }: Pick<Partial<ReportMeta>, "inRepository">,
): string {
  const path = file === undefined ? undefined : inRepository(file);
  const known = path !== undefined;
  const properties = Object.entries({
    file: path,
    line: known ? line : undefined,
    col: known && line !== undefined ? column : undefined,
    title,
  }).filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${level} ${properties.join(",")}::${escapeData(message)}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
