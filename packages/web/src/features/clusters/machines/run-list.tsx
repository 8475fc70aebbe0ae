/** The runs that a machine drives; those of other projects without their names. */
import type { MachineRun } from '@pone/contract/entities/cluster.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'

/** `area`: an administrator sees the project's name, a project user gets a link. */
export function RunList({
  runs,
  area,
}: {
  readonly runs: readonly MachineRun[]
  readonly area: 'administration' | 'project'
}) {
  const t = useT()
  if (runs.length === 0) return noValue
  return (
    <span className="machine-runs">
      {runs.map((each, index) => (
        // Runs of others have no identity of their own here.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={each.run?.id ?? index}>
          <RunName run={each.run} area={area} />{' '}
          <span className="faint">{t('machine.runUsers', { users: formatNumber(each.users) })}</span>
        </span>
      ))}
    </span>
  )
}

function RunName({
  run,
  area,
}: {
  readonly run: MachineRun['run']
  readonly area: 'administration' | 'project'
}) {
  const t = useT()
  if (run === null) return <span className="secondary">{t('machine.runOfOthers')}</span>
  const { id, number, scenarioName: scenario, projectName: project } = run
  if (area === 'administration') return t('machine.runOf', { number, scenario, project })
  return <Link to={links.liveRun(id)}>{t('machine.run', { number, scenario })}</Link>
}
