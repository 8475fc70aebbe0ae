/** Commands for one agent that have not been confirmed yet; they outlive broken lines, and go again after each reconnect. */
import type { AgentCommand } from './agent-link.ts'

/** A run is prepared and started in seconds or not at all, so these are not delivered late, ms. */
const startLifeMs = 60_000
const startKinds: ReadonlySet<AgentCommand['kind']> = new Set(['prepareRun', 'startRun', 'addShare'])
const maxCommands = 1_000
const notKept: ReadonlySet<AgentCommand['kind']> = new Set([
  'toolOperation',
  'cancelToolOperation',
  'forgetToolOperation',
  'machineQuery',
  'agentSettings',
])

interface Waiting {
  readonly command: AgentCommand
  readonly at: number
}

export interface Outbox {
  /** Answers false for a command that makes no sense later. */
  keep(command: AgentCommand): boolean
  confirm(id: string): void
  /** What is still worth sending, oldest first. Commands without an id leave the outbox by this. */
  take(): AgentCommand[]
}

/** Nobody waits for the return of a machine to try a component on it. */
const debugKinds: ReadonlySet<AgentCommand['kind']> = new Set(['startDebug', 'startJmeterTrial', 'stopDebug'])

export function createOutbox(now: () => number): Outbox {
  let waiting: Waiting[] = []
  const isAlive = ({ command, at }: Waiting) => !startKinds.has(command.kind) || now() - at <= startLifeMs
  return {
    keep: command => {
      if (debugKinds.has(command.kind)) return false
      // The agent says anew what it needs when its line is back.
      if (command.kind === 'coordinate' || command.kind === 'resumeRun') return false
      // Whoever still wants these says so again when the agent is back.
      if (notKept.has(command.kind)) return false
      // Nothing that came before matters for a run that is to be forgotten.
      if (command.kind === 'forgetRun')
        waiting = waiting.filter(each => runOf(each.command) !== command.runId)
      waiting.push({ command, at: now() })
      if (waiting.length > maxCommands) waiting.shift()
      return true
    },
    confirm: id => {
      waiting = waiting.filter(({ command }) => !('id' in command) || command.id !== id)
    },
    take: () => {
      const alive = waiting.filter(isAlive)
      waiting = alive.filter(({ command }) => 'id' in command)
      return alive.map(({ command }) => command)
    },
  }
}

/** The outboxes of all agents. */
export interface Outboxes {
  of(agentId: string): Outbox
}

export function createOutboxes(now: () => number): Outboxes {
  const outboxes = new Map<string, Outbox>()
  return {
    of: agentId => {
      const outbox = outboxes.get(agentId) ?? createOutbox(now)
      outboxes.set(agentId, outbox)
      return outbox
    },
  }
}

function runOf(command: AgentCommand): string | null {
  if (command.kind === 'prepareRun' || command.kind === 'addShare') return command.plan.runId
  return 'runId' in command ? command.runId : null
}
