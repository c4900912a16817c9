/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type {
  ExchangeRow,
  ItemView,
  PlaceholderView,
  Question,
  ServerEvent,
} from "../api.ts";
import type { State, TreeItem } from "../state_view.ts";
import type { Asking, Notice } from "./asking.ts";
import { Doc } from "./doc.ts";
import { storedDrafts, storeDraft } from "./drafts.ts";
import { mayHave } from "./file_item.ts";
import { formatPlace, type PagePlace, parsePlace } from "./place.ts";
import type { StateOwner } from "./owner.ts";
import { PlaceholderNotes } from "./placeholder_notes.ts";
import { PageRun } from "./run_state.ts";
import { SendState } from "./send_state.ts";
import { call, Denied, Gone, lines } from "./session.ts";

/** All that the page knows, and what it does; views are drawn anew when it says so. */
export class Workbench implements StateOwner {
  state: State | undefined;
  place: PagePlace = parsePlace(location.hash);
  readonly docs: Map<string, Doc> = storedDrafts();
  readonly sends: Map<string, SendState> = new Map();
  readonly run: PageRun;
  readonly notes: PlaceholderNotes;
  /** Asked by the server while something is sent; the first one is shown. */
  questions: Question[] = [];
  asking: Asking | undefined;
  notice: Notice | undefined;
  /** The item that the tree's actions are for. */
  selected: string | undefined;
  exchanges: readonly ExchangeRow[] = [];
  /** The server has ended, or does not know this page. */
  ended: "gone" | "refused" | undefined;
  isSaving = false;
  /** The line that an editor of an item is to show. */
  line:
    | {
      readonly id: string;
      readonly line: number;
      /** The YAML path of the editor's text; absent: the source. */
      readonly path: string | undefined;
    }
    | undefined;
  /** How often something has changed that items show. */
  #changes = 0;
  /** How often something has changed that the state has. */
  #stateChanges = 0;
  #drawing = false;
  /** The item that the page reads. */
  #opening: string | undefined;
  readonly #stores = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(readonly draw: () => void) {
    this.run = new PageRun(this);
    this.notes = new PlaceholderNotes(this);
  }

  /** Draws the page anew, once for all that happens now. */
  changed(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    queueMicrotask(() => {
      this.#drawing = false;
      this.draw();
    });
  }

  /** Does something that may fail; the person is told why it did. */
  async try<T>(action: () => Promise<T>): Promise<T | undefined> {
    try {
      return await action();
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  fail(error: unknown): void {
    if (error instanceof Gone) this.ended = "gone";
    else if (error instanceof Denied && error.status === 403) {
      this.ended = "refused";
    } else if (error instanceof Denied) {
      const { message, problems } = error;
      this.notice = { text: message, kind: "error", problems };
    } else throw error;
    this.changed();
  }

  /** Says that something is done: for some seconds, or until the person has read what to do next. */
  tell(
    text: string,
    { stays = false, notes }: {
      readonly stays?: boolean;
      readonly notes?: readonly string[];
    } = {},
  ): void {
    const notice: Notice = this.notice = {
      text,
      kind: "done",
      ...notes && { notes },
    };
    this.changed();
    if (stays) return;
    setTimeout(() => {
      if (this.notice !== notice) return;
      this.notice = undefined;
      this.changed();
    }, 4000);
  }

  async start(): Promise<void> {
    await this.try(async () => {
      const events = lines("events", {});
      // The server says at once that it tells from now on: no change is missed.
      await events.next();
      await this.#readState();
      // Nobody is to save a draft of an earlier server's file before.
      for (const id of [...this.docs.keys()]) await this.#reload(id);
      this.changed();
      await this.arrive();
      void this.#listen(events);
      const { exchanges } = await call("history", { limit: 1000 });
      this.#setExchanges([...this.exchanges, ...exchanges]);
    });
  }

  /** Hears what happens elsewhere, until the server ends. */
  async #listen(events: AsyncIterable<ServerEvent>): Promise<void> {
    await this.try(async () => {
      for await (const event of events) {
        switch (event.type) {
          case "alive":
            break;
          case "changed":
            await this.try(() => this.refresh(event.ids, event.tree));
            break;
          case "exchange":
            this.#setExchanges([event.row, ...this.exchanges]);
            break;
          case "environment":
            this.#setSelected(event.names);
            break;
          case "bye":
            throw new Gone();
          default:
            event satisfies never;
        }
      }
      throw new Gone();
    });
  }

  /** The history, newest first; the page may be told of what the server lists, too. */
  #setExchanges(rows: readonly ExchangeRow[]): void {
    this.exchanges = [
      ...new Map(rows.map((row) => [row.exchange, row])).values(),
    ];
    this.changed();
  }

  /** Takes over what has changed in files. */
  async refresh(ids: readonly string[], tree: boolean): Promise<void> {
    this.outdate();
    this.notes.forget();
    if (tree) {
      this.#stateChanges++;
      await this.#readState();
    }
    for (const id of ids) if (this.docs.has(id)) await this.#reload(id);
    await this.#update();
    this.changed();
  }

  /** Something has changed: says as of how many changes is what is asked for from now on. */
  outdate(): number {
    return ++this.#changes;
  }

  /** Asks for the state, and anew where a change has overtaken the answer. */
  async #readState(): Promise<void> {
    const asOf = this.#stateChanges;
    const state = await call("state", {});
    if (asOf !== this.#stateChanges) return await this.#readState();
    this.state = state;
  }

  /** Takes over what other files and the session say of the open item by now. */
  async #update(): Promise<void> {
    const { doc } = this;
    if (doc && doc.asOf < this.#changes) {
      await this.#reload(doc.view.id, "around");
    }
  }

  /** Takes over what a file says now, or only what is said of it; unsaved edits stay. */
  async #reload(id: string, what: "all" | "around" = "all"): Promise<void> {
    const doc = this.docs.get(id)!;
    const asOf = this.#changes;
    let view: ItemView | undefined;
    try {
      if (mayHave(this.state, id)) {
        view = await call("open", { id });
      }
    } catch (error) {
      if (!(error instanceof Denied) || error.status === 403) throw error;
    }
    if (view === undefined) {
      if (doc.isDirty) doc.isGone = true;
      else this.docs.delete(id);
      return;
    }
    // Another answer, asked for later, may have come before.
    if (asOf < doc.asOf) return;
    doc.asOf = asOf;
    if (what === "all") doc.reload(view);
    else doc.hear(view);
  }

  /** Goes to a place of the page, which the address shows. */
  go(place: PagePlace): void {
    location.hash = formatPlace(place);
    // The browser tells of it later; a key that comes before is for the new place.
    void this.arrive();
  }

  /** Goes to a line of a file, or of the text at a YAML path in it. */
  goToLine(id: string, line?: number, path?: string): void {
    this.line = line === undefined ? undefined : { id, line, path };
    this.go({ view: "item", id });
    this.changed();
  }

  /** The address has changed. */
  async arrive(): Promise<void> {
    const place = parsePlace(location.hash);
    const isNew = formatPlace(place) !== formatPlace(this.place);
    if (isNew && this.notice?.kind === "error") this.notice = undefined;
    this.place = place;
    this.changed();
    if (this.place.view !== "item") return;
    const { id } = this.place;
    this.selected = id;
    if (this.docs.has(id)) {
      await this.try(() => this.#update());
      return this.changed();
    }
    if (this.#opening === id) return;
    this.#opening = id;
    try {
      await this.#open(id);
      this.#forgetOld(id);
      // It may have changed while the answer was on its way.
      await this.#update();
    } catch (error) {
      if (this.place.view === "item" && this.place.id === id) {
        this.go({ view: "home" });
      }
      this.fail(error);
    }
    if (this.#opening === id) this.#opening = undefined;
    this.changed();
  }

  /** An item, opened where it is not; undefined: it cannot be. */
  async opened(id: string): Promise<Doc | undefined> {
    const known = this.docs.get(id);
    if (known !== undefined) return known;
    return await this.try(() => this.#open(id));
  }

  /** Reads an item; the page may have it by another way before. */
  async #open(id: string): Promise<Doc> {
    const asOf = this.#changes;
    const view = await call("open", { id });
    const doc = this.docs.get(id) ?? new Doc(view, asOf);
    this.docs.set(id, doc);
    return doc;
  }

  /** Of what is open and not edited the page keeps the last ones only. */
  #forgetOld(now: string): void {
    for (const [id, doc] of this.docs) {
      if (this.docs.size <= 100) break;
      if (id !== now && !doc.isDirty) this.docs.delete(id);
    }
  }

  /** Whether the item that is to be shown is being read. */
  get isOpening(): boolean {
    return this.place.view === "item" && this.#opening === this.place.id;
  }

  /** The request that the page shows, or is about to. */
  get request(): string | undefined {
    const { place } = this;
    if (place.view !== "item") return undefined;
    const kind = this.item(place.id)?.kind ?? this.doc?.view.kind;
    return kind === "request" ? place.id : undefined;
  }

  /** The open item. */
  get doc(): Doc | undefined {
    return this.place.view === "item"
      ? this.docs.get(this.place.id)
      : undefined;
  }

  /** What is sent, or was, of an item. */
  sendOf(id: string): SendState {
    let send = this.sends.get(id);
    if (send === undefined) {
      send = new SendState(this, id);
      this.sends.set(id, send);
    }
    return send;
  }

  /** An edit was made: draws it, and keeps it beyond the page's end. */
  edited(doc: Doc): void {
    this.changed();
    const { id } = doc.view;
    this.notes.edited(id);
    clearTimeout(this.#stores.get(id));
    this.#stores.set(id, setTimeout(() => storeDraft(doc), 400));
  }

  async selectEnvironments(names: readonly string[]): Promise<void> {
    await this.try(() => call("environment", { names }));
    this.#setSelected(names);
  }

  #setSelected(selected: readonly string[]): void {
    this.#stateChanges++;
    if (this.state) this.state = { ...this.state, selected };
    void this.try(() => this.refresh([], false));
  }

  ask(asking: Asking | undefined): void {
    this.asking = asking;
    this.changed();
  }

  /** Answers a question of the server. */
  async answer(question: Question, answer: string): Promise<void> {
    this.questions = this.questions.filter((it) => it !== question);
    this.changed();
    await this.try(() =>
      call("answer", { question: question.question, answer })
    );
  }

  /** An item of the tree. */
  item(id: string | undefined): TreeItem | undefined {
    return this.state?.items.find((it) => it.id === id);
  }

  /** What is known of a placeholder in the open item, by its text with braces. */
  note(text: string): PlaceholderView | undefined {
    return this.place.view === "item"
      ? this.notes.of(this.place.id, text)
      : undefined;
  }
}
