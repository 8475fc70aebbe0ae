/** Texts of the printed report; pure. */
import { formatClockRange } from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import type { ReportContent } from '@pone/results/report/content.ts'

/** Whether the report covers a part of the run. */
export const isPart = ({ run, fromMs, toMs }: Pick<ReportContent, 'run' | 'fromMs' | 'toMs'>): boolean =>
  fromMs > 0 || toMs < (runDurationMs(run) ?? 0)

/** What the report covers on the run's clock. */
export const rangeText = ({ fromMs, toMs }: Pick<ReportContent, 'fromMs' | 'toMs'>): string =>
  formatClockRange(fromMs, toMs)

/** A text as a string of CSS: characters that end or change it are escaped by their number. */
export const cssString = (text: string): string =>
  `"${text.replaceAll(/["\\<>\p{Cc}]/gu, sign => `\\${sign.codePointAt(0)?.toString(16)} `)}"`
