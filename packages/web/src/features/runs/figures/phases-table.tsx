/** Average time of the measured phases of a request, as one stacked bar per request. */

import { type LabelStatistics, type PhaseAverages } from '@pone/contract/entities/run.ts'
import { formatMs } from '@pone/metrics/figures.ts'
import { commonPhases } from '@pone/metrics/phases.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { isOverflowLabel } from '@pone/plan/scenario/run-label.ts'
import { phaseKeys, phaseTitle } from '@pone/protocols/definitions.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'

const sumOf = (averages: PhaseAverages) => phaseKeys.reduce((sum, key) => sum + averageOf(averages, key), 0)
const averageOf = (averages: PhaseAverages, key: string) => averages[`${key}Ms`] ?? 0

/** Number of colours for phases other than those of HTTP. */
const ownColours = 6

/** CSS class of a phase: common phases have fixed colours, the others get one by their order in the table. */
function lookOf(phase: string, shown: readonly string[]): string {
  const isCommon = (key: string) => (commonPhases as readonly string[]).includes(key)
  if (isCommon(phase)) return `run-phase is-${phase}Ms`
  return `run-phase is-own${shown.filter(key => !isCommon(key)).indexOf(phase) % ownColours}`
}

export function PhasesTable(props: { readonly labels: readonly LabelStatistics[]; readonly engine: Engine }) {
  const t = useT()
  const language = useSession('language')
  const { labels, engine } = props
  const isOnDemand = engines[engine].phases === 'onDemand'
  const rows = labels.flatMap(({ label, phases: averages }) =>
    averages === null ? [] : [{ label, averages }],
  )
  const phases = phaseKeys.filter(key =>
    rows.some(({ averages }) => typeof averages[`${key}Ms`] === 'number'),
  )
  if (rows.length === 0)
    return (
      <EmptyState
        title={t('run.phases.none')}
        text={t(isOnDemand ? 'run.phases.noneOnDemand' : 'run.phases.noneHint')}
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
                <i className={lookOf(phase, phases)} aria-hidden />
                {phaseTitle(phase)[language]}
              </th>
            ))}
            <th scope="col" aria-hidden className="run-phase-column" />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, averages }) => (
            <tr key={label.index}>
              <th scope="row">{isOverflowLabel(label) ? t('run.otherLabels') : label.name}</th>
              {phases.map(phase => (
                <td key={phase} className="numeric">
                  {formatMs(averages[`${phase}Ms`] ?? null)}
                </td>
              ))}
              <td aria-hidden>
                <div className="run-phase-bar">
                  {phases.map(phase => (
                    <i
                      key={phase}
                      className={lookOf(phase, phases)}
                      style={{ width: `${(averageOf(averages, phase) / longest) * 100}%` }}
                    />
                  ))}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="run-phases-note">{t(isOnDemand ? 'run.phases.noteOnDemand' : 'run.phases.note')}</p>
    </div>
  )
}
