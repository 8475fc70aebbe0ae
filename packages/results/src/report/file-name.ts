/** Names of exported files. */
import type { ReportFrame } from '@pone/contract/entities/report.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import type { Language } from '@pone/schema/bilingual.ts'

/** Scenario, run number and what it is, of a part also its seconds, without characters that a file system refuses. */
export function reportFileName(
  { run, fromMs, toMs }: ReportFrame,
  language: Language,
  ending: string,
): string {
  const scenario = run.scenarioName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-').trim()
  const isPart = fromMs > 0 || toMs < (runDurationMs(run) ?? toMs)
  const part = isPart ? `-${fromMs / 1_000}s-${toMs / 1_000}s` : ''
  return `${scenario}-${run.number}-${language === 'zh' ? '报告' : 'report'}${part}.${ending}`
}
