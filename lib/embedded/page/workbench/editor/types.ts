/** What an editor's text is written in. */
export type EditorLanguage =
  | "json"
  | "xml"
  | "graphql"
  | "javascript"
  | "yaml"
  | "bru"
  | "text";

/** What a reader learns of a placeholder. */
export interface PlaceholderNote {
  /** Nothing defines it. */
  readonly unresolved: boolean;
  /** A line or more. */
  readonly text: string;
}

/** What may stand in place of a stretch. */
export interface CompletionOffer {
  readonly from: number;
  readonly to: number;
  readonly options: readonly {
    readonly label: string;
    readonly insert: string;
    readonly detail?: string;
  }[];
}

export interface EditorOptions {
  readonly language: EditorLanguage;
  readonly text: string;
  /** Names it for screen readers. */
  readonly label: string;
  /** Of the page's policy, for the styles that the editor adds. */
  readonly nonce: string;
  readonly readOnly?: boolean;
  readonly onChange?: (text: string) => void;
  readonly complete?: (
    text: string,
    offset: number,
  ) => Promise<CompletionOffer | undefined>;
  /** Tells of a placeholder by what stands in its braces. */
  readonly describe?: (expression: string) => PlaceholderNote | undefined;
}

/** An editor in the page. */
export interface Editor {
  text(): string;
  setText(text: string): void;
  setLanguage(language: EditorLanguage): void;
  /** Line and column from 1. */
  goTo(line: number, column?: number): void;
  focus(): void;
  /** What placeholders mean has changed. */
  marksChanged(): void;
  destroy(): void;
}
