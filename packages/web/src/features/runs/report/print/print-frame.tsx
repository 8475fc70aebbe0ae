/** The printed report names scenario, number, part and day at the head of each sheet and in the name of the file. */
import type { ReportContent } from '@pone/results/report/content.ts'
import { dayOf } from '@pone/schema/file-name.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useChartFileName } from '../../../../ui/chart/chart-files.ts'
import { PrintSheets } from '../../../../ui/print/print-sheets.tsx'
import { rangeText } from './print-text.ts'
import './print.css'

export interface PrintedReport extends Pick<ReportContent, 'fromMs' | 'toMs'> {
  readonly run: Pick<ReportContent['run'], 'scenarioName' | 'number' | 'startedAt'>
}

export function PrintFrame({ content }: { readonly content: PrintedReport }) {
  const t = useT()
  const { run } = content
  const title = t('report.title')
  return (
    <PrintSheets
      head={[run.scenarioName, `#${run.number}`, title, rangeText(content), dayOf(run.startedAt)]}
      fileName={useChartFileName()(title, 'pdf').replace(/\.pdf$/, '')}
    />
  )
}
