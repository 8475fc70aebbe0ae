/** Standalone execution of a component: checks the document, sends it to a machine, and passes its events to the subscribers. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@pone/contract/errors.ts'
import type { DebugEvent } from '@pone/contract/link/debug.ts'
import type { planFileSchema } from '@pone/contract/link/plan.ts'
import type { LiveMessage } from '@pone/contract/live.ts'
import { errorsOf, validateComponent } from '@pone/plan/check/validate.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { debugLoadOf, plainDebugLoad } from '@pone/plan/component/debug-load.ts'
import { filesOf } from '@pone/plan/component/files.ts'
import { type Language } from '@pone/schema/bilingual.ts'
import type { z } from 'zod'
import type { AgentLink } from '../../link/agent-link.ts'
import { isAble } from '../cluster/fleet.ts'
import type { ClusterRoom } from '../cluster/licensed-room.ts'
import type { DebugExecution, DebugStore } from './debug-store.ts'

type PlanFile = z.infer<typeof planFileSchema>

const machineLost: Record<Language, string> = {
  zh: '压力机已断开连接，请重试',
  en: 'The load machine was lost, try again',
}

export interface DebugService {
  /** Returns the execution's id. @throws AppError DebugFailed, NotFound, NoMachineOnline */
  start(input: {
    projectId: string
    name: string
    componentId: string | null
    document: ComponentDocument
    load: 'given' | 'threadGroup'
    users: number
    loops: number
    language: Language
  }): Promise<string>
  /** The same for a JMeter plan, with one user and one iteration in each thread group. @throws AppError NoMachineOnline */
  startTrial(input: {
    projectId: string
    text: string
    files: readonly PlanFile[]
    language: Language
  }): Promise<string>
  /** Whether the machine is executing something started here that needs the file. */
  needsFile(agentId: string, fileId: string): boolean
  /** Whether it was started here and is still stored. */
  has(projectId: string, debugId: string): boolean
  /** Does nothing when it has ended. @throws AppError NotFound */
  stop(projectId: string, debugId: string): void
  /** @throws AppError NotFound */
  events(projectId: string, debugId: string, from: number): { events: DebugEvent[]; isEnded: boolean }
}

interface DebugServiceDeps {
  readonly store: DebugStore
  readonly link: Pick<AgentLink, 'send' | 'on'>
  readonly clustersFor: (projectId: string) => Promise<ClusterRoom[]>
  /** @throws AppError NotFound for a file that is not the project's. */
  readonly fileOf: (projectId: string, fileId: string) => Promise<PlanFile>
  /** The document with the values of its secrets. @throws AppError NotFound */
  readonly revealed: (
    projectId: string,
    componentId: string | null,
    document: ComponentDocument,
  ) => Promise<ComponentDocument>
  readonly publish: (projectId: string, debugId: string, message: LiveMessage) => void
}

export function createDebugService(options: DebugServiceDeps): DebugService {
  const { store, link } = options
  link.on({
    debug: (agentId, { debugId, events }) => take(options, debugId, events, agentId),
    agentOffline: agentId => {
      for (const execution of store.underWay(agentId)) lose(options, execution)
    },
  })
  const find = (projectId: string, debugId: string): DebugExecution => {
    const execution = store.find(projectId, debugId)
    if (execution === undefined) throw new AppError('NotFound', { what: 'debug' })
    return execution
  }
  return {
    ...debugStarts(options),
    needsFile: (agentId, fileId) =>
      store.underWay(agentId).some(execution => execution.fileIds.includes(fileId)),
    has: (projectId, debugId) => store.find(projectId, debugId) !== undefined,
    stop: (projectId, debugId) => {
      const { agentId, isEnded } = find(projectId, debugId)
      if (!isEnded) link.send(agentId, { kind: 'stopDebug', id: randomUUID(), debugId })
    },
    events: (projectId, debugId, from) => {
      const { events, isEnded } = find(projectId, debugId)
      return { events: events.slice(from), isEnded }
    },
  }
}

/** Sends an execution to a machine. */
function debugStarts(
  options: Pick<DebugServiceDeps, 'revealed' | 'fileOf' | 'clustersFor' | 'store' | 'link' | 'publish'>,
): Pick<DebugService, 'start' | 'startTrial'> {
  const { store, link } = options

  return {
    start: async ({ projectId, name, componentId, document: asRead, language, ...chosen }) => {
      const document = await options.revealed(projectId, componentId, asRead)
      const problems = errorsOf(validateComponent(document))
      if (problems.length > 0) {
        throw new AppError('DebugFailed', { detail: problems.map(each => each.text[language]).join('; ') })
      }
      const files = await Promise.all(filesOf(document).map(id => options.fileOf(projectId, id)))
      const agentId = await chooseMachine(options, projectId)
      const debugId = randomUUID()
      store.add({ debugId, projectId, agentId, fileIds: files.map(file => file.id), language })
      const command = {
        kind: 'startDebug',
        id: randomUUID(),
        debugId,
        name,
        document,
        files,
        ...(chosen.load === 'threadGroup'
          ? debugLoadOf(document.threadGroup)
          : plainDebugLoad(chosen.users, chosen.loops)),
      } as const
      if (!link.send(agentId, command)) lose(options, { debugId, language })
      return debugId
    },
    startTrial: async ({ projectId, text, files, language }) => {
      const agentId = await chooseMachine(options, projectId)
      const debugId = randomUUID()
      store.add({ debugId, projectId, agentId, fileIds: files.map(file => file.id), language })
      const isSent = link.send(agentId, {
        kind: 'startJmeterTrial',
        id: randomUUID(),
        debugId,
        text,
        files: [...files],
      })
      if (!isSent) lose(options, { debugId, language })
      return debugId
    },
  }
}

const take = (
  { store, publish }: Pick<DebugServiceDeps, 'store' | 'publish'>,
  debugId: string,
  events: readonly DebugEvent[],
  agentId?: string,
) => {
  const appended = store.append(debugId, events, agentId)
  if (appended === null || appended.kept.length === 0) return
  publish(appended.execution.projectId, debugId, { kind: 'debugEvents', debugId, events: appended.kept })
}

const lose = (
  options: Pick<DebugServiceDeps, 'store' | 'publish'>,
  { debugId, language }: Pick<DebugExecution, 'debugId' | 'language'>,
) => take(options, debugId, [{ kind: 'ended', cause: 'failed', detail: machineLost[language] }])

const chooseMachine = async (
  options: Pick<DebugServiceDeps, 'clustersFor'>,
  projectId: string,
): Promise<string> => {
  const clusters = await options.clustersFor(projectId)
  const able = clusters.flatMap(cluster => cluster.machines).filter(isAble)
  const [machine] = able.toSorted((a, b) => (a.cpu01 ?? 0) - (b.cpu01 ?? 0))
  if (machine === undefined) throw new AppError('NoMachineOnline', { cluster: clusters[0]?.name ?? '-' })
  return machine.id
}
