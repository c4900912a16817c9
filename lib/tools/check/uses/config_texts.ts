import type { Collection } from "../../../core/collection/types.ts";
import type { Origin, Text } from "../../../core/source/origin.ts";

/** The texts of a collection's configuration in which placeholders resolve. */
export function configTexts(
  { config, file, environments }: Collection,
): Text[] {
  const texts: Text[] = [...config.hosts];
  const visit = (value: unknown, at: Origin) => {
    if (typeof value === "string") texts.push({ text: value, at });
    if (typeof value !== "object" || value === null) return;
    for (const [key, one] of Object.entries(value)) {
      const inner = Array.isArray(value) ? Number(key) : key;
      visit(one, { file: at.file, path: [...at.path, inner] });
    }
  };
  visit(config.proxy, { file, path: ["config", "proxy"] });
  visit(config.clientCertificates, {
    file,
    path: ["config", "clientCertificates"],
  });
  for (const { file, clientCertificates, certificatesAt } of environments) {
    visit(
      clientCertificates,
      certificatesAt ?? { file, path: ["clientCertificates"] },
    );
  }
  return texts;
}
