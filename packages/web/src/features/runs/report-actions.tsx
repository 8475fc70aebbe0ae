/** What can be done with a report: choose another one, make one of a part of the run, print, export. */
import { DownloadOutlined, PrinterOutlined, ScissorOutlined } from '@ant-design/icons'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Report } from '@pone/contract/entities/report.ts'
import type { RunDetail } from '@pone/contract/entities/run.ts'
import { formatClock } from '@pone/metrics/figures.ts'
import { Button, Dropdown, Input, Popover, Select } from 'antd'
import { useState } from 'react'
import { download } from '../../lib/api.ts'
import { showError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { parseClock, rangeProblem } from '../../lib/run-part.ts'
import { useSession } from '../../lib/session.ts'
import { CompareWith } from '../../ui/compare-with.tsx'

export interface ReportActionsProps {
  readonly run: RunDetail
  readonly reports: readonly Report[]
  readonly report: Report
  readonly canGenerate: boolean
  readonly isGenerating: boolean
  readonly onShow: (id: string) => void
  readonly onGenerate: (range: { fromMs: number; toMs: number }) => void
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
  const totalMs = run.startedAt === null || run.endedAt === null ? 0 : run.endedAt - run.startedAt
  const isWhole = (one: Report) => one.fromMs === 0 && one.toMs >= totalMs - 1_000
  const [isExporting, setExporting] = useState(false)
  const take = (call: 'exportHtml' | 'exportCsv') => {
    setExporting(true)
    download(calls.report[call], { projectId, id: report.id, language })
      .catch(showError)
      .finally(() => setExporting(false))
  }
  const takeSamples = () => {
    setExporting(true)
    download(calls.run.sampleLog, { projectId, id: run.id })
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
          options={reports.map(one => ({
            value: one.id,
            label: isWhole(one)
              ? t('report.whole')
              : t('report.part', {
                  from: formatClock(one.fromMs / 1_000),
                  to: formatClock(one.toMs / 1_000),
                }),
          }))}
          onChange={onShow}
        />
      )}
      {canGenerate && totalMs >= 2_000 && (
        <RangeChoice totalMs={totalMs} isBusy={isGenerating} onGenerate={onGenerate} />
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

function RangeChoice({
  totalMs,
  isBusy,
  onGenerate,
}: {
  readonly totalMs: number
  readonly isBusy: boolean
  readonly onGenerate: ReportActionsProps['onGenerate']
}) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [from, setFrom] = useState('0:00')
  const total = formatClock(Math.ceil(totalMs / 1_000))
  const [to, setTo] = useState(total)
  const fromMs = parseClock(from)
  const toMs = parseClock(to)
  const problem = rangeProblem(fromMs, toMs, totalMs)
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={setOpen}
      placement="bottomRight"
      content={
        <form
          className="report-range"
          onSubmit={event => {
            event.preventDefault()
            if (problem !== null || fromMs === null || toMs === null) return
            onGenerate({ fromMs, toMs: Math.min(toMs, totalMs) })
            setOpen(false)
          }}
        >
          <label>
            {t('report.from')}
            <Input value={from} onChange={event => setFrom(event.target.value)} />
          </label>
          <label>
            {t('report.to')}
            <Input value={to} onChange={event => setTo(event.target.value)} />
          </label>
          <small className={problem ? 'report-problem' : undefined} role={problem ? 'alert' : undefined}>
            {problem ? t(`report.range.${problem}`, { total }) : t('report.range.help', { total })}
          </small>
          <Button type="primary" htmlType="submit" loading={isBusy} disabled={problem !== null}>
            {t('report.generate')}
          </Button>
        </form>
      }
    >
      <Button icon={<ScissorOutlined />}>{t('report.range')}</Button>
    </Popover>
  )
}
