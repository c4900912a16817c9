/** What an editor's text is written in. */
export type EditorLanguage =
  | "json"
  | "xml"
  | "graphql"
  | "javascript"
  | "typescript"
  | "yaml"
  | "bru"
  | "text";

/** What a reader learns of a placeholder, as long as it is shown. */
export interface PlaceholderNote {
  readonly dom: HTMLElement;
  readonly destroy: () => void;
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
  /** Whether nothing defines a placeholder, by what stands in its braces. */
  readonly isUnresolved?: (expression: string) => boolean;
  /** Whether what looks like a placeholder is left alone: neither marked nor told of. */
  readonly isText?: (expression: string) => boolean;
  /** Tells of a placeholder; `replace` writes another text in its place. */
  readonly describe?: (
    expression: string,
    replace: (text: string) => void,
  ) => PlaceholderNote;
}

/** What checks say of a line. */
export interface LineProblem {
  /** From 1. */
  readonly line: number;
  readonly severity: "error" | "warning" | "hint";
  readonly message: string;
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
  /** Marks the lines of these, and no others. */
  setProblems(problems: readonly LineProblem[]): void;
  destroy(): void;
}

/** What the script of the editors exports. Only it needs CodeMirror. */
export interface Editors {
  createEditor(parent: HTMLElement, options: EditorOptions): Editor;
}
