/** Where the time of requests went on average: name look-up, connection, TLS, first byte, transfer, as one bar per request. */

import { type LabelStatistics, type PhaseAverages } from '@pone/contract/entities/run.ts'
import { formatMs } from '@pone/metrics/figures.ts'
import { isOverflowLabel } from '@pone/plan/scenario/run-label.ts'
import { useT } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'

const allPhases = ['dnsMs', 'connectMs', 'tlsMs', 'firstByteMs', 'transferMs'] as const
/** What JMeter tells apart. */
const jmeterPhases = ['connectMs', 'firstByteMs', 'transferMs'] as const

const sumOf = (averages: PhaseAverages) => allPhases.reduce((sum, phase) => sum + (averages[phase] ?? 0), 0)

export function PhasesTable(props: {
  readonly labels: readonly LabelStatistics[]
  readonly isJmeter: boolean
}) {
  const t = useT()
  const { labels, isJmeter } = props
  const phases = isJmeter ? jmeterPhases : allPhases
  const rows = labels.flatMap(({ label, phases: averages }) =>
    averages === null ? [] : [{ label, averages }],
  )
  if (rows.length === 0)
    return (
      <EmptyState
        title={t('run.phases.none')}
        text={t(isJmeter ? 'run.phases.noneOfJmeter' : 'run.phases.noneHint')}
      />
    )
  const longest = Math.max(...rows.map(row => sumOf(row.averages)), Number.MIN_VALUE)
  return (
    <div className="run-phases">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('run.column.name')}</th>
            {phases.map(phase => (
              <th key={phase} scope="col" className="numeric">
                <i className={`run-phase is-${phase}`} aria-hidden />
                {t(`run.phase.${phase}`)}
              </th>
            ))}
            <th scope="col" aria-hidden className="run-phase-column" />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, averages }) => (
            <tr key={label.index}>
              <th scope="row" title={label.name}>
                {isOverflowLabel(label) ? t('run.otherLabels') : label.name}
              </th>
              {phases.map(phase => (
                <td key={phase} className="numeric">
                  {formatMs(averages[phase])}
                </td>
              ))}
              <td aria-hidden>
                <div className="run-phase-bar">
                  {phases.map(phase => (
                    <i
                      key={phase}
                      className={`run-phase is-${phase}`}
                      style={{ width: `${((averages[phase] ?? 0) / longest) * 100}%` }}
                    />
                  ))}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="run-phases-note">{t(isJmeter ? 'run.phases.noteOfJmeter' : 'run.phases.note')}</p>
    </div>
  )
}
