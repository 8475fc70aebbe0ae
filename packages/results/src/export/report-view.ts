/** What every part of the exported report gets. */
import type { ReportFrame } from '@pone/contract/entities/report.ts'
import { formatClock } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'

/** What was taken during a part of the run, such as a flame diagram: where it lies on the time axis. */
export interface TakenMark {
  /** Short, for charts; the list of what was taken explains it. */
  readonly name: string
  readonly text: string
  /** Of the run. */
  readonly fromSecond: number
  readonly toSecond: number
}

/** `Data` are those of the sections that the part shows. */
export interface ReportView<Data> {
  readonly content: ReportFrame & Data
  readonly projectName: string
  readonly language: Language
  /** In the order in which they were taken. */
  readonly taken?: readonly TakenMark[]
}

/** Elapsed time of an instant since the run's start. */
export const elapsed = ({ content }: Pick<ReportView<unknown>, 'content'>, at: number): string =>
  formatClock((at - (content.run.startedAt ?? at)) / 1_000)
