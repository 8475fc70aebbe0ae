/** Texts of the printed report; pure. */
import { formatClockRange } from '@pone/metrics/figures.ts'
import type { ReportContent } from '@pone/results/report/content.ts'

/** What the report covers on the run's clock. */
export const rangeText = ({ fromMs, toMs }: Pick<ReportContent, 'fromMs' | 'toMs'>): string =>
  formatClockRange(fromMs, toMs)

/** A text as a string of CSS: characters that end or change it are escaped by their number. */
export const cssString = (text: string): string =>
  `"${text.replaceAll(/["\\<>\p{Cc}]/gu, sign => `\\${sign.codePointAt(0)?.toString(16)} `)}"`
