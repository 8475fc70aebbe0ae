/** Access logs on machines of a project, counted by their agents: the server keeps nothing of it, so any server may be asked. */
import { randomUUID } from 'node:crypto'
import type { LogCount, LogFile, LogOrder } from '@pone/contract/entities/log-count.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { MachineQuery } from '@pone/contract/link/queries.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { HostFailure } from '../host/host-contact.ts'
import { type MachineLine, QueryRefused } from '../host/machine-line.ts'

export interface LogMachine {
  readonly id: string
  readonly name: string
  /** No other project may use it. */
  readonly isOwn: boolean
}

/** Of what an agent says. */
const maxCauseLength = 4_000

interface Place {
  readonly projectId: string
  readonly agentId: string
}

export type LogCounts = ReturnType<typeof createLogCounts>

export function createLogCounts({
  line,
  machinesOf,
}: {
  readonly line: MachineLine
  readonly machinesOf: (projectId: string) => Promise<LogMachine[]>
}) {
  /** @throws AppError NotFound */
  const machineOf = async ({ projectId, agentId }: Place): Promise<LogMachine> => {
    const machine = (await machinesOf(projectId)).find(({ id }) => id === agentId)
    if (machine === undefined) throw new AppError('NotFound', { what: 'loadMachine' })
    return machine
  }
  /** @throws AppError LogsRefused, LogCountLost, LogMachineSilent */
  const ask = <Q extends MachineQuery>({ id, name }: LogMachine, query: Q) =>
    line.ask(id, query).catch((cause: unknown) => {
      if (cause instanceof QueryRefused && cause.reason === 'cause')
        throw new AppError('LogsRefused', { name, cause: bothTexts(cause.message.slice(0, maxCauseLength)) })
      if (cause instanceof QueryRefused && cause.reason === 'notFound')
        throw new AppError('LogCountLost', { name })
      if (cause instanceof HostFailure || cause instanceof QueryRefused)
        throw new AppError('LogMachineSilent', { name }, { cause })
      throw cause
    })
  return {
    /** @throws AppError NotFound, LogsRefused, LogMachineSilent */
    files: async (place: Place): Promise<LogFile[]> => {
      const machine = await machineOf(place)
      return (await ask(machine, { about: 'accessLogs', isOwn: machine.isOwn })).files
    },
    /** @throws AppError NotFound, LogsRefused, LogMachineSilent */
    start: async (place: Place, order: LogOrder) => {
      const machine = await machineOf(place)
      const { projectId } = place
      const countId = randomUUID()
      await ask(machine, { about: 'countLog', countId, projectId, isOwn: machine.isOwn, order })
      return { countId, machine: machine.name }
    },
    /** @throws AppError NotFound, LogCountLost, LogMachineSilent */
    state: async (place: Place, countId: string): Promise<LogCount> => {
      const machine = await machineOf(place)
      const { count } = await ask(machine, { about: 'logCount', countId, projectId: place.projectId })
      if (count.state !== 'counted' || count.document === null) return count
      const name = `${machine.name}: ${count.document.source.name}`.slice(0, 300)
      return { ...count, document: { ...count.document, source: { kind: 'accessLog', name } } }
    },
    /** @throws AppError NotFound, LogMachineSilent */
    end: async (place: Place, countId: string): Promise<void> => {
      await ask(await machineOf(place), { about: 'endLogCount', countId, projectId: place.projectId })
    },
  }
}

const bothTexts = (cause: string) => ({ zh: causeText(cause, 'zh'), en: causeText(cause, 'en') })
