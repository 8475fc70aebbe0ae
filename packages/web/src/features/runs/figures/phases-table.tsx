/** Average time of the measured phases of a request, and one stacked bar per request that adds up to its average time. */

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

const sumOf = (parts: PhaseAverages) => phaseKeys.reduce((sum, key) => sum + partOf(parts, key), 0)
const partOf = (parts: PhaseAverages, key: string) => parts[`${key}Ms`] ?? 0

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
  const rows = labels.flatMap(({ label, phases: averages, phasesPerRequest: parts }) =>
    averages === null ? [] : [{ label, averages, parts }],
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
  const longest = Math.max(...rows.map(row => sumOf(row.parts ?? {})), Number.MIN_VALUE)
  const hasBars = rows.some(row => row.parts)
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
            {hasBars && (
              <th scope="col" className="run-phase-column">
                {t('run.phases.perRequest')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, averages, parts }) => (
            <tr key={label.index}>
              <th scope="row">{isOverflowLabel(label) ? t('run.otherLabels') : label.name}</th>
              {phases.map(phase => (
                <td key={phase} className="numeric">
                  {formatMs(averages[`${phase}Ms`] ?? null)}
                </td>
              ))}
              {hasBars && (
                <td>
                  {parts && (
                    <div className="run-phase-bar" role="img" aria-label={formatMs(sumOf(parts))}>
                      {phases.map(phase => (
                        <i
                          key={phase}
                          className={lookOf(phase, phases)}
                          style={{ width: `${(partOf(parts, phase) / longest) * 100}%` }}
                        />
                      ))}
                    </div>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="run-phases-note">
        {t(isOnDemand ? 'run.phases.noteOnDemand' : 'run.phases.note')} {hasBars && t('run.phases.barNote')}
      </p>
    </div>
  )
}
