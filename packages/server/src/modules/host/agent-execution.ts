/** Executes an operation through the agent of the host: sends the task, forwards its progress, and tolerates broken connections on both sides. */

import type { HostSettings, Tool } from '@pone/contract/entities/host.ts'
import type { ReportOf } from '@pone/contract/link/messages.ts'
import type { ToolOutcome, ToolTask } from '@pone/contract/link/tools.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import { Cancelled, type Execute, type Execution } from './execution.ts'
import type { HostRepository, HostToolRow } from './host.repository.ts'
import { HostFailure } from './host-contact.ts'
import type { OperationRow } from './operation.repository.ts'
import { withPlaces } from './package-places.ts'
import type { Machine, Machines, Packages, ToolPackage } from './ports.ts'
import { settingsOf } from './settings.ts'

/** Time limit on the machine, by kind, ms. */
const taskTimeoutMs: Record<OperationRow['kind'], number> = {
  install: 30 * 60_000,
  push: 30 * 60_000,
  uninstall: 5 * 60_000,
  start: 5 * 60_000,
  stop: 5 * 60_000,
}
/** Time after which an offline agent is given up: before the start, and during the operation, ms. */
const absencePatienceMs = 15_000
const offlinePatienceMs = 120_000
/** Time limit of the rollback after a cancellation, ms. */
const cancelPatienceMs = 30_000

interface Listener {
  readonly agentId: string
  readonly progress: (message: ReportOf<'toolProgress'>) => void
  readonly ended: (message: ReportOf<'toolEnded'>) => void
  readonly online: () => void
  readonly offline: () => void
}

export interface AgentExecutionDeps {
  readonly link: Pick<AgentLink, 'send' | 'on' | 'isOnline'>
  readonly hosts: HostRepository
  readonly machines: Machines
  readonly packages: Packages
  /** The package is kept until the operation is over. */
  readonly usePackage: (operationId: string, packageId: string) => Promise<void>
  /** Whether the end of this operation is no longer of interest. */
  readonly isOver: (operationId: string) => Promise<boolean>
  readonly now: () => number
}

export function createAgentExecution(deps: AgentExecutionDeps): Execute {
  const { link, hosts } = deps
  const listeners = new Map<string, Listener>()
  const forget = (agentId: string, operationId: string) =>
    link.send(agentId, { kind: 'forgetToolOperation', operationId })
  link.on({
    toolProgress: (agentId, message) => {
      const listener = listeners.get(message.operationId)
      if (listener?.agentId === agentId) listener.progress(message)
    },
    toolEnded: (agentId, message) => {
      const listener = listeners.get(message.operationId)
      if (listener?.agentId === agentId) listener.ended(message)
      else
        void deps.isOver(message.operationId).then(
          isOver => isOver && forget(agentId, message.operationId),
          // The agent reports it again.
          () => undefined,
        )
    },
    agentOnline: agentId => {
      for (const listener of listeners.values()) if (listener.agentId === agentId) listener.online()
    },
    agentOffline: agentId => {
      for (const listener of listeners.values()) if (listener.agentId === agentId) listener.offline()
    },
  })

  return async execution => {
    const { operation, host, report } = execution
    const agentId = host.agent_id
    if (agentId === null) throw new HostFailure('agentMissing', host.name)
    const installed = (await hosts.toolsOf([host.id])).filter(row => row.tool === operation.tool)
    const wanted = await choosePackage(execution, agentId, deps)
    const version = wanted?.version ?? operation.version ?? installed[0]?.version ?? ''
    if (wanted === null && version === '' && operation.tool !== 'PR')
      throw new HostFailure('notInstalled', operation.tool)
    report.line(`${operation.kind} ${operation.tool} ${version}`.trim())
    const own = settingsOf(host)
    const isInstalled = operation.kind === 'install'
    const settings = isInstalled ? withPlaces(own, operation.tool, wanted?.places) : own
    if (settings !== own) await hosts.setSettings(host.id, settings)
    const task = taskOf(operation, settings, { version, wanted })
    const outcome = await delegate({ link, listeners }, agentId, task, execution)
    if (outcome.kind === 'done')
      await note(execution, { version, path: outcome.path, agentId, installed }, deps)
    forget(agentId, operation.id)
    if (outcome.kind === 'cancelled') return { state: 'cancelled' }
    if (outcome.kind === 'failed') return { state: 'failed', code: outcome.code, detail: outcome.detail }
    return { state: 'successful', note: outcome.note }
  }
}

