import type { RequestResult } from "../../core/run/types.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import type { WorkerReport } from "./protocol.ts";

/** Distinct names of metrics and of problems. */
export const MAX_NAMES = 1_000;
/** What further ones are counted as. */
const OTHER = "other";

/** What virtual users did since the last report. */
export class Metrics {
  #counters: Record<string, number> = {};
  #histograms: Record<string, number[]> = {};
  #users: [id: number, problem?: string][] = [];
  #problems: string[] = [];
  /** Names as they are shown, by what they are in the files, which no user changes. */
  readonly #names = new Map<string, string>();
  readonly #masker: Masker;
  #isFull = false;

  constructor(masker: Masker) {
    this.#masker = masker;
  }

  /** Counts a request of a user. */
  add(result: RequestResult): void {
    const { status, response, tests, assertions, failures } = result;
    if (status === "skipped") return;
    this.#count("brace.requests", result.attempts);
    for (const failure of failures) this.#count(`brace.errors.${failure}`, 1);
    for (const { status } of assertions) {
      this.#checked("brace.assertions", status);
    }
    for (const { status } of tests) this.#checked("brace.tests", status);
    if (response === undefined) return;
    this.#count(`brace.codes.${response.status}`, 1);
    this.#count("brace.bytes", response.size.headers + response.size.body);
    const { total } = response.timings;
    const time = Math.round(total * 1000) / 1000;
    const name = this.#nameOf(result.step.item.name);
    this.#measure("brace.response_time", time);
    this.#measure(`brace.response_time.${name}`, time);
  }

  #checked(name: string, status: string): void {
    if (status === "skipped") return;
    this.#count(`${name}.${status === "passed" ? "passed" : "failed"}`, 1);
  }

  /** A user began later than it arrived. */
  late(): void {
    this.#count("brace.late", 1);
  }

  /** A user has ended. */
  ended(id: number, problem?: string): void {
    this.#users.push(
      problem === undefined ? [id] : [id, this.#nameOf(problem)],
    );
  }

  /** A line for people. */
  tell(line: string): void {
    this.#problems.push(line);
  }

  /** What has happened since the last call; undefined: nothing. */
  take(): WorkerReport | undefined {
    const [counters, histograms] = [this.#counters, this.#histograms];
    const [users, problems] = [this.#users, this.#problems];
    const report: WorkerReport = {
      type: "report",
      ...(!isEmpty(counters) && { counters }),
      ...(!isEmpty(histograms) && { histograms }),
      ...(users.length > 0 && { users }),
      ...(problems.length > 0 && { problems }),
    };
    if (Object.keys(report).length === 1) return undefined;
    [this.#counters, this.#histograms] = [{}, {}];
    [this.#users, this.#problems] = [[], []];
    return report;
  }

  #count(name: string, by: number): void {
    this.#counters[name] = (this.#counters[name] ?? 0) + by;
  }

  #measure(name: string, value: number): void {
    const values = this.#histograms[name];
    if (values) values.push(value);
    else this.#histograms[name] = [value];
  }

  /** A name as it may be shown: without secrets, and one of a bounded number. */
  #nameOf(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size < MAX_NAMES) {
      const name = this.#masker.mask(text).replace(/\s+/g, " ");
      this.#names.set(text, name);
      return name;
    }
    if (!this.#isFull) {
      this.#isFull = true;
      this.tell(
        `There are more than ${MAX_NAMES} names of requests and problems: Brace counts the others as "${OTHER}"`,
      );
    }
    return OTHER;
  }
}

function isEmpty(record: Readonly<Record<string, unknown>>): boolean {
  for (const _ in record) return false;
  return true;
}
