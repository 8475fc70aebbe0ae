/** The facts of one host and the state of each of its tools. */

import type { Host } from '@pone/contract/entities/host.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { formatBytes, noValue } from '@pone/metrics/figures.ts'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { toolOrder } from '../operations/operation-kinds.ts'
import { ToolStateTag, ToolVersions } from '../operations/tool-state.tsx'
import { hardwareText } from './host-columns.tsx'
import { hostPlace } from './host-place.ts'
import '../deployment.css'

export function HostOverview({ host }: { readonly host: Host }) {
  return (
    <>
      <HostFacts host={host} />
      <HostTools host={host} />
    </>
  )
}

function HostFacts({ host }: { readonly host: Host }) {
  const t = useT()
  const { facts } = host
  const fact = (label: string, value: ReactNode) => (
    <div key={label} style={{ display: 'contents' }}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
  return (
    <dl className="host-facts">
      {fact(t('host.address'), host.hasSsh ? `${host.sshUser}@${hostPlace(host)}` : hostPlace(host))}
      {host.hasSsh &&
        fact(
          t('host.fingerprint'),
          <span className={host.fingerprint === null ? 'faint' : 'code'}>
            {host.fingerprint ?? t('host.fingerprintNone')}
          </span>,
        )}
      {fact(t('host.agent'), <Agent agent={host.agent} />)}
      {fact(t('host.system'), facts ? `${facts.system} ${facts.architecture}` : t('host.factsUnknown'))}
      {fact(t('host.hardware'), facts ? hardwareText(t, facts) : noValue)}
      {fact(
        t('host.disk'),
        facts
          ? t('host.diskOf', {
              free: formatBytes(facts.diskFreeBytes),
              total: formatBytes(facts.diskTotalBytes),
            })
          : noValue,
      )}
      {fact('Java', facts ? (facts.javaVersion ?? t('host.noJava')) : noValue)}
      {fact(t('host.factsAt'), <TimeText at={facts?.at ?? null} />)}
      {fact(
        t('host.projects'),
        host.projects.map(project => project.name).join(', ') || t('host.projectsNone'),
      )}
      {fact(t('host.serverUrl'), host.settings.serverUrl || noValue)}
    </dl>
  )
}

function Agent({ agent }: Pick<Host, 'agent'>) {
  const t = useT()
  if (agent === null) return noValue
  return (
    <>
      {agent.version} · {t(agent.isOnline ? 'host.state.online' : 'host.state.offline')} ·{' '}
      <TimeText at={agent.since} withSeconds />
    </>
  )
}

function HostTools({ host }: { readonly host: Host }) {
  const t = useT()
  const language = useSession('language')
  const tools = toolOrder.flatMap(name => host.tools.find(each => each.tool === name) ?? [])
  return (
    <table className="host-tools">
      <tbody>
        {tools.map(tool => (
          <tr key={tool.tool}>
            <th scope="row">{tool.tool}</th>
            <td>
              <ToolStateTag tool={tool} />
            </td>
            <td>
              <ToolVersions tool={tool} hasAgent={host.agent !== null} />
            </td>
            <td className="operation-problem">
              {tool.problem && t(`host.problem.${tool.problem.code}`)}
              {tool.problem && <div className="code">{causeText(tool.problem.detail, language)}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
