/** The printed JMeter report names scenario, number, part and day at the head of each sheet and in the name of the file. */
import type { JmeterReportContent } from '@pone/contract/entities/jmeter-report.ts'
import type { RunDetail } from '@pone/contract/entities/run.ts'
import { formatClockRange } from '@pone/metrics/figures.ts'
import { dayOf, partOfName, runFileName } from '@pone/schema/file-name.ts'
import { useT } from '../../../lib/i18n.ts'
import { PrintSheets } from '../../../ui/print/print-sheets.tsx'

export interface PrintFrameProps {
  readonly run: Pick<RunDetail, 'scenarioName' | 'number' | 'startedAt'>
  readonly content: Pick<JmeterReportContent, 'startMs' | 'endMs' | 'settings'>
}

export function PrintFrame({ run, content: { startMs, endMs, settings } }: PrintFrameProps) {
  const t = useT()
  const title = t('route.jmeterReports')
  const fromMs = settings.fromMs ?? 0
  const part = { fromMs, toMs: settings.toMs ?? fromMs + endMs - startMs }
  const isPart = settings.fromMs !== null || settings.toMs !== null
  const what = isPart ? [title, partOfName(part)] : [title]
  return (
    <PrintSheets
      head={[
        run.scenarioName,
        `#${run.number}`,
        title,
        formatClockRange(part.fromMs, part.toMs),
        dayOf(run.startedAt),
      ]}
      fileName={runFileName(run, what, 'pdf').replace(/\.pdf$/, '')}
    />
  )
}
