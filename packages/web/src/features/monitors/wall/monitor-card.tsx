/** A monitor as a card: name, type, state with its cause, and key figures. */
import type { LatestValue, Monitor } from '@pone/contract/entities/monitor.ts'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useSession } from '../../../lib/session/session.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { keyFigureTexts } from '../shared/key-figures.ts'
import { MonitorStateLines } from '../shared/monitor-state.tsx'
import { targetAddress } from '../shared/monitor-types.ts'
import { useMonitorTypes } from '../shared/use-monitor-types.ts'

export function MonitorCard(props: {
  readonly monitor: Monitor
  /** Newest values of the monitor. */
  readonly values: readonly LatestValue[]
  /** Number of open incidents of the monitor. */
  readonly alerts: number
}) {
  const { monitor, values, alerts } = props
  const t = useT()
  const language = useSession('language')
  const types = useMonitorTypes()
  const type = types.typeOf(monitor)
  const address = targetAddress(type, monitor.params) || (monitor.collector?.name ?? '')
  const hasFigures = monitor.state === 'up' || monitor.state === 'partly'
  const figures = type && hasFigures ? keyFigureTexts(type, values, language) : []
  return (
    <li>
      <Link to={links.monitor(monitor.id)} className={`monitor-card monitor-card-${monitor.state}`}>
        <b className="monitor-card-name" title={monitor.name}>
          {monitor.name}
        </b>
        <span className="secondary monitor-card-address" title={address}>
          {types.nameOf(monitor, language)}
          {address !== '' && <span className="code"> {address}</span>}
        </span>
        <MonitorStateLines state={monitor.state} problem={monitor.problem} />
        {alerts > 0 && <StatusTag tone="failed">{t('monitor.cardAlerts', { count: alerts })}</StatusTag>}
        {figures.length > 0 && (
          <dl className="monitor-card-figures">
            {figures.map(([name, text]) => (
              <div key={name}>
                <dt title={name}>{name}</dt>
                <dd className="tabular">{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </Link>
    </li>
  )
}
