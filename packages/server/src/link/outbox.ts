/** Unconfirmed commands for one agent; they are kept when a connection breaks, and sent again after each reconnect. */
import type { AgentCommand } from '@pone/contract/link/messages.ts'
import { ruleOfCommand } from './families/registry.ts'

const maxCommands = 1_000

interface Waiting {
  readonly command: AgentCommand
  readonly at: number
}

export interface Outbox {
  /** Returns false for a command that is not queued. */
  keep(command: AgentCommand): boolean
  confirm(id: string): void
  /** Commands still to be sent, oldest first; those without an id are removed from the outbox. */
  take(): AgentCommand[]
}

export function createOutbox(now: () => number): Outbox {
  let waiting: Waiting[] = []
  const isAlive = ({ command, at }: Waiting) =>
    now() - at <= (ruleOfCommand(command).lifeMs ?? Number.POSITIVE_INFINITY)
  return {
    keep: command => {
      const { offline, replaces } = ruleOfCommand(command)
      if (offline === 'dropped') return false
      if (replaces !== undefined) waiting = waiting.filter(each => !replaces(command, each.command))
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
