/** Functions that the host services share: finding a host, its view, and sending settings to its agent. */
import type { Host, HostSettings } from '@pone/contract/entities/host.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { HostRepository, HostRow, HostScope } from './host.repository.ts'
import { describeHosts, type HostViewDeps } from './host-view.ts'
import type { MachineLine } from './machine-line.ts'

export interface HostServiceDeps extends HostViewDeps {
  readonly hosts: HostRepository
  readonly line: MachineLine
  readonly link: Pick<AgentLink, 'send' | 'isOnline'>
  readonly secrets: SecretBox
  readonly now: () => number
}

/** @throws AppError NotFound */
export const findHost = async (
  { hosts }: Pick<HostServiceDeps, 'hosts'>,
  scope: HostScope,
  id: string,
): Promise<HostRow> => {
  const row = await hosts.find(scope, id)
  if (row === undefined) throw new AppError('NotFound', { what: 'host' })
  return row
}

/** As the API returns it. @throws AppError NotFound */
export const describeHost = async (deps: HostServiceDeps, row: HostRow): Promise<Host> => {
  const [host] = await describeHosts([row], deps)
  if (host === undefined) throw new AppError('NotFound', { what: 'host' })
  return host
}

/** Sends the settings to the agent, and stores the configured address with the machine. */
export const sendSettings = async (
  { link, machines }: Pick<HostServiceDeps, 'link' | 'machines'>,
  agentId: string,
  settings: HostSettings,
): Promise<void> => {
  link.send(agentId, { kind: 'agentSettings', statusEveryMs: settings.statusEverySeconds * 1_000 })
  await machines.setPlace(agentId, settings)
}
