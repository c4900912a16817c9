import { escapeXmlAttribute, escapeXmlText } from "./escape_xml.ts";

/** An element of an XML document; attributes that are undefined are left out. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  /** Elements, or text. */
  readonly content?: readonly XmlElement[] | string;
}

/** Writes an XML document. */
export function writeXml(root: XmlElement): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  writeElement(root, "", lines);
  return lines.join("\n") + "\n";
}

function writeElement(
  { name, attributes, content = [] }: XmlElement,
  indent: string,
  lines: string[],
): void {
  const open = `${indent}<${name}${writeAttributes(attributes)}`;
  if (content.length === 0) {
    lines.push(`${open}/>`);
  } else if (typeof content === "string") {
    lines.push(`${open}>${escapeXmlText(content)}</${name}>`);
  } else {
    lines.push(`${open}>`);
    for (const child of content) writeElement(child, `${indent}  `, lines);
    lines.push(`${indent}</${name}>`);
  }
}

function writeAttributes(attributes: XmlElement["attributes"]): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXmlAttribute(String(value))}"`)
    .join("");
}
