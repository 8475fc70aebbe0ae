/** The thread groups of each component, where they determine the load; they are edited in the components. */

import { formatNumber } from '@pone/metrics/figures.ts'
import type { DrivenGroup } from '@pone/plan/scenario/scenario.ts'
import { useT } from '../../../lib/i18n.ts'
import type { ScenarioProblem } from '../draft/scenario-problems.ts'

export interface ThreadGroupTableProps {
  /** null while the components are loading. */
  readonly groups: readonly DrivenGroup[] | null
  readonly problems: readonly ScenarioProblem[]
}

export function ThreadGroupTable({ groups, problems }: ThreadGroupTableProps) {
  const t = useT()
  if (groups === null || groups.length === 0)
    return <p className="scenario-help">{t('scenario.groups.none')}</p>
  const seconds = (value: number) => `${formatNumber(value)} ${t('scenario.load.second')}`
  return (
    <div className="scenario-scroll">
      <table className="scenario-table scenario-thread-groups">
        <thead>
          <tr>
            <th scope="col">{t('scenario.groups.name')}</th>
            {(['threads', 'rampUp', 'loops', 'duration', 'startDelay'] as const).map(name => (
              <th key={name} scope="col" className="number">
                {t(`scenario.groups.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group, index) => {
            const problem = problems.find(({ field }) => field.startsWith(`groups.${index}.`))
            return (
              // Two components may have the same name, so the key is the index.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td>
                  {group.name}
                  {problem && (
                    <small className="scenario-problem" role="alert">
                      {problem.text}
                    </small>
                  )}
                </td>
                <td className="number">{formatNumber(group.threads)}</td>
                <td className="number">{seconds(group.rampUpSeconds)}</td>
                <td className="number">
                  {group.loops === 0 ? t('scenario.groups.forever') : formatNumber(group.loops)}
                </td>
                <td className="number">
                  {group.durationSeconds === 0
                    ? t('scenario.groups.noLimit')
                    : seconds(group.durationSeconds)}
                </td>
                <td className="number">{seconds(group.startDelaySeconds)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="scenario-help">{t('scenario.groups.help')}</p>
    </div>
  )
}
