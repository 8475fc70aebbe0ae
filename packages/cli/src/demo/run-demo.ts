/** Creates the demo's component and scenario through the public API, runs them and reconciles the result with the shop. */

import { setTimeout as wait } from 'node:timers/promises'
import type { OutputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { defaultEngine } from '@pone/plan/engines/registry.ts'
import { z } from 'zod'
import { CommandError } from '../exit-codes.ts'
import { type ApiClient, createApiClient } from './api-client.ts'
import type { DemoResult } from './demo-result.ts'
import type { DemoAccess } from './installation.ts'
import { demoDurationSeconds, shoppingComponent, shoppingScenario } from './journey.ts'
import type { Progress } from './progress-bar.ts'

export interface DemoOptions {
  readonly address: string
  readonly access: DemoAccess
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

type Live = OutputOf<typeof calls.run.live>

const lookEveryMs = 500
const machinePatienceMs = 30_000
/** Start, ramp-down and storing of the results take time in addition to the planned duration. */
const runPatienceMs = demoDurationSeconds * 1000 + 90_000
const verdictPatienceMs = 15_000

/** @throws CommandError */
export async function runDemo({ address, access, signal, onProgress }: DemoOptions): Promise<DemoResult> {
  const api = createApiClient(address, access.token)
  const { projectId } = access
  const { demoTargetUrl } = await api.send(calls.system.info, {})
  if (demoTargetUrl === null) throw new CommandError('negative', 'This installation has no demo shop.')
  const clusterId = await findCluster(api, projectId, signal)
  const scenarioId = await createScenario({ api, projectId, targetUrl: demoTargetUrl, clusterId })
  const { id } = await api.send(calls.run.start, { projectId, scenarioId })
  const readLive = () => api.send(calls.run.live, { projectId, id })
  try {
    await waitFor({
      what: 'The run does not end.',
      patienceMs: runPatienceMs,
      signal,
      look: async () => {
        const live = await readLive()
        onProgress(progressOf(live))
        return isActiveRun(live.run.state) ? undefined : live
      },
    })
  } catch (cause) {
    await api.send(calls.run.forceStop, { projectId, id }).catch(() => undefined)
    throw cause
  }
  const { run, total } = await waitFor({
    what: 'The run has no verdict.',
    patienceMs: verdictPatienceMs,
    signal,
    look: async () => {
      const live = await readLive()
      return live.run.sla === 'pending' ? undefined : live
    },
  })
  return {
    runId: id,
    state: run.state,
    requests: run.requests,
    failed: run.failed,
    targetCount: await countAtTarget(demoTargetUrl, id),
    rps: run.requestsPerSecond,
    p50Ms: total.p50Ms,
    p95Ms: total.p95Ms,
    p99Ms: total.p99Ms,
    sla: run.sla,
  }
}

/** A cluster with a machine online; the local agent of a fresh start may need a moment to connect. */
function findCluster(api: ApiClient, projectId: string, signal: AbortSignal): Promise<string> {
  return waitFor({
    what: 'No load machine is online.',
    patienceMs: machinePatienceMs,
    signal,
    look: async () => {
      const clusters = await api.send(calls.scenario.clusters, { projectId })
      return clusters.find(cluster => cluster.isOnline && cluster.engine === defaultEngine)?.id
    },
  })
}

interface ScenarioPlan {
  readonly api: ApiClient
  readonly projectId: string
  readonly targetUrl: string
  readonly clusterId: string
}

async function createScenario({ api, projectId, targetUrl, clusterId }: ScenarioPlan): Promise<string> {
  const name = `pone demo ${new Date().toISOString().slice(0, 23).replace('T', ' ')}`
  const [root] = await api.send(calls.component.tree, { projectId })
  if (root === undefined) throw new CommandError('negative', 'The demo project has no component catalogue.')
  const component = await api.send(calls.component.create, {
    projectId,
    parentId: root.id,
    name,
    document: shoppingComponent(targetUrl),
  })
  const tree = await api.send(calls.scenario.tree, { projectId })
  const setName = 'pone demo'
  const set =
    tree.find(node => node.kind === 'set' && node.name === setName) ??
    (await api.send(calls.scenario.createSet, { projectId, name: setName }))
  const document = shoppingScenario(component.id, clusterId)
  const scenario = await api.send(calls.scenario.create, { projectId, parentId: set.id, name, document })
  return scenario.id
}

function progressOf({ run, seconds, total }: Live): Progress {
  const elapsedMs = run.startedAt === null ? 0 : run.now - run.startedAt
  const plannedMs = run.plannedDurationMs ?? demoDurationSeconds * 1000
  return {
    done01: elapsedMs / plannedMs,
    users: seconds.at(-1)?.users ?? 0,
    requests: total.count,
    p95Ms: total.p95Ms,
  }
}

async function countAtTarget(targetUrl: string, runId: string): Promise<number> {
  const response = await fetch(`${targetUrl}/control/stats?run=${encodeURIComponent(runId)}`)
  return z.object({ received: z.int() }).parse(await response.json()).received
}

interface Waiting<T> {
  /** The message of the time-out. */
  readonly what: string
  readonly patienceMs: number
  readonly signal: AbortSignal
  /** Undefined means: not yet. */
  readonly look: () => Promise<T | undefined>
}

async function waitFor<T>({ what, patienceMs, signal, look }: Waiting<T>): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    signal.throwIfAborted()
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new CommandError('negative', what)
    await wait(lookEveryMs, undefined, { signal })
  }
}
