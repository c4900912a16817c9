import { members } from "../../core/source/plain_value.ts";

/** The files of clients that are not read, by what stands at the beginning of XML. */
const XML: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["SoapUI", /<(?:\w{1,40}:)?soapui-project\b/],
  ["Katalon Studio", /<WebServiceRequestEntity\b/],
  ["RapidAPI (Paw)", /<object\b[^>]{0,200}\btype="(?:PAW|LM)\w{1,60}"/],
];
/** How much of a file of XML is looked at. */
const MAX_HEAD = 20_000;

/** The client whose own file a document of JSON is; undefined where it is none that is known and not read. */
export function clientOfJson(json: unknown): string | undefined {
  const [first] = Array.isArray(json) ? json : [json];
  const own = members(first);
  const { client, clientName, collectionName, yaakSchema, meta, v } = own;
  if ([client, clientName].includes("Thunder Client")) return "Thunder Client";
  // Its files in a folder for Git say no client.
  if (typeof collectionName === "string" && Array.isArray(own.requests)) {
    return "Thunder Client";
  }
  if (own.apidogProject !== undefined) return "Apidog";
  if (yaakSchema !== undefined) return "Yaak";
  if (members(meta).format === "httpie") return "HTTPie";
  const isHoppscotch = Array.isArray(own.folders) &&
    Array.isArray(own.requests) &&
    (v !== undefined ||
      own.requests.some((one) => members(one).endpoint !== undefined));
  return isHoppscotch ? "Hoppscotch" : undefined;
}

/** The client whose own file a text is; undefined where it is none that is known and not read. */
export function clientOf(text: string): string | undefined {
  if (!/^\s*[<{[]/.test(text)) return undefined;
  if (/^\s*</.test(text)) {
    const head = text.slice(0, MAX_HEAD);
    return XML.find(([, pattern]) => pattern.test(head))?.[0];
  }
  try {
    return clientOfJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}
