import { escapeXmlAttribute, escapeXmlText } from "./escape_xml.ts";

/** An element of an XML document; attributes that are undefined are left out. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  /** Elements, or text. */
  readonly content?: readonly XmlElement[] | string;
}

/** The first line of an XML document. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Writes an element, by lines. */
export function writeElement(
  { name, attributes, content = [] }: XmlElement,
  indent = "",
): string {
  const open = openTag({ name, attributes });
  if (content.length === 0) return `${indent}${open.slice(0, -1)}/>\n`;
  if (typeof content === "string") {
    return `${indent}${open}${escapeXmlText(content)}</${name}>\n`;
  }
  const inside = content.map((it) => writeElement(it, `${indent}  `)).join("");
  return `${indent}${open}\n${inside}${indent}</${name}>\n`;
}

/** Writes the start of an element whose content is written by its caller. */
export function openTag(
  { name, attributes }: Pick<XmlElement, "name" | "attributes">,
): string {
  return `<${name}${writeAttributes(attributes)}>`;
}

function writeAttributes(attributes: XmlElement["attributes"]): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXmlAttribute(String(value))}"`)
    .join("");
}
