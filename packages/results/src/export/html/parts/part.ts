/** What every part of the exported report gets. */
import type { ReportContent } from '@pone/contract/entities/report.ts'
import { formatClock } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { Say } from '../texts.ts'

export interface ReportView {
  readonly content: ReportContent
  readonly projectName: string
  readonly language: Language
  readonly say: Say
}

/** Elapsed time of an instant since the run's start. */
export const elapsed = ({ content }: ReportView, at: number): string =>
  formatClock((at - (content.run.startedAt ?? at)) / 1_000)
