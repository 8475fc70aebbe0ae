/** Everything about one host in the margin of the list: overview, logs, configuration files. */
import type { Host } from '@pone/contract/entities/host.ts'
import { formatBytes, noValue } from '@pone/metrics/figures.ts'
import { Drawer, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { ConfigFilesView } from '../files/config-files-view.tsx'
import { useCanOperate } from '../host-client.ts'
import { LogView } from '../log/log-view.tsx'
import { toolOrder } from '../operations/operation-kinds.ts'
import { ToolStateTag, ToolVersions } from '../operations/tool-state.tsx'
import { hardwareText } from './host-columns.tsx'
import { hostPlace } from './host-place.ts'
import '../deployment.css'

const drawerWidth = 960
export type HostTab = 'overview' | 'logs' | 'configFiles'

export function HostDrawer({
  host,
  tab,
  actions,
  onClose,
}: {
  readonly host: Host
  readonly tab: HostTab
  readonly actions?: ReactNode
  readonly onClose: () => void
}) {
  const t = useT()
  const canOperate = useCanOperate()
  return (
    <Drawer open size={drawerWidth} title={host.name} extra={actions} onClose={onClose}>
      <Tabs
        defaultActiveKey={tab}
        destroyOnHidden
        items={[
          { key: 'overview', label: t('host.overview'), children: <Overview host={host} /> },
          { key: 'logs', label: t('host.logs'), children: <LogView hostId={host.id} /> },
          ...(canOperate
            ? [
                {
                  key: 'configFiles',
                  label: t('host.configFiles'),
                  children: <ConfigFilesView hostId={host.id} />,
                },
              ]
            : []),
        ]}
      />
    </Drawer>
  )
}

function Overview({ host }: { readonly host: Host }) {
  const t = useT()
  const { facts, agent } = host
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('host.address'), host.hasSsh ? `${host.sshUser}@${hostPlace(host)}` : hostPlace(host)],
    ...(host.hasSsh
      ? ([
          [
            t('host.fingerprint'),
            host.fingerprint === null ? (
              <span key="key" className="faint">
                {t('host.fingerprintNone')}
              </span>
            ) : (
              <span key="key" className="code">
                {host.fingerprint}
              </span>
            ),
          ],
        ] as const)
      : []),
    [
      t('host.agent'),
      agent === null ? (
        noValue
      ) : (
        <span key="agent">
          {agent.version} · {t(agent.isOnline ? 'host.state.online' : 'host.state.offline')} ·{' '}
          <TimeText at={agent.since} withSeconds />
        </span>
      ),
    ],
    [t('host.system'), facts === null ? t('host.factsUnknown') : `${facts.system} ${facts.architecture}`],
    [t('host.hardware'), facts === null ? noValue : hardwareText(t, facts)],
    [
      t('host.disk'),
      facts === null
        ? noValue
        : t('host.diskOf', {
            free: formatBytes(facts.diskFreeBytes),
            total: formatBytes(facts.diskTotalBytes),
          }),
    ],
    ['Java', facts === null ? noValue : (facts.javaVersion ?? t('host.noJava'))],
    [t('host.factsAt'), <TimeText key="at" at={facts?.at ?? null} />],
    [t('host.projects'), host.projects.map(project => project.name).join(', ') || t('host.projectsNone')],
    [t('host.serverUrl'), host.settings.serverUrl || noValue],
  ]
  return (
    <>
      <dl className="host-facts">
        {rows.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table className="host-tools">
        <tbody>
          {toolOrder
            .map(name => host.tools.find(each => each.tool === name))
            .filter(tool => tool !== undefined)
            .map(tool => (
              <tr key={tool.tool}>
                <th scope="row">{tool.tool}</th>
                <td>
                  <ToolStateTag tool={tool} />
                </td>
                <td>
                  <ToolVersions tool={tool} hasAgent={agent !== null} />
                </td>
                <td className="operation-problem">
                  {tool.problem && t(`host.problem.${tool.problem.code}`)}
                  {tool.problem && <div className="code">{tool.problem.detail}</div>}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  )
}
