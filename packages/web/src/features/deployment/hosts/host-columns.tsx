/** Columns of the list of hosts: identity, system, and each tool with its state. */

import { DownOutlined } from '@ant-design/icons'
import type { Host, HostTool } from '@pone/contract/entities/host.ts'
import { formatBytes, formatNumber } from '@pone/metrics/figures.ts'
import { Dropdown, Tooltip } from 'antd'
import { useMemo } from 'react'
import { type Translate, useT } from '../../../lib/i18n.ts'
import type { DataColumn } from '../../../ui/data-table/data-table.tsx'
import { type RowAction, RowActions } from '../../../ui/data-table/row-actions.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import type { OperationAsked } from '../operations/operate-dialog.tsx'
import { kindsOf, toolOrder } from '../operations/operation-kinds.ts'
import { ToolStateTag, ToolVersions } from '../operations/tool-state.tsx'
import { hostPlace } from './host-place.ts'

export type HostSort = 'name' | 'address' | 'createdAt'

/** Width of the table in px below which columns join: in a window of 1,024 px. */
const narrow = 960

export function useHostColumns(options: {
  readonly canOperate: boolean
  readonly onOperate: (asked: OperationAsked) => void
  readonly onShowLog: (operationId: string) => void
  readonly rowActions: (host: Host) => readonly RowAction[]
  readonly showsProjects: boolean
}): readonly DataColumn<Host, HostSort>[] {
  const { canOperate, onOperate, onShowLog, rowActions, showsProjects } = options
  const t = useT()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('host.name'),
        sort: 'name',
        visibility: 'always',
        fixed: 'left',
        render: host => (
          <span className="host-name">
            <b>{host.name}</b>
            <span className="secondary">{hostPlace(host)}</span>
          </span>
        ),
      },
      ...toolOrder.map(
        (name): DataColumn<Host, HostSort> => ({
          key: name,
          title: name,
          render: host => (
            <ToolCell
              host={host}
              tool={host.tools.find(each => each.tool === name)}
              canOperate={canOperate}
              onOperate={onOperate}
              onShowLog={onShowLog}
            />
          ),
        }),
      ),
      { key: 'facts', title: t('host.system'), render: host => <Facts host={host} /> },
      ...(showsProjects
        ? [
            {
              key: 'projects',
              title: t('host.projects'),
              joins: { to: 'facts', below: narrow },
              render: (host: Host) =>
                host.projects.length === 0 ? (
                  <span className="faint">{t('host.projectsNone')}</span>
                ) : (
                  host.projects.map(project => project.name).join(', ')
                ),
            },
          ]
        : []),
      {
        key: 'createdAt',
        title: t('host.createdAt'),
        sort: 'createdAt',
        visibility: 'optional',
        render: host => <TimeText at={host.createdAt} />,
      },
      {
        key: 'actions',
        title: '',
        width: 110,
        visibility: 'always',
        fixed: 'right',
        align: 'right',
        render: host => <RowActions of={host.name} actions={rowActions(host)} />,
      },
    ],
    [t, canOperate, onOperate, onShowLog, rowActions, showsProjects],
  )
}

function ToolCell({
  host,
  tool,
  canOperate,
  onOperate,
  onShowLog,
}: {
  readonly host: Host
  readonly tool: HostTool | undefined
  readonly canOperate: boolean
  readonly onOperate: (asked: OperationAsked) => void
  readonly onShowLog: (operationId: string) => void
}) {
  const t = useT()
  if (tool === undefined) return null
  const content = (
    <>
      <ToolStateTag tool={tool} />
      <ToolVersions tool={tool} hasAgent={host.agent !== null} />
    </>
  )
  const { operationId } = tool
  const items = [
    ...(canOperate
      ? kindsOf(tool.tool).map(kind => ({
          key: kind,
          label: t(`operation.${kind}`),
          danger: kind === 'uninstall',
          onClick: () => onOperate({ hosts: [host], tool: tool.tool, kind }),
        }))
      : []),
    ...(operationId === null
      ? []
      : [{ key: 'log', label: t('queue.log'), onClick: () => onShowLog(operationId) }]),
  ]
  if (items.length === 0) return <span className="tool-cell">{content}</span>
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <button
        type="button"
        className="tool-cell-button"
        aria-label={t('tool.menu', { tool: `${host.name} ${tool.tool}` })}
      >
        {content}
        <DownOutlined className="tool-caret" aria-hidden />
      </button>
    </Dropdown>
  )
}

export const hardwareText = (t: Translate, facts: NonNullable<Host['facts']>): string =>
  t('host.hardwareOf', { cores: formatNumber(facts.cores), memory: formatBytes(facts.memoryBytes) })

function Facts({ host }: { readonly host: Host }) {
  const t = useT()
  const { facts } = host
  if (facts === null) return <span className="faint">{t('host.factsUnknown')}</span>
  return (
    <Tooltip title={facts.javaVersion === null ? t('host.noJava') : `Java ${facts.javaVersion}`}>
      <span className="host-name">
        <span style={{ fontSize: 'inherit' }}>{facts.system}</span>
        <span className="secondary">
          {facts.architecture} · {hardwareText(t, facts)}
        </span>
      </span>
    </Tooltip>
  )
}
