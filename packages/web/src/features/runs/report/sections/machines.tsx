/** The load of the load machines during the run; an overloaded or busy generator distorts the measurements. */
import { CheckCircleFilled, MinusCircleFilled, WarningFilled } from '@ant-design/icons'
import { formatBytes, formatMs } from '@pone/metrics/figures.ts'
import type { ReportMachine } from '@pone/results/sections/machines/data.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useChartRange } from '../../../../ui/chart/chart-range.tsx'
import { TimeChart } from '../../../../ui/chart/time-chart.tsx'
import { cpuText } from '../../figures/cpu-text.ts'
import { machineWarnings } from '../machine-warnings.ts'

import { PartFrame, type SectionPart } from './section-part.tsx'

export const MachinesPart: SectionPart = ({ content }) => {
  const t = useT()
  return (
    <PartFrame id="machines" title={t('run.tab.machines')}>
      <MachineReport machines={content.machines} syncKey={`report-${content.run.id}`} />
    </PartFrame>
  )
}

function MachineReport({
  machines,
  syncKey,
}: {
  readonly machines: readonly ReportMachine[]
  readonly syncKey: string
}) {
  const t = useT()
  const shared = useChartRange()
  if (machines.length === 0) return <p className="run-quiet">{t('run.noFigures')}</p>
  return (
    // Narrower than the page on a wide screen, but alone in its row.
    <div className="report-machines" data-paper="sheet">
      {machines.map(machine => (
        <div key={machine.name}>
          <MachineState machine={machine} />
          <p className="run-quiet">
            {t('run.machine.skew')} {formatMs(machine.startSkewMs)} ·{' '}
            {t('report.machine.peaks', {
              cpu: cpuText(machine.maxCpu01, machine.cpuCores, t),
              engine: cpuText(machine.maxEngineCpu01, null, t),
              host: cpuText(machine.maxHostCpu01, machine.hostCores, t),
              delay: formatMs(machine.maxEventLoopDelayMs),
              memory: formatBytes(machine.maxMemoryBytes),
            })}
          </p>
          <TimeChart
            title="CPU"
            unit="percent"
            height={120}
            seconds={machine.points.map(point => point.second)}
            syncKey={syncKey}
            {...shared}
            series={[
              {
                key: 'cpu',
                label: t('run.machine.cpu'),
                color: 'cpu',
                values: machine.points.map(({ cpu01 }) => (cpu01 === null ? null : cpu01 * 100)),
              },
              {
                key: 'hostCpu',
                label: t('run.machine.hostCpu'),
                color: 'target',
                values: machine.points.map(({ hostCpu01 }) => (hostCpu01 === null ? null : hostCpu01 * 100)),
              },
            ]}
          />
        </div>
      ))}
    </div>
  )
}

function MachineState({ machine }: { readonly machine: ReportMachine }) {
  const t = useT()
  const warnings = machineWarnings(machine, t)
  const isMeasured = machine.maxCpu01 !== null
  const tone = warnings.length > 0 ? 'warning' : isMeasured ? 'passed' : 'off'
  const Icon = warnings.length > 0 ? WarningFilled : isMeasured ? CheckCircleFilled : MinusCircleFilled
  const calm = t(isMeasured ? 'report.machine.well' : 'report.machine.notMeasured')
  return (
    <p>
      <b>{machine.name}</b>{' '}
      {(warnings.length > 0 ? warnings : [calm]).map(text => (
        <span key={text} className="report-machine-state" style={{ color: `var(--${tone})` }}>
          <Icon aria-hidden /> {text}
        </span>
      ))}
    </p>
  )
}
