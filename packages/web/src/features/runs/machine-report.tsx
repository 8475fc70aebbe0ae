/** The load machines' own load during the run: a generator that is not well measures badly. */
import { CheckCircleFilled, WarningFilled } from '@ant-design/icons'
import type { ReportContent } from '@pone/contract/entities/report.ts'
import { formatBytes, formatMs, noValue } from '@pone/metrics/figures.ts'
import { useT } from '../../lib/i18n.ts'
import { TimeChart } from '../../ui/time-chart.tsx'

export function MachineReport({
  machines,
  syncKey,
}: {
  readonly machines: ReportContent['machines']
  readonly syncKey: string
}) {
  const t = useT()
  if (machines.length === 0) return <p className="run-quiet">{t('run.noFigures')}</p>
  return (
    <div className="report-machines">
      {machines.map(machine => (
        <div key={machine.name}>
          <p>
            <b>{machine.name}</b>{' '}
            <span style={{ color: `var(--${machine.isOverloaded ? 'warning' : 'passed'})` }}>
              {machine.isOverloaded ? <WarningFilled aria-hidden /> : <CheckCircleFilled aria-hidden />}{' '}
              {t(machine.isOverloaded ? 'run.machine.overloaded' : 'report.machine.well')}
            </span>
          </p>
          <p className="run-quiet">
            {t('run.machine.skew')} {formatMs(machine.startSkewMs)} ·{' '}
            {t('report.machine.peaks', {
              cpu: machine.maxCpu01 === null ? noValue : `${Math.round(machine.maxCpu01 * 100)} %`,
              delay: formatMs(machine.maxEventLoopDelayMs),
              memory: formatBytes(machine.maxMemoryBytes),
            })}
          </p>
          <TimeChart
            title={t('run.machine.cpu')}
            unit="percent"
            height={120}
            seconds={machine.points.map(point => point.second)}
            syncKey={syncKey}
            series={[
              {
                key: 'cpu',
                label: t('run.machine.cpu'),
                color: 'cpu',
                values: machine.points.map(point => (point.cpu01 === null ? null : point.cpu01 * 100)),
              },
            ]}
          />
        </div>
      ))}
    </div>
  )
}
