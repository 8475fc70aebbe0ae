/** What a section of a report is: its data with defaults, how they are computed from the batches of the part of the run, and its part of the exported file. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import type { RunMonitoring } from '@pone/contract/entities/run-monitoring.ts'
import type { z } from 'zod'
import type { ErrorSample, WorkerTotal } from '../batches/batch-company.ts'
import type { StoredBatch } from '../batches/stored-batch.ts'
import type { Markup } from '../export/markup.ts'
import type { ReportView } from '../export/report-view.ts'
import type { RuleValues } from '../merge/rule-values.ts'
import type { RunMerge } from '../merge/run-merge.ts'
import type { Judge } from '../monitoring/judgement.ts'
import type { ReportRange } from '../report-range.ts'
import type { BoundMix } from '../run-mix.ts'
import type { RunMachine, RunRecord } from '../run-record.ts'

export interface ReportMaterial {
  readonly record: RunRecord
  readonly range: ReportRange
  /** Whether SLA rules are judged on the ramp-up as well. */
  readonly includesRampUp: boolean
  readonly machines: readonly RunMachine[]
  /** Of the whole run. */
  readonly events: readonly RunEvent[]
  readonly samples: readonly ErrorSample[]
  readonly workers: readonly WorkerTotal[]
  /** All batches of the part, complete when `finish` is called. */
  readonly merge: RunMerge
  /** What was kept of the run's monitoring; null: no monitoring link belonged to it. */
  readonly monitoring: RunMonitoring | null
  /** What was kept of the counters that its rules name. */
  readonly ruleValues: readonly RuleValues[]
  /** That its scenario names; null: it names none. */
  readonly mix: BoundMix | null
  readonly judge: Judge
}

/** Fields of a section's data. */
export type SectionData<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>

export interface SectionMaker<Data> {
  add?(batch: StoredBatch): void
  finish(): Data | Promise<Data>
}

/** `Shown` are the data that its part of the exported file needs, its own or another section's. */
export interface ReportSection<Shape extends z.ZodRawShape, Shown> {
  /** Of its folder, of its line in the registry and of its part of the page. */
  readonly name: string
  /** Its fields of the content; each has a default for when the section cannot be made or an older version stored none. */
  readonly data: Shape
  start(material: ReportMaterial): SectionMaker<SectionData<Shape>>
  /** Its part of the exported file; null leaves nothing. */
  html(view: ReportView<Shown>): Markup | null
}

/** Checks that a section fills what it says. */
export const reportSection = <Shape extends z.ZodRawShape, Shown>(
  section: ReportSection<Shape, Shown>,
): ReportSection<Shape, Shown> => section
