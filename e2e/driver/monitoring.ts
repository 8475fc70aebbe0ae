/** Prepares monitors and monitoring links through the public API. */
import { calls } from '@pone/contract/calls/registry.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { monitorRole } from '@pone/embedded-postgres/monitor-database.ts'
import { ownDatabase } from './own-database.ts'
import type { Api } from './preparation.ts'

/** Short enough for a journey: values come every second. */
export const everySecond = { sendIntervalMs: 1_000, receiveIntervalMs: 1_000, frequencyMs: 1_000 }

/** A monitor of the host of the first agent; returns its id. */
export async function addHostMonitor(api: Api, projectId: string, name: string): Promise<string> {
  const agentId = (await api.send(calls.monitor.agents, { projectId }))[0]?.id ?? null
  const host = { projectId, name, type: 'host', agentId, ...everySecond }
  return (await api.send(calls.monitor.create, host)).id
}

/** A monitor of the installation's own PostgreSQL; returns its id. */
export async function addDatabaseMonitor(
  api: Api,
  {
    projectId,
    name,
    dataFolder,
    intervals = everySecond,
  }: {
    readonly projectId: string
    readonly name: string
    readonly dataFolder: string
    /** Left out: every second. */
    readonly intervals?: Partial<typeof everySecond>
  },
): Promise<string> {
  const agentId = (await api.send(calls.monitor.agents, { projectId }))[0]?.id ?? null
  const { socketFolder: socket, port, passwords } = await ownDatabase(dataFolder)
  const account = { user: monitorRole, password: passwords.monitor, database: monitorRole }
  const params = { access: 'socket', socket, port, ...account }
  const monitor = { projectId, name, type: 'postgresql', agentId, params, ...intervals }
  return (await api.send(calls.monitor.create, monitor)).id
}

/** A link from an external system to the monitored host, bound to the scenario of this name. */
export async function bindHostLink(
  api: Api,
  { projectId, link, host, scenario }: { projectId: string; link: string; host: string; scenario: string },
): Promise<void> {
  const monitorId = await addHostMonitor(api, projectId, host)
  const topology = {
    nodes: [
      newLinkNode({ id: 'shop', kind: 'external', alias: '商城' }),
      newLinkNode({ id: 'host', kind: 'host', alias: host, monitorId }),
    ],
    edges: [newLinkEdge({ id: 'e', from: 'shop', to: 'host', alias: '运行于', protocol: 'other' })],
  }
  await api.send(calls.monitorView.saveMonitorView, { projectId, name: link, revision: 0, topology })
  const [saved] = (await api.send(calls.monitorLink.list, { projectId })).rows
  const found = (await api.send(calls.scenario.tree, { projectId })).find(({ name }) => name === scenario)
  const bound = { projectId, id: saved?.id ?? '', scenarioIds: [found?.id ?? ''] }
  await api.send(calls.monitorLink.bind, bound)
}
