import type { Descriptors } from "../../core/http/grpc/descriptors.ts";
import {
  readAnswer,
  readFileDescriptor,
  reflectedDescriptors,
  type ReflectedFile,
  type ReflectionAnswer,
  type ReflectionQuestion,
  writeQuestion,
} from "../../core/http/grpc/reflection_types.ts";
import { GRPC_STATUS } from "../../core/http/grpc/status.ts";
import {
  type GrpcCallEnd,
  GrpcCallError,
  type OpenGrpcCall,
} from "./grpc_call.ts";

/** Opens a call of a method, such as `/grpc.reflection.v1.ServerReflection/ServerReflectionInfo`. */
export type OpenCall = (path: string) => OpenGrpcCall;

/** The newest one first. */
const VERSIONS = ["v1", "v1alpha"];
/** Files that a server may describe itself in; 10,000 are fine. */
const MAX_FILES = 20_000;
const NOT_FOUND = 5;
/** Questions that are on their way at once. */
const WINDOW = 64;

/** A service that the server does not have. */
export class UnknownServiceError extends Error {
  /** Makes an error with the services that it has, where it says so. */
  constructor(readonly services: readonly string[]) {
    super("unknown service");
  }
}

/** What reflection failed with: it is not there, or the server says no. */
export class ReflectionError extends Error {
  /** Makes an error whose message completes a sentence about the server. */
  constructor(message: string, readonly end?: GrpcCallEnd) {
    super(message);
  }
}

/**
 * Asks a server for a service, or for all that it has, and for every file that
 * they need.
 *
 * @throws {UnknownServiceError} It does not have the service.
 * @throws {ReflectionError} It has no reflection, or says no.
 */
export async function reflect(
  open: OpenCall,
  service: string | undefined,
): Promise<Descriptors> {
  for (const version of VERSIONS) {
    const call = open(
      `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
    );
    const dialog = new Dialog(call);
    try {
      return await dialog.describe(service);
    } catch (error) {
      const isAbsent = error instanceof ReflectionError &&
        error.end?.status === GRPC_STATUS.UNIMPLEMENTED;
      if (!isAbsent) throw error;
    } finally {
      call.cancel();
    }
  }
  throw new ReflectionError(
    "it has no server reflection (write the path of its .proto file as grpc.protoFilePath)",
  );
}

class Dialog {
  readonly #files = new Map<string, ReflectedFile>();
  /** Names of dependencies that were asked for. */
  readonly #asked = new Set<string>();
  /** Names that have to be asked for. */
  readonly #missing = new Set<string>();

  constructor(readonly call: OpenGrpcCall) {}

  async describe(service: string | undefined): Promise<Descriptors> {
    const services = service === undefined ? await this.#services() : [service];
    await this.#ask(
      services.map((name) => ({ fileContainingSymbol: name })),
      (answer, question) => this.#take(answer, question, service !== undefined),
    );
    if (service !== undefined && this.#files.size === 0) {
      throw new UnknownServiceError(await this.#services().catch(() => []));
    }
    while (this.#missing.size > 0) {
      const names = [...this.#missing];
      this.#missing.clear();
      for (const name of names) this.#asked.add(name);
      if (this.#asked.size > MAX_FILES) throw tooMany();
      await this.#ask(
        names.map((name) => ({ fileByFilename: name })),
        (answer, question) => this.#take(answer, question, false),
      );
    }
    const absent = [...this.#asked].filter((it) => !this.#files.has(it));
    try {
      return reflectedDescriptors([...this.#files.values()], absent);
    } catch (error) {
      const why = (error as Error).message.replaceAll("'", '"');
      const lacking = absent.length === 0
        ? ""
        : ` (it does not give "${absent.slice(0, 3).join('", "')}")`;
      throw new ReflectionError(
        `what its reflection says does not fit together: ${why}${lacking} (write the path of its .proto file as grpc.protoFilePath)`,
      );
    }
  }

  async #services(): Promise<string[]> {
    let names: string[] = [];
    await this.#ask([{ listServices: "" }], (answer) => {
      const { listServicesResponse, errorResponse } = answer;
      if (errorResponse) throw refused("lists no services", errorResponse);
      names = (listServicesResponse?.service ?? []).map((it) => it.name);
    });
    return names.filter((name) => !name.startsWith("grpc.reflection."));
  }

  /** Asks many things, some at once; answers come in the same order. */
  async #ask<Q extends ReflectionQuestion>(
    questions: readonly Q[],
    take: (answer: ReflectionAnswer, question: Q) => void,
  ): Promise<void> {
    for (let from = 0; from < questions.length; from += WINDOW) {
      const some = questions.slice(from, from + WINDOW);
      for (const question of some) {
        await this.call.write(writeQuestion(question));
      }
      for (const question of some) take(await this.#answer(), question);
    }
  }

  async #answer(): Promise<ReflectionAnswer> {
    const came = await this.call.next();
    if (!(came instanceof Uint8Array)) {
      const { statusText, reason } = came;
      const why = reason === undefined ? "" : ` (${reason})`;
      throw new ReflectionError(
        `its reflection ends with ${statusText}${why}`,
        came,
      );
    }
    try {
      return readAnswer(came);
    } catch (error) {
      throw invalid(error);
    }
  }

  #take(
    { fileDescriptorResponse: files, errorResponse }: ReflectionAnswer,
    question: ReflectionQuestion,
    required: boolean,
  ): void {
    if (errorResponse) {
      // What depends on a file that the server lacks fails later, if it is needed.
      if (!required || errorResponse.errorCode === NOT_FOUND) return;
      const [name] = Object.values(question);
      throw refused(`does not know "${name}"`, errorResponse);
    }
    for (const bytes of files?.fileDescriptorProto ?? []) {
      let file: ReflectedFile;
      try {
        file = readFileDescriptor(bytes);
      } catch (error) {
        throw invalid(error);
      }
      if (this.#files.has(file.name)) continue;
      this.#files.set(file.name, file);
      this.#missing.delete(file.name);
      for (const name of file.dependencies) {
        if (!this.#files.has(name) && !this.#asked.has(name)) {
          this.#missing.add(name);
        }
      }
    }
    if (this.#files.size > MAX_FILES) throw tooMany();
  }
}

function refused(
  what: string,
  { errorMessage }: NonNullable<ReflectionAnswer["errorResponse"]>,
): ReflectionError {
  const why = errorMessage === "" ? "" : ` (${errorMessage})`;
  return new ReflectionError(`its reflection ${what}${why}`);
}

function invalid(error: unknown): GrpcCallError {
  const why = (error as Error).message;
  return new GrpcCallError(
    "INVALID_RESPONSE",
    `its reflection sends something other than descriptors: ${why}`,
  );
}

function tooMany(): GrpcCallError {
  return new GrpcCallError(
    "LIMIT",
    `its reflection has more than ${MAX_FILES} files`,
  );
}
