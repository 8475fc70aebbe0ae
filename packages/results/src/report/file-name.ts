/** Names of what is exported of a report. */
import type { ReportFrame } from '@pone/contract/entities/report.ts'
import { isPartOfRun } from '@pone/metrics/run-part.ts'
import type { Bilingual, Language } from '@pone/schema/bilingual.ts'
import { partOfName, runFileName } from '@pone/schema/file-name.ts'

const words = {
  report: { zh: '报告', en: 'report' },
  series: { zh: '时间序列', en: 'series' },
} as const satisfies Record<string, Bilingual>

/** Scenario, run number, what it is, of a part also its seconds, and the day of the run. */
export function reportFileName(
  { run, fromMs, toMs }: ReportFrame,
  { language, ending, what = 'report' }: { language: Language; ending: string; what?: keyof typeof words },
): string {
  const part = isPartOfRun(run, { fromMs, toMs }) ? [partOfName({ fromMs, toMs })] : []
  return runFileName(run, [words[what][language], ...part], ending)
}
