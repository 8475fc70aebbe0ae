/**
 * What a protocol does, in Node: `protocols/<name>/client.ts` answers a `Protocol`, `clients.ts` lists them. The engine knows nothing of a
 * protocol beyond these types: it evaluates, sends, judges and counts.
 */
import type { ExchangeContent } from '@pone/schema/exchange-content.ts'
import type { ProtocolDefinition } from '@pone/schema/protocol.ts'
import type { Network } from './connect/network.ts'
import type { UserNetwork } from './connect/user-network.ts'
import type { SharedMemory } from './wire/shared-memory.ts'
import type { Wire } from './wire/wire.ts'

/** What a text template may ask of the virtual user that evaluates it. */
export interface Scope {
  /** Position of the user in the whole run, from 0. */
  readonly index: number
  /** From 1. */
  readonly iteration: number
  /** Counters of `${counter()}`: this user's own and those that all users of the process share. */
  readonly counters: { own: number; readonly shared: { value: number } }
  /** Properties of the run by name. */
  readonly properties: Readonly<Record<string, string>>
  /** A variable, parameter or extracted value; undefined when there is none. Reading may take a parameter's next value. */
  valueOf(name: string): string | undefined
}

/** A text with `${variable}` and `${function()}` in it, compiled. */
export interface Template {
  /** Its value when it is the same for all users; null when it has to be evaluated. */
  readonly constant: string | null
  evaluate(scope: Scope): string
}

/** A file of the project on this machine's disk. */
export interface ProjectFile {
  readonly path: string
  readonly sizeBytes: number
}

/** A trace as W3C Trace Context has it. */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly id: string
  /** Value of the header. */
  readonly traceparent: string
}

/** What all operations of a component are compiled with. */
export interface ComponentContext<Settings extends object = object> {
  /** Name of the component. */
  readonly component: string
  /** The protocol's section of the run-time settings. */
  readonly settings: Settings
  /** Of the settings that all protocols share; an operation's own time-out of 0 means these. */
  readonly connectTimeoutMs: number
  readonly responseTimeoutMs: number
  /** How connections are made: names, addresses, proxy, TLS, bandwidth. Made once per component. */
  readonly network: Network
  /** Put on every request that has headers and does not set them itself. */
  readonly extraHeaders: readonly (readonly [name: string, value: string])[]
  /** A new trace for one request, where requests carry them. */
  readonly newTrace?: (() => Trace) | undefined
  template(text: string): Template
  /** The first value at a JSONPath as text; undefined when there is none, or the text is no JSON. */
  jsonText(text: string, path: string): string | undefined
  /** A file that requests are made of. @throws Error when it is missing */
  file(fileId: string): ProjectFile
  /** What all components of the process share of the protocol. */
  readonly shared: SharedMemory
}

/** What a step needs of its answers; everything else may be left out of outcomes. */
export interface OperationContext {
  readonly stepId: string
  readonly wantsHeaders: boolean
  readonly wantsBody: boolean
}

/** A user of a session. */
export interface SessionUser {
  /** Position in the whole run, from 0. */
  readonly index: number
  readonly wire: Wire
  /** Its look-ups, source address and bandwidth, shared by all its protocols. */
  readonly network: UserNetwork
  /** Counts what arrived unasked, under the label that `pushedLabel` gave to the operation of that context. */
  push(operation: OperationContext, outcome: Outcome): void
  /** Counts a value of a metric at the instant at which it comes, under the label of the operation; index and value as in `Outcome.metrics`. */
  measure(operation: OperationContext, index: number, value: number): void
}

/** What one user keeps of a protocol between its steps: connections, cookies, subscriptions. Cheap until the first operation. */
export interface Session {
  /** Before each iteration. `isNewUser`: everything that was kept is dropped first, connections included. */
  beginIteration(isNewUser: boolean): void
  /** Closes everything; what is under way ends as aborted. */
  close(): void
}

