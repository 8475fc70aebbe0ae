/** Charts of the monitors of a run on its time axis, with incidents, and what is to be said of links, monitors and clocks. */
import { InfoCircleOutlined, WarningFilled } from '@ant-design/icons'
import type { RunEvent } from '@pone/contract/entities/run.ts'
import type { RunMonitoringView } from '@pone/contract/entities/run-monitoring.ts'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { AlertList } from '../../../ui/alerts/alert-list.tsx'
import { alertBands, useAlertMarks } from '../../../ui/alerts/alert-marks.ts'
import { useChartRange } from '../../../ui/chart/chart-range.tsx'
import { monitoringCharts } from '../../../ui/chart/monitored-charts.ts'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { chartEvents } from '../figures/run-events.ts'
import '../figures/run-charts.css'
import './monitoring.css'

interface MonitoringProps {
  readonly monitoring: RunMonitoringView
  readonly events: readonly RunEvent[]
  readonly startedAt: number | null
  /** Seconds from the start to the end of the run, or to now. */
  readonly endSecond: number
  readonly syncKey: string
  readonly isLive?: boolean
}

export function MonitoringView({
  monitoring,
  events,
  startedAt,
  endSecond,
  syncKey,
  isLive = false,
}: MonitoringProps) {
  const t = useT()
  const language = useSession('language')
  const shared = useChartRange()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const charts = useMemo(
    () => monitoringCharts(monitoring, { language, endSecond, isLive }),
    [monitoring, language, endSecond, isLive],
  )
  const marks = useMemo(() => chartEvents(events, startedAt, t, language), [events, startedAt, t, language])
  const alerts = useRunAlerts({ monitoring, startedAt, endSecond, isLive })
  const shown = charts.filter(({ monitorId }) => chosen.length === 0 || chosen.includes(monitorId))
  return (
    <div className="run-monitoring">
      <ul className="run-monitoring-notes">
        {monitoring.notes.map(({ name, text, isProblem }) => (
          <li key={`${name} ${text.en}`} className={isProblem ? 'run-monitoring-problem' : undefined}>
            {isProblem ? <WarningFilled aria-hidden /> : <InfoCircleOutlined aria-hidden />}{' '}
            {name !== '' && <b>{name} </b>}
            {text[language]}
          </li>
        ))}
      </ul>
      {monitoring.monitors.length > 1 && (
        <Select
          className="run-monitoring-choice"
          mode="multiple"
          allowClear
          aria-label={t('run.monitoring.choose')}
          placeholder={`${t('run.monitoring.choose')}: ${t('run.monitoring.all')}`}
          value={[...chosen]}
          onChange={setChosen}
          options={monitoring.monitors.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <AlertList marks={alerts} />
      {shown.length === 0 ? (
        <p className="run-quiet">{t('run.monitoring.noData')}</p>
      ) : (
        <div className="run-charts">
          {shown.map(({ key, monitorId, bands = [], ...chart }, index) => (
            <TimeChart
              key={key}
              {...chart}
              {...shared}
              bands={[
                ...alertBands(alerts, { monitorIds: new Set([monitorId]), zero: startedAt ?? 0, t }),
                ...bands,
              ]}
              events={marks}
              hasMarkStops={index === 0}
              syncKey={syncKey}
              isLive={isLive}
              height={150}
            />
          ))}
        </div>
      )}
    </div>
  )
}

const alertsPollMs = 5_000

/** Incidents of the monitors of the run from its start to its end, or to now. */
function useRunAlerts({
  monitoring: { monitors },
  startedAt,
  endSecond,
  isLive,
}: Required<Pick<MonitoringProps, 'monitoring' | 'startedAt' | 'endSecond' | 'isLive'>>) {
  const monitorIds = useMemo(
    () => (startedAt === null ? [] : monitors.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id)),
    [monitors, startedAt],
  )
  const from = startedAt ?? 0
  return useAlertMarks({
    monitorIds,
    span: `${from} ${isLive ? '' : endSecond}`,
    spanNow: () => ({ from, to: isLive ? Math.max(from, Date.now()) : from + endSecond * 1_000 }),
    refreshMs: isLive ? alertsPollMs : null,
  })
}
