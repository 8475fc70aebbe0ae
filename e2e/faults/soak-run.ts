/** One run of the soak: load on all machines, one part struck, and at the end the report beside what the target has counted. */
import { setTimeout as pause } from 'node:timers/promises'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Workspace } from '../driver/preparation.ts'
import { eventually } from '../harness/eventually.ts'
import type { Shop } from '../harness/shop.ts'
import { parts, type Strike, type Victims } from './parts.ts'
import type { Random } from './random.ts'

export const runSeconds = 15
const shortestMs = 500
const latestStrikeMs = 4_000
const endPatienceMs = 90_000
const countPatienceMs = 30_000

export interface SoakResult {
  readonly run: number
  readonly part: string
  readonly detail: string
  /** Of the run. */
  readonly struckAtSecond: number
  readonly state: string
  readonly cause: string
  /** Requests by the report and by the target. */
  readonly reported: number
  readonly received: number
  /** Requests that the target got and the report does not have. */
  readonly lost: number
  /** Requests that the report has more than once. */
  readonly duplicated: number
  /** Requests that a killed worker had put down and not sent yet: counted as failed with workerLost (decision 001). */
  readonly unsent: number
  readonly isReconciled: boolean
  readonly moves: number
}

export async function soakRun(input: {
  number: number
  workspace: Workspace
  victims: Victims
  shop: Shop
  random: Random
}): Promise<SoakResult> {
  const { number, workspace, victims, shop, random } = input
  const api = patient(workspace)
  const part = random.pick(Object.keys(parts))
  const strikeAfterMs = random.between(shortestMs, latestStrikeMs)
  const { id } = await api.start()
  const startedAt = await eventually({
    what: 'the load to begin',
    patienceMs: endPatienceMs,
    look: async () => (await shop.countsOf(id)).received > 0 || undefined,
  }).then(() => performance.now())
  await pause(strikeAfterMs)
  const hurt = parts[part]
  if (hurt === undefined) throw new Error(`no part ${part}`)
  const strike = await hurt(victims, random)
  const struckAtSecond = Number(((performance.now() - startedAt) / 1_000).toFixed(1))
  const mended = mend(strike)
  const ended = await eventually({
    what: `the end of run ${number}`,
    patienceMs: endPatienceMs,
    look: async () => {
      const run = await api.get(id)
      return run !== null && ['complete', 'userStopped', 'failed'].includes(run.state) ? run : undefined
    },
  })
  await mended
  const compare = async () => {
    const [run, { received }, report] = [await api.get(id), await shop.countsOf(id), await api.report(id)]
    return { reported: run?.requests ?? 0, received, ...report }
  }
  // What a machine that was away has still to deliver is counted as soon as it is back.
  const counts = await eventually({
    what: 'all results',
    patienceMs: countPatienceMs,
    look: async () => {
      const found = await compare()
      return found.isReconciled && found.reported - found.received <= found.workerLost ? found : undefined
    },
  }).catch(compare)
  const { reported, received, workerLost, isReconciled } = counts
  const unsent = Math.min(Math.max(0, reported - received), workerLost)
  return {
    run: number,
    part,
    detail: strike.detail,
    struckAtSecond,
    state: ended.state,
    cause: ended.cause ?? '',
    reported,
    received,
    lost: Math.max(0, received - reported),
    duplicated: Math.max(0, reported - received - unsent),
    unsent,
    isReconciled,
    moves: await api.moves(id),
  }
}

async function mend({ mend: bringBack, mendAfterMs }: Strike): Promise<void> {
  await pause(mendAfterMs)
  bringBack?.()
}

/** Asks a server that may be dead at the moment; null then. */
function patient({ api, projectId, scenarioId }: Workspace) {
  const orNull = <T>(answer: Promise<T>) => answer.catch(() => null)
  const contentOf = async (runId: string) => {
    const [report] = (await orNull(api.send(calls.report.list, { projectId, runId }))) ?? []
    if (report === undefined) return null
    return (await orNull(api.send(calls.report.get, { projectId, id: report.id })))?.content ?? null
  }
  return {
    start: () => api.send(calls.run.start, { projectId, scenarioId }),
    get: (id: string) => orNull(api.send(calls.run.get, { projectId, id })),
    report: async (runId: string) => {
      const { isReconciled = false, lost: workerLost = 0 } = (await contentOf(runId))?.reconciliation ?? {}
      return { isReconciled, workerLost }
    },
    moves: async (id: string) => {
      const live = await orNull(api.send(calls.run.live, { projectId, id }))
      return live?.events.filter(event => event.kind === 'shareMoved').length ?? 0
    },
  }
}