/** One counted outcome; a failure is data, never an exception. */
export interface Outcome {
  /** Number of the protocol's own, e.g. of HTTP or gRPC; 0 = no answer, or the protocol has none. */
  status: number
  /** ECONNREFUSED, timeout.response, notConnected, connectionLost …; null = answered. */
  errorCode: string | null
  errorMessage: string
  /** Headers, metadata, properties: in wire order, names as received; empty when not wanted. */
  headers: readonly (readonly [name: string, value: string])[]
  /** Empty when not wanted. */
  body: Uint8Array
  /** Of the body, in lower case; null = UTF-8. */
  charset: string | null
  sentBytes: number
  receivedBytes: number
  durationUs: number
  /** By the index in which the definition declares them, µs; null where a phase did not happen. */
  phasesUs: readonly (number | null)[]
  /** What it went to, as logs show it. */
  url: string
  /** Of the trace that the request began. */
  traceId?: string
  /** How many of the wire's count of what was begun it answers for: begun = passed + failed + lost. */
  wireRequests: number
  /** Of those, how many were sent because a dropped connection took an earlier one with it; left out = none. */
  repeatedRequests?: number
  /** Messages or rows of the answer; left out where there is no such number. */
  count?: number
  /** Values of metrics that are known with the outcome: index in the definition, and the value in the metric's unit (a rate's: 0 or 1). */
  metrics?: readonly (readonly [index: number, value: number])[]
}

/** Why an outcome counts as failed. */
export interface OutcomeFailure {
  readonly code: string
  readonly message: string
}

/** Sources of checkpoints and extractors that the protocol itself reads. */
export type OwnSource = 'cookie' | 'cell' | 'affectedRows'

/** An operation of a step, ready to be done by any user of the component. */
export interface CompiledOperation<
  S extends Session = Session,
  C extends object = object,
  O extends Outcome = Outcome,
> {
  /** Everything evaluated; `wantsAll`: the answer is to be shown. May throw: the request then fails as `internal` and nothing is sent. */
  build(scope: Scope, wantsAll: boolean): C
  /** Never throws. `onOutcome` is called exactly once, perhaps before send returns; the signal ends what is under way as `aborted`. */
  send(call: C, session: S, signal: AbortSignal, onOutcome: (outcome: O) => void): void
  /** Whether there is an answer that checkpoints and extractors may read. */
  isAnswered(outcome: O): boolean
  /** The protocol's own verdict; null = passed. */
  failureOf(outcome: O): OutcomeFailure | null
  /** An outcome of which nothing was begun, for a call that could not be built. */
  unsent(code: string, message: string): O
  /**
   * Values of a source that the protocol itself reads, in order, undefined where there is none: checkpoints take the first,
   * extractors the one that they name. Cookies are those of the answer or, else, those that the session keeps.
   */
  sourceValues?(
    outcome: O,
    session: S,
    source: OwnSource,
    expression: string,
  ): readonly (string | undefined)[]
  /** What the debug view shows of it, in the order of the definition's sections. */
  describe(call: C, outcome: O): ExchangeContent
}

/** A protocol in one component: settings read, files open, connections' settings made. */
export interface ComponentProtocol<
  Op extends object = object,
  S extends Session = Session,
  C extends object = object,
  O extends Outcome = Outcome,
> {
  /** @throws Error with a sentence for people when it cannot run here */
  compile(op: Op, context: OperationContext): CompiledOperation<S, C, O>
  openSession(user: SessionUser): S
}

/** Rows that a parameter takes from a server of the protocol, with all texts evaluated. */
export interface TableQuery<Source extends object = object> {
  /** Where the server is and who logs in, as the protocol's definition has it. */
  readonly source: Source
  readonly query: string
  readonly network: Network
  /** A result beyond these (length in characters) is a fault: part of it would be other test data than was asked for. */
  readonly limits: { readonly maxRows: number; readonly maxLength: number }
  /** Of connecting, and again of the query. */
  readonly timeoutMs: number
}

/** A protocol's client. */
export interface Protocol<
  Op extends object = object,
  Settings extends object = object,
  S extends Session = Session,
  C extends object = object,
  O extends Outcome = Outcome,
> {
  readonly definition: ProtocolDefinition<string, Op, Settings>
  /** Reads a whole table once, over a connection of its own, its rows as texts; left out where the protocol has none. @throws Error with a sentence for people */
  readTable?(query: TableQuery): Promise<string[][]>
  /** @throws Error with a sentence for people when the settings cannot be used here */
  open(context: ComponentContext<Settings>): ComponentProtocol<Op, S, C, O>
}