/** Resolves with the agent's final report. */
function delegate(
  { link, listeners }: { link: AgentExecutionDeps['link']; listeners: Map<string, Listener> },
  agentId: string,
  task: ToolTask,
  { report, signal }: Execution,
): Promise<ToolOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ToolOutcome>()
  const send = () => link.send(agentId, { kind: 'toolOperation', task })
  const cancel = () => link.send(agentId, { kind: 'cancelToolOperation', operationId: task.operationId })
  let away: NodeJS.Timeout | undefined
  const offline = (patienceMs: number) => {
    report.line(toldCause('waitingForAgent'), 'warn')
    away ??= setTimeout(() => reject(new HostFailure('agentOffline', '')), patienceMs)
  }
  let undone: NodeJS.Timeout | undefined
  const isCancelled = () => signal.aborted && signal.reason instanceof Cancelled
  const onAbort = () => {
    if (!isCancelled()) return reject(signal.reason)
    report.line(toldCause('cancelling'), 'warn')
    cancel()
    undone = setTimeout(() => resolve({ kind: 'cancelled' }), cancelPatienceMs)
  }
  const overdue = setTimeout(() => {
    cancel()
    reject(new HostFailure('timeout', ''))
  }, task.timeoutMs + cancelPatienceMs)
  listeners.set(task.operationId, {
    agentId,
    progress: message => {
      report.step(message.step, message.progress01)
      for (const line of message.lines) report.line(line.text, line.level, line.at)
    },
    ended: message => resolve(message.outcome),
    online: () => {
      clearTimeout(away)
      away = undefined
      report.line(toldCause('agentIsOnline'))
      // A restarted agent does not know the operation and starts again; any other one only reports its state.
      if (isCancelled()) cancel()
      else send()
    },
    offline: () => offline(offlinePatienceMs),
  })
  signal.addEventListener('abort', onAbort, { once: true })
  if (!link.isOnline(agentId)) offline(absencePatienceMs)
  else if (signal.aborted) onAbort()
  else send()
  return promise.finally(() => {
    for (const timer of [away, undone, overdue]) clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    listeners.delete(task.operationId)
  })
}

function taskOf(
  operation: OperationRow,
  settings: HostSettings,
  { version, wanted }: { version: string; wanted: ToolPackage | null },
): ToolTask {
  return {
    operationId: operation.id,
    tool: operation.tool,
    kind: operation.kind,
    version,
    package: wanted,
    ...placesOf(operation.tool, settings),
    pid: operation.pid,
    timeoutMs: taskTimeoutMs[operation.kind],
  }
}

const placesOf = (tool: Tool, settings: HostSettings): { installPath: string; logPath: string } => {
  switch (tool) {
    case 'PR':
      return { installPath: settings.prInstallPath, logPath: settings.prLogPath }
    case 'JMeter':
      return { installPath: settings.jmeterInstallPath, logPath: settings.jmeterLogPath }
    case 'Arthas':
      return { installPath: settings.arthasInstallPath, logPath: '' }
    case 'Agent':
      return { installPath: settings.agentInstallPath, logPath: settings.agentLogPath }
  }
}

/** Only operations that install something need a package. @throws HostFailure noPackage */
async function choosePackage(
  { operation, host }: Execution,
  agentId: string,
  { packages, machines, usePackage }: AgentExecutionDeps,
): Promise<ToolPackage | null> {
  if (operation.kind !== 'install' && operation.kind !== 'push') return null
  const known = new Map((await machines.all()).map(machine => [machine.id, machine]))
  const architecture = architectureOf({ facts: host.facts, agent_id: agentId }, known)
  const fitting = await packages.fitting(operation.tool, architecture, true)
  const found =
    operation.version === null ? fitting[0] : fitting.find(each => each.version === operation.version)
  if (found === undefined)
    throw new HostFailure('noPackage', `${operation.tool} ${operation.version ?? ''} (${architecture})`)
  await usePackage(operation.id, found.id)
  return found
}

/** From the facts, or as reported by the agent; `machines` by their ids. */
export function architectureOf(
  { facts, agent_id: agentId }: { readonly facts: unknown; readonly agent_id: string | null },
  machines: ReadonlyMap<string, Machine>,
): string {
  if (typeof facts === 'object' && facts !== null && 'architecture' in facts)
    return String(facts.architecture)
  return machines.get(agentId ?? '')?.architecture ?? 'x64'
}

/** Stores which tools are on the machine now. */
async function note(
  { operation, host }: Execution,
  done: { version: string; path: string; agentId: string; installed: readonly HostToolRow[] },
  { hosts, machines, now }: AgentExecutionDeps,
): Promise<void> {
  const { tool, kind } = operation
  const { version, path, agentId, installed } = done
  switch (kind) {
    case 'install':
      return hosts.putTool({
        host_id: host.id,
        tool,
        version,
        path,
        is_started: installed.every(row => row.version === version || !row.is_started),
        installed_at: now(),
      })
    case 'uninstall':
      return hosts.dropTool(host.id, tool, version)
    case 'start':
    case 'stop':
      if (tool === 'PR') await machines.setInService(agentId, kind === 'start')
      return hosts.startTool(host.id, tool, kind === 'start' ? version : null)
    case 'push':
      return
  }
}
