/** Names of exported files. */
import type { ReportContent } from '@pone/contract/entities/report.ts'
import type { Language } from '@pone/contract/errors.ts'

/** Scenario, run number and what it is, without characters that a file system refuses. */
export function reportFileName({ run }: ReportContent, language: Language, ending: string): string {
  const scenario = run.scenarioName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-').trim()
  return `${scenario}-${run.number}-${language === 'zh' ? '报告' : 'report'}.${ending}`
}
