/** What every part of the exported report gets. */
import type { ReportFrame } from '@pone/contract/entities/report.ts'
import { formatClock } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'

/** `Data` are those of the sections that the part shows. */
export interface ReportView<Data> {
  readonly content: ReportFrame & Data
  readonly projectName: string
  readonly language: Language
}

/** Elapsed time of an instant since the run's start. */
export const elapsed = ({ content }: Pick<ReportView<unknown>, 'content'>, at: number): string =>
  formatClock((at - (content.run.startedAt ?? at)) / 1_000)
