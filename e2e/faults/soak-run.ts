/**
 * One run of the soak test: load on all machines, faults on some parts, and at the end the report compared with the
 * target's count.
 */
import { calls } from '@pone/contract/calls/registry.ts'
import { reportContentSchema } from '@pone/results/report/content.ts'
import type { Workspace } from '../driver/preparation.ts'
import { eventually } from '../harness/eventually.ts'
import type { Shop } from '../harness/shop.ts'
import type { PlannedFault } from './fault-plan.ts'
import { centralParts, machineParts, type Victims } from './parts.ts'
import { after } from './planned-time.ts'

export const runSeconds = 15
const endPatienceMs = 90_000
const countPatienceMs = 30_000
/** Outcomes of requests that the target has answered, and of lost ones, which are counted apart; others may not have reached it. */
const answered = /^(HTTP \d+|checkpoint|extractor|workerLost)$/

export interface SoakResult {
  readonly run: number
  readonly faults: readonly { part: string; detail: string; struckAtSecond: number }[]
  readonly state: string
  readonly cause: string
  /** Requests by the report and by the target. */
  readonly reported: number
  readonly received: number
  /** Requests that the target received and the report does not contain. */
  readonly lost: number
  /** Requests that the report contains more than once. */
  readonly duplicated: number
  /** Requests that a killed worker had recorded and not sent yet: counted as failed with workerLost (decision 001). */
  readonly unsent: number
  /**
   * Requests that were lost in a faulty network: reported as failed by the network, and never received by the target.
   */
  readonly swallowed: number
  readonly isReconciled: boolean
  readonly moves: number
}

export async function soakRun(input: {
  number: number
  workspace: Workspace
  victims: Victims
  shop: Shop
  planned: readonly PlannedFault[]
}): Promise<SoakResult> {
  const { number, workspace, victims, shop, planned } = input
  const api = patient(workspace)
  const { id } = await api.start()
  const startedAt = await eventually({
    what: 'the load to begin',
    patienceMs: endPatienceMs,
    look: async () => (await shop.countsOf(id)).received > 0 || undefined,
  }).then(() => performance.now())
  const struck = Promise.all(planned.map(fault => strike(fault, { startedAt, victims })))
  const ended = await eventually({
    what: `the end of run ${number}`,
    patienceMs: endPatienceMs,
    look: async () => {
      const run = await api.get(id)
      return run !== null && ['complete', 'userStopped', 'failed'].includes(run.state) ? run : undefined
    },
  }).catch(async () => {
    // A failure like others: the next runs may still give information.
    const state = (await api.get(id))?.state ?? 'unknown'
    await api.forceStop(id)
    return { state, cause: 'no end' }
  })
  const faults = await struck
  const compare = async () => {
    const [run, { received }, report] = [await api.get(id), await shop.countsOf(id), await api.report(id)]
    return { reported: run?.requests ?? 0, received, ...report }
  }
  // Batches that a disconnected machine still has to deliver are counted as soon as it is back.
  const counts = await eventually({
    what: 'all results',
    patienceMs: countPatienceMs,
    look: async () => {
      const found = await compare()
      const excused = found.workerLost + found.unanswered
      const isWhole = found.reported >= found.received && found.reported - found.received <= excused
      return found.isReconciled && isWhole ? found : undefined
    },
  }).catch(compare)
  const { reported, received, workerLost, unanswered, isReconciled } = counts
  const surplus = Math.max(0, reported - received)
  const unsent = Math.min(surplus, workerLost)
  const swallowed = Math.min(surplus - unsent, unanswered)
  return {
    run: number,
    faults,
    state: ended.state,
    cause: ended.cause ?? '',
    reported,
    received,
    lost: Math.max(0, received - reported),
    duplicated: surplus - unsent - swallowed,
    unsent,
    swallowed,
    isReconciled,
    moves: await api.moves(id),
  }
}

/** Applies the fault at its time, and repairs it after its duration. */
async function strike(
  fault: PlannedFault,
  { startedAt, victims }: { startedAt: number; victims: Victims },
): Promise<SoakResult['faults'][number]> {
  const untilStrikeMs = Math.max(0, startedAt + fault.strikeAfterMs - performance.now())
  return after(untilStrikeMs, () => strikeNow(fault, { startedAt, victims }))
}

async function strikeNow(
  { part, machine, lastsMs, severity01 }: PlannedFault,
  { startedAt, victims }: { startedAt: number; victims: Victims },
): Promise<SoakResult['faults'][number]> {
  const struckAtSecond = Number(((performance.now() - startedAt) / 1_000).toFixed(1))
  if (machine === null) {
    const central = centralParts.find(name => name === part)
    if (central !== undefined) await victims.installation.kill(central)
    return { part, detail: '', struckAtSecond }
  }
  const mend = (await machineParts[part]?.strike(machine, severity01)) ?? null
  if (mend === null) return { part, detail: machine.name, struckAtSecond }
  await after(lastsMs, mend)
  return { part, detail: `${machine.name} for ${(lastsMs / 1_000).toFixed(1)} s`, struckAtSecond }
}

/** Calls a server that may be down at the moment; null then. */
function patient({ api, projectId, scenarioId }: Workspace) {
  const orNull = <T>(answer: Promise<T>) => answer.catch(() => null)
  const contentOf = async (runId: string) => {
    const [report] = (await orNull(api.send(calls.report.list, { projectId, runId }))) ?? []
    if (report === undefined) return null
    const content = (await orNull(api.send(calls.report.get, { projectId, id: report.id })))?.content
    return content ? reportContentSchema.parse(content) : null
  }
  return {
    forceStop: (id: string) => orNull(api.send(calls.run.forceStop, { projectId, id })),
    start: () => api.send(calls.run.start, { projectId, scenarioId }),
    get: (id: string) => orNull(api.send(calls.run.get, { projectId, id })),
    report: async (runId: string) => {
      const content = await contentOf(runId)
      const { isReconciled = false, lost: workerLost = 0 } = content?.reconciliation ?? {}
      const unanswered = (content?.errors ?? [])
        .filter(({ code }) => !answered.test(code))
        .reduce((sum, { count }) => sum + count, 0)
      return { isReconciled, workerLost, unanswered }
    },
    moves: async (id: string) => {
      const live = await orNull(api.send(calls.run.live, { projectId, id }))
      return live?.events.filter(event => event.kind === 'shareMoved').length ?? 0
    },
  }
}
