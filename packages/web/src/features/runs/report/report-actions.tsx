/** Actions on a report: select another one, create one for a time range, print, export. */
import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import type { Report } from '@pone/contract/entities/report.ts'
import type { RunDetail } from '@pone/contract/entities/run.ts'
import { formatClock } from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { Button, Dropdown, Select } from 'antd'
import { useState } from 'react'
import { download } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { CompareWith } from '../../../ui/run/compare-with.tsx'
import { type ChosenRange, RangeChoice } from './range-choice.tsx'

export interface ReportActionsProps {
  readonly run: RunDetail
  readonly reports: readonly Report[]
  readonly report: Report
  readonly canGenerate: boolean
  readonly isGenerating: boolean
  readonly onShow: (id: string) => void
  readonly onGenerate: (range: ChosenRange) => void
}

export function ReportActions({
  run,
  reports,
  report,
  canGenerate,
  isGenerating,
  onShow,
  onGenerate,
}: ReportActionsProps) {
  const t = useT()
  const language = useSession('language')
  const projectId = useSession('projectId')
  const totalMs = runDurationMs(run) ?? 0
  const hasRules = run.scenario.sla.length > 0
  const nameOf = ({ fromMs, toMs, includesRampUp }: Report): string => {
    const part =
      fromMs === 0 && toMs >= totalMs
        ? t('report.whole')
        : t('report.part', { from: formatClock(fromMs / 1_000), to: formatClock(toMs / 1_000) })
    return includesRampUp && hasRules ? t('report.part.withRampUp', { part }) : part
  }
  const [isExporting, setExporting] = useState(false)
  const take = (call: 'exportHtml' | 'exportCsv' | 'exportSeries') => {
    setExporting(true)
    download.report[call]({ projectId, id: report.id, language })
      .catch(showError)
      .finally(() => setExporting(false))
  }
  const takeSamples = () => {
    setExporting(true)
    download.run
      .sampleLog({ projectId, id: run.id })
      .catch(showError)
      .finally(() => setExporting(false))
  }
  return (
    <span className="report-actions">
      {reports.length > 1 && (
        <Select
          value={report.id}
          aria-label={t('report.choose')}
          popupMatchSelectWidth={false}
          options={reports.map(one => ({ value: one.id, label: nameOf(one) }))}
          onChange={onShow}
        />
      )}
      {canGenerate && totalMs > 0 && (hasRules || totalMs >= 2_000) && (
        <RangeChoice totalMs={totalMs} hasRules={hasRules} isBusy={isGenerating} onGenerate={onGenerate} />
      )}
      <CompareWith run={run} isHistory />
      <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
        {t('report.print')}
      </Button>
      <Dropdown
        menu={{
          items: [
            { key: 'html', label: t('report.exportHtml'), onClick: () => take('exportHtml') },
            { key: 'csv', label: t('report.exportCsv'), onClick: () => take('exportCsv') },
            { key: 'series', label: t('report.exportSeries'), onClick: () => take('exportSeries') },
            ...(run.scenario.sampleLog === 'off'
              ? []
              : [{ key: 'samples', label: t('report.sampleLog'), onClick: takeSamples }]),
          ],
        }}
      >
        <Button type="primary" icon={<DownloadOutlined />} loading={isExporting}>
          {t('report.export')}
        </Button>
      </Dropdown>
    </span>
  )
}
