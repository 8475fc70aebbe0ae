/** What a section of a report is: it sees every batch of the part of the run, and then gives its fields of the content. */
import type { ReportContent } from '@pone/contract/entities/report.ts'
import type { RunEvent } from '@pone/contract/entities/run.ts'
import type { ErrorSample, WorkerTotal } from '../batches/batch-company.ts'
import type { StoredBatch } from '../batches/stored-batch.ts'
import type { RunMerge } from '../merge/run-merge.ts'
import type { RunMachine, RunRecord } from '../run-record.ts'

/** The part of the run that is reported, ms since its start, and its whole seconds, both ends inclusive. */
export interface ReportRange {
  readonly fromMs: number
  readonly toMs: number
  readonly firstSecond: number
  readonly lastSecond: number
  /** All of the run. */
  readonly isWhole: boolean
}

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
}

/** Fields that sections fill in; the rest is the report's frame. */
export type SectionFields = Omit<ReportContent, 'run' | 'fromMs' | 'toMs' | 'verdict' | 'missing'>

export interface SectionMaker<K extends keyof SectionFields> {
  add?(batch: StoredBatch): void
  finish(): Pick<SectionFields, K>
}

export interface ReportSection<K extends keyof SectionFields = keyof SectionFields> {
  readonly name: string
  /** What stands in the report when the section cannot be made. */
  readonly empty: Pick<SectionFields, K>
  start(material: ReportMaterial): SectionMaker<K>
}

/** Checks that a section fills what it says. */
export const reportSection = <K extends keyof SectionFields>(section: ReportSection<K>): ReportSection<K> =>
  section
