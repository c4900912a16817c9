import type { CollectedRequest } from "../tools/report/collect/types.ts";
import type { ReportedRun } from "../tools/report/reported_run.ts";
import { ToolError } from "./json_rpc.ts";

/** A request that went out in this session, and what came. */
export interface Exchange {
  readonly id: string;
  /** The run that it is of. */
  readonly run: string;
  readonly request: CollectedRequest;
}

/** A run of this session. */
export interface KeptRun {
  readonly id: string;
  readonly exchanges: readonly string[];
  readonly report: ReportedRun;
  readonly exitCode: number;
}

/** How many exchanges are kept, and how many bytes of them, and how many runs. */
const MAX_EXCHANGES = 5_000;
const MAX_BYTES = 64 * 1_024 * 1_024;
const MAX_RUNS = 20;

/** What came of the runs of a session: the newest of them, as memory has an end. */
export class Exchanges {
  readonly #kept = new Map<string, Exchange>();
  readonly #sizes = new Map<string, number>();
  readonly #runs = new Map<string, KeptRun>();
  #bytes = 0;
  #count = 0;
  #runCount = 0;

  /** A name for a run that begins. */
  nextRun(): string {
    return `run-${++this.#runCount}`;
  }

  /** Keeps an exchange, masked as it is collected, and gives its id. */
  add(run: string, request: CollectedRequest): Exchange {
    const exchange = { id: `exchange-${++this.#count}`, run, request };
    const size = sizeOf(request);
    this.#kept.set(exchange.id, exchange);
    this.#sizes.set(exchange.id, size);
    this.#bytes += size;
    for (const id of this.#kept.keys()) {
      const isFull = this.#kept.size > MAX_EXCHANGES || this.#bytes > MAX_BYTES;
      if (!isFull || id === exchange.id) break;
      this.#kept.delete(id);
      this.#bytes -= this.#sizes.get(id)!;
      this.#sizes.delete(id);
    }
    return exchange;
  }

  /** Keeps a run that has ended. */
  end(run: KeptRun): void {
    this.#runs.set(run.id, run);
    const [first] = this.#runs.keys();
    if (this.#runs.size > MAX_RUNS) this.#runs.delete(first);
  }

  /** @throws {ToolError} There is none of this id. */
  get(id: string): Exchange {
    const exchange = this.#kept.get(id);
    if (exchange) return exchange;
    throw new ToolError(
      wasThere(id, "exchange", this.#count)
        ? `Cannot show "${id}": only the newest exchanges are kept (run the request again)`
        : `Cannot show the exchange "${
          id.slice(0, 50)
        }": this session has none of this id ("run" and "send" give ids)`,
    );
  }

  /** A run that is kept. */
  run(id: string): KeptRun | undefined {
    return this.#runs.get(id);
  }

  /** The runs that are kept, the oldest first. */
  runs(): readonly KeptRun[] {
    return [...this.#runs.values()];
  }
}

function wasThere(id: string, kind: string, count: number): boolean {
  const number = new RegExp(`^${kind}-(\\d{1,9})$`).exec(id)?.[1];
  return number !== undefined && Number(number) >= 1 &&
    Number(number) <= count;
}

function sizeOf({ request, response }: CollectedRequest): number {
  return 1_000 + lengthOf(request?.body) + lengthOf(response?.body) +
    JSON.stringify(response?.stream ?? null).length;
}

function lengthOf(body: NonNullable<CollectedRequest["response"]>["body"]) {
  switch (body?.kind) {
    case "text":
      return body.text.length;
    case "binary":
      return body.base64.length;
    default:
      return 0;
  }
}
