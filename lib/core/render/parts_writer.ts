import type { Owner } from "../scope/execution.ts";
import type { Resolver } from "../scope/resolver.ts";
import type { PlaceholderPart, Template, TextPart } from "../template/types.ts";
import { valueText } from "../scope/value/value_text.ts";

/** Writes the parts of a template one after the other; a place's own writer says what becomes of each. */
export abstract class PartsWriter {
  /** @param target Where the text goes, such as `the URL`; stands behind "Cannot write … into". */
  constructor(
    protected readonly resolver: Resolver,
    private readonly target: string,
  ) {}

  write(template: Template, owner: Owner | undefined): string {
    const { resolver } = this;
    const from = resolver.position;
    let out = "";
    for (const part of template.parts) {
      resolver.position = from + out.length;
      out += part.kind === "text"
        ? this.literal(part, template, owner)
        : this.placeholder(part, template, owner);
      if (resolver.exceeds(out, part, owner)) return "";
    }
    return out;
  }

  protected abstract literal(
    part: TextPart,
    template: Template,
    owner: Owner | undefined,
  ): string;

  protected abstract placeholder(
    part: PlaceholderPart,
    template: Template,
    owner: Owner | undefined,
  ): string;

  /** The text of the value that was found; null, which has none here, is reported. */
  protected valueText(part: PlaceholderPart, owner: Owner | undefined): string {
    const { resolver } = this;
    if (resolver.value !== null) {
      return resolver.written(part, owner, valueText(resolver.value));
    }
    resolver.report(part, owner, {
      code: "UNSERIALIZABLE",
      message:
        `Cannot write "{{${part.text}}}" into ${this.target}: its value is null`,
    });
    return "";
  }

  /** Writes the nested text that was found. */
  protected nestedText(
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): string {
    const { resolver } = this;
    const { nested, nestedOwner } = resolver;
    const insertion = resolver.opened(part);
    if (!resolver.enter(part, owner)) return "";
    const text = this.write(nested, nestedOwner);
    resolver.leave();
    resolver.closed(insertion, text);
    return text;
  }
}
