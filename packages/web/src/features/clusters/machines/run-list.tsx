/** The runs on a machine; runs of other projects are shown without a name. */
import type { MachineRun } from '@pone/contract/entities/cluster.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'

/** `area`: in the administration the project's name is shown, in a project a link to the run. */
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
        // Runs of other projects come without an id.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={each.run?.id ?? index}>
          <RunName run={each.run} area={area} />{' '}
          <span className="faint">{t('machine.runUsers', { count: each.users })}</span>
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
