/** Columns of the list of monitors. */
import type { Monitor } from '@pone/contract/entities/monitor.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Translate } from '../../../lib/i18n.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { DataColumn } from '../../../ui/data-table/data-column.ts'
import { type RowAction, RowActions } from '../../../ui/data-table/row-actions.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { frequencyText } from '../shared/frequency-text.ts'
import { groupsQuery } from '../shared/monitor-queries.ts'
import { MonitorStateLines } from '../shared/monitor-state.tsx'
import { targetAddress } from '../shared/monitor-types.ts'
import type { MonitorActions } from '../shared/use-monitor-actions.ts'
import { type MonitorTypeLookup, useMonitorTypes } from '../shared/use-monitor-types.ts'
import type { listOptions } from './list-options.ts'

type Column = DataColumn<Monitor, (typeof listOptions)['sort']>

/** Table widths in px below which columns are drawn below others. */
const usual = 1_500
const narrow = 1_000

interface ColumnUse {
  readonly canEdit: boolean
  readonly actions: MonitorActions
  readonly onEdit: (monitor: Monitor) => void
  readonly onMove: (monitor: Monitor) => void
}

export function useMonitorColumns(use: ColumnUse): readonly Column[] {
  const t = useT()
  const language = useSession('language')
  const projectId = useProjectId()
  const { data: groups } = useQuery(groupsQuery(projectId))
  const types = useMonitorTypes()
  const actionsOf = useRowActions(use)
  return useMemo(() => {
    const groupName = new Map((groups ?? []).map(group => [group.id, group.name]))
    return [
      {
        key: 'name',
        title: t('monitor.name'),
        sort: 'name',
        visibility: 'always',
        render: monitor => <Link to={links.monitor(monitor.id)}>{monitor.name}</Link>,
      },
      {
        key: 'state',
        title: t('monitor.state'),
        visibility: 'always',
        width: 190,
        render: monitor => <MonitorStateLines state={monitor.state} problem={monitor.problem} />,
      },
      {
        key: 'type',
        title: t('monitor.type'),
        sort: 'type',
        render: monitor => types.nameOf(monitor, language),
      },
      {
        key: 'address',
        title: t('monitor.address'),
        joins: { to: 'type', below: usual },
        render: monitor => addressOf(monitor, types),
      },
      {
        key: 'group',
        title: t('monitor.group'),
        joins: { to: 'name', below: usual },
        render: monitor => groupName.get(monitor.groupId ?? '') ?? noValue,
      },
      {
        key: 'agent',
        title: t('monitor.agent'),
        joins: { to: 'address', below: narrow },
        render: monitor => agentText(monitor, t),
      },
      {
        key: 'frequency',
        title: t('monitor.frequency'),
        joins: { to: 'agent', below: usual },
        render: monitor => frequencyText(monitor, t),
      },
      {
        key: 'lastAt',
        title: t('monitor.lastAt'),
        visibility: 'optional',
        render: monitor => <TimeText at={monitor.lastAt} withSeconds />,
      },
      {
        key: 'updatedAt',
        title: t('monitor.updatedAt'),
        sort: 'updatedAt',
        visibility: 'optional',
        render: monitor => <TimeText at={monitor.updatedAt} />,
      },
      {
        key: 'actions',
        title: '',
        visibility: 'always',
        fixed: 'right',
        align: 'right',
        width: 130,
        render: monitor => <RowActions of={monitor.name} actions={actionsOf(monitor)} shown={2} />,
      },
    ]
  }, [t, language, groups, types, actionsOf])
}

/** Where the target is. */
function addressOf(monitor: Monitor, types: MonitorTypeLookup): ReactNode {
  const address = targetAddress(types.typeOf(monitor), monitor.params)
  return address === '' ? noValue : <span className="code">{address}</span>
}

/** The agent that collects, and whether it was chosen or is the nearest. */
function agentText({ collector, agentId }: Monitor, t: Translate): string {
  if (agentId !== null) return collector?.name ?? noValue
  return collector === null ? t('monitor.nearest') : t('monitor.nearestIs', { name: collector.name })
}

function useRowActions({ canEdit, actions, onEdit, onMove }: ColumnUse): (monitor: Monitor) => RowAction[] {
  const t = useT()
  const navigate = useNavigate()
  return monitor => [
    {
      key: 'open',
      label: t('action.open'),
      onClick: () => void navigate(links.monitor(monitor.id)),
    },
    ...(canEdit
      ? [
          monitor.isRunning
            ? { key: 'stop', label: t('monitor.stop'), onClick: () => actions.stop([monitor]) }
            : { key: 'start', label: t('monitor.start'), onClick: () => actions.start([monitor]) },
          { key: 'edit', label: t('action.edit'), onClick: () => onEdit(monitor) },
          { key: 'copy', label: t('action.copy'), onClick: () => actions.copy([monitor]) },
          { key: 'move', label: t('monitor.move'), onClick: () => onMove(monitor) },
          {
            key: 'delete',
            label: t('action.delete'),
            isDangerous: true,
            onClick: () => actions.remove([monitor]),
          },
        ]
      : []),
  ]
}
