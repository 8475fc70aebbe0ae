/** The nodes of a path as a table in the order of calls: callers, states during the run, means and maxima of counters. */
import type { FullLinkPath } from '@pone/contract/entities/full-link.ts'
import { formatDuration, formatNumber } from '@pone/metrics/figures.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { type ShortColumn, ShortTable } from '../../../ui/short-table.tsx'
import { counterValue } from '../links/canvas/counter-texts.ts'
import { MonitorStateTag } from '../shared/monitor-state.tsx'
import { useMonitorTypes } from '../shared/use-monitor-types.ts'
import { nodeFigures, type PathRow, pathRows, stateLengths } from './path-model.ts'

export function PathNodes({ path }: { readonly path: FullLinkPath }) {
  const t = useT()
  const columns: readonly ShortColumn<PathRow>[] = [
    {
      key: 'node',
      title: t('fullLink.node'),
      render: ({ node }) => (
        <span className="full-link-node">
          <strong>{node.alias}</strong>
          <small>{node.targetName === '' ? node.address : node.targetName}</small>
        </span>
      ),
    },
    {
      key: 'depth',
      title: t('fullLink.depth'),
      align: 'right',
      render: ({ depth }) => (depth === 0 ? t('fullLink.entry') : formatNumber(depth)),
    },
    { key: 'callers', title: t('fullLink.calledBy'), render: ({ callers }) => callers.join(', ') },
    {
      key: 'state',
      title: t('fullLink.state'),
      render: ({ node }) => <NodeStates path={path} monitorId={node.monitorId} />,
    },
    {
      key: 'counters',
      title: t('fullLink.counters'),
      render: ({ node }) => <NodeCounters path={path} node={node} />,
    },
  ]
  return (
    <section aria-label={t('fullLink.nodes')}>
      <h2 className="full-link-title">{t('fullLink.nodes')}</h2>
      <ShortTable
        rows={pathRows(path)}
        columns={columns}
        rowId={({ link, node }) => `${link.id} ${node.id}`}
      />
      <p className="full-link-note">{t('fullLink.basis')}</p>
    </section>
  )
}

function NodeStates({ path, monitorId }: { path: FullLinkPath; monitorId: string | null }) {
  const t = useT()
  const { monitoring, health, lengthMs } = path
  if (monitorId === null) return t('fullLink.noMonitor')
  if (monitoring.monitors.find(({ id }) => id === monitorId)?.isDeleted === true) return t('fullLink.deleted')
  const own = health.find(each => each.monitorId === monitorId)
  const lengths = own === undefined ? [] : stateLengths(own, lengthMs)
  if (lengths.length === 0) return t('fullLink.noValues')
  return (
    <ul className="full-link-states">
      {lengths.map(({ state, ms }) => (
        <li key={state}>
          <MonitorStateTag state={state} isPast /> <span className="tabular">{formatDuration(ms)}</span>
        </li>
      ))}
    </ul>
  )
}

function NodeCounters({ path, node }: { path: FullLinkPath; node: PathRow['node'] }) {
  const t = useT()
  const language = useSession('language')
  const types = useMonitorTypes()
  const figures = nodeFigures(node, path.monitoring.series)
  if (figures.length === 0) return node.monitorId === null ? null : t('fullLink.noValues')
  const monitor = path.monitoring.monitors.find(({ id }) => id === node.monitorId)
  const type = types.typeOf({ type: monitor?.type ?? node.targetType })
  return (
    <dl className="full-link-counters">
      {figures.map(({ shown, names, mean, max }) => (
        <div key={`${shown.section}.${shown.counter}`}>
          <dt>{names[language]}</dt>
          <dd>
            {counterValue(type, shown, { value: mean, language })} /{' '}
            {counterValue(type, shown, { value: max, language })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
