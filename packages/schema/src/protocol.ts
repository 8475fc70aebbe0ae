/**
 * What a protocol is, as far as a browser may know it: the half of `protocols/<name>/` that editor, checks, text forms, labels and reports
 * read. The other half, which sends, is `Protocol` of protocols/protocol.ts.
 */
import type { z } from 'zod'
import type { Bilingual } from './bilingual.ts'
import type { Form } from './form.ts'

/** What checkpoints can look at in an answer. */
export const checkpointSources = [
  'status',
  'header',
  'body',
  'responseTime',
  'size',
  'jsonPath',
  'xpath',
  'css',
  'regex',
  'count',
  'cell',
  'affectedRows',
] as const
export type CheckpointSource = (typeof checkpointSources)[number]

/** What extractors can take values from. */
export const extractorSources = [
  'jsonPath',
  'xpath',
  'css',
  'regex',
  'header',
  'cookie',
  'boundary',
  'count',
  'cell',
  'affectedRows',
] as const
export type ExtractorSource = (typeof extractorSources)[number]

/** A text of a problem; `{name}` stands for a parameter. An error keeps a component from running, a warning does not. */
export interface ProblemText extends Bilingual {
  readonly severity?: 'error' | 'warning'
}

/** Takes a problem; `field` is the path within what is checked, e.g. `headers.0.name`, `code` one of the protocol's problems. */
export type ReportProblem = (
  field: string,
  code: string,
  params?: Readonly<Record<string, string | number>>,
) => void

/** What a check knows besides what it checks. */
export interface CheckContext<Settings extends object = object> {
  /** The protocol's section of the component's run-time settings. */
  readonly settings: Settings
  /** Files of the project that exist; undefined when nobody knows. */
  readonly attachmentIds: ReadonlySet<string> | undefined
}

/** A password or token within an operation or settings; sealed when stored, masked when read. */
export interface CredentialField {
  /** Path, e.g. `auth.password`. */
  readonly field: string
  readonly value: string
  /** Whom the value belongs to, as far as the document tells: `user alice` where it goes with a user name, else e.g. `token`. Moving it to another owner needs it typed again. */
  readonly owner: string
}

/** A part of a component that belongs to the protocol: its operation in a step, or its section of the run-time settings. */
export interface ProtocolPart<T extends object, Settings extends object> {
  readonly schema: z.ZodType<T>
  check(value: T, report: ReportProblem, context: CheckContext<Settings>): void
  /** Ids of the project's files that it uses. */
  files(value: T): readonly string[]
  credentials(value: T): readonly CredentialField[]
}

/** An operation that the editor offers. */
export interface OfferedOperation<Op extends object> {
  /** Unique within the protocol. Where the protocol has several operations it is their `kind`. */
  readonly key: string
  readonly title: Bilingual
  /** What a new step of it begins with. */
  defaults(): Op
  /** Checkpoint and extractor sources that its answers have; left out = all of the protocol's. */
  readonly checkpointSources?: readonly CheckpointSource[]
  readonly extractorSources?: readonly ExtractorSource[]
  /** Fields by which it is edited; names are paths within the operation. Of an HTTP request they are its options: address, headers and body have an editor of their own. */
  readonly form?: Form
  /** Field that a bare text stands for in the short form: `webSocket.send: hello`. */
  readonly mainField?: string
}

/** A part of a sample's duration. Samples carry phases by their index in the definition, batches by their key. */
export interface PhaseDefinition {
  readonly key: string
  readonly title: Bilingual
}

/** How values of a metric are summed up, as in k6: rate: share of true; trend: percentiles; counter: sum; gauge: last, least and largest. */
export const metricKinds = ['rate', 'trend', 'counter', 'gauge'] as const
export type MetricKind = (typeof metricKinds)[number]

/** A figure of the protocol's own beside its samples. */
export interface MetricDefinition {
  readonly key: string
  readonly title: Bilingual
  readonly kind: MetricKind
  /** Unit of the values; `µs` is shown in ms. Of a rate: none. Trends are of whole numbers from 0. */
  readonly unit: 'µs' | 'bytes' | 'count' | 'none'
}

/** Titles of the names of a section's pairs; `values` where the values are words of the protocol too. */
export type PairTexts = Readonly<
  Record<string, { readonly title: Bilingual; readonly values?: Readonly<Record<string, Bilingual>> }>
>

/** A section of the debug view; what it holds travels in the exchange. */
export interface SectionDefinition {
  readonly key: string
  readonly title: Bilingual
  /** Of pairs that the protocol names; left out where the names are the user's or a server's. */
  readonly pairs?: PairTexts
}

/** Where an operation goes. */
export interface OperationTarget {
  /** An URL, `host:port` or a host, with `${}` where a value is not known before; null: where its connection goes. */
  readonly address: string | null
  /** Name of the user's connection that it opens, or, without an address, uses; null: it needs none by name. */
  readonly connection: string | null
}

/** A protocol. `Name` is its key: a step holds its operation under it, the run-time settings its section, and it is never changed. */
export interface ProtocolDefinition<
  Name extends string = string,
  Op extends object = object,
  Settings extends object = object,
> {
  readonly name: Name
  readonly title: Bilingual
  readonly operation: ProtocolPart<Op, Settings>
  /** Its schema gives all defaults for `{}`. */
  readonly settings: ProtocolPart<Settings, Settings>
  /** Form of the settings; left out where there are none. */
  readonly settingsForm?: Form
  /** Operations that the editor offers, the most usual first. */
  readonly operations: readonly OfferedOperation<Op>[]
  /** Key of the offered operation that this one is. */
  keyOf(op: Op): string
  /** One line that tells what it does; also the label of a step without a name. */
  summary(op: Op): string
  /** Title of a step without a name, in the editor's tree; its summary without this. Labels of runs are in one language, so they are summaries. */
  titleOf?(op: Op): Bilingual
  /** Longest time that it waits for an answer by its own settings, ms. */
  responseTimeoutMs?(op: Op): number
  /** Label of what arrives unasked after it; null = nothing does. */
  pushedLabel?(op: Op): string | null
  /** Where it goes. `filled` puts values that are known before into a text. */
  targetOf(op: Op, settings: Settings, filled: (text: string) => string): OperationTarget
  /** Texts of what its checks report. */
  readonly problems: Readonly<Record<string, ProblemText>>
  readonly checkpointSources: readonly CheckpointSource[]
  readonly extractorSources: readonly ExtractorSource[]
  /** At most 16. */
  readonly phases: readonly PhaseDefinition[]
  readonly metrics: readonly MetricDefinition[]
  readonly sections: readonly SectionDefinition[]
}
