/** A thousand agents on one server: what a second of their reports costs the server and the database, and how late the live view shows it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { calls } from '@pone/contract/calls/registry.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { BenchContext } from '../bench-context.ts'
import type { Measurement } from '../measurements/measurement.ts'
import { residentBytes } from '../process-usage.ts'
import { confinement } from '../processes.ts'
import { ratioOf } from '../result.ts'
import { percentileOf, round } from '../statistics.ts'
import { designScenario } from './design.ts'
import { watchRun } from './live-view.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'
import { type SimulatorEvent, type SimulatorSettings, simulatorEventSchema } from './simulator-messages.ts'

const simulator = fileURLToPath(new URL('simulator.ts', import.meta.url))
const transactions = 50
const samplesPerLabel = 10
/** Machines report within this span of each other, ms. */
const spreadMs = 50
const joinPatienceMs = 120_000
const endPatienceMs = 60_000
const sizes = {
  quick: { agents: 1_000, warmUpSeconds: 5, windowSeconds: 15 },
  full: { agents: 1_000, warmUpSeconds: 15, windowSeconds: 75 },
} as const

/** `PONE_BENCH_PROFILE` names a folder for a CPU profile of the server. */
export const manyAgents: Measurement = {
  name: 'agents',
  async measure(context) {
    const size = sizes[context.mode]
    const agents = Number(process.env['PONE_BENCH_AGENTS'] ?? size.agents)
    const server = await startServerUnderTest({
      folder: await context.newFolder('server'),
      serverCores: [context.cores.generator],
      otherCores: context.cores.target,
      profileFolder: process.env['PONE_BENCH_PROFILE'],
    })
    try {
      return await measure(context, server, { ...size, agents })
    } finally {
      await server.stop()
    }
  },
}

async function measure(
  context: BenchContext,
  server: ServerUnderTest,
  { agents, warmUpSeconds, windowSeconds }: { agents: number; warmUpSeconds: number; windowSeconds: number },
) {
  const simulation = startSimulator(context, {
    serverUrl: server.url,
    token: server.joinToken,
    firstAgent: 0,
    agents,
    samplesPerLabel,
    spreadMs,
  })
  try {
    await within(simulation.online, joinPatienceMs, `${agents} agents have not joined`)
    context.print(`${agents} agents are online`)
    const design = await designScenario(server, { code: 'BENCH', document: fiftyTransactions() })
    const { projectId } = design
    const scenarioId = await design.addScenario({
      kind: 'constant',
      users: agents,
      rampUpSeconds: 0,
      durationSeconds: warmUpSeconds + windowSeconds + 120,
      loops: 0,
    })
    const asked = performance.now()
    const run = await server.call(calls.run.start, { projectId, scenarioId })
    context.print(`the run has its machines after ${Math.round(performance.now() - asked)} ms`)
    const requestsPerSecond = agents * transactions * samplesPerLabel
    const view = await watchRun({ ...server, projectId, runId: run.id, requestsPerSecond })
    await context.wait((warmUpSeconds + 2) * 1_000)
    const before = { at: performance.now(), ...server.cpuUs() }
    let peakBytes = 0
    for (let second = 0; second < windowSeconds; second += 1) {
      await context.wait(1_000)
      peakBytes = Math.max(peakBytes, residentBytes(server.pid))
    }
    const after = { at: performance.now(), ...server.cpuUs() }
    const firstSecond = warmUpSeconds
    // Batches of the last seconds may not have arrived yet.
    await context.wait(6_000)
    await server.call(calls.run.stop, { projectId, id: run.id })
    const ended = await within(simulation.ended, endPatienceMs, 'the batches were not all stored')
    view.close()
    const delays = delaysOf(simulation.madeAt, view.shownAt, { firstSecond, windowSeconds })
    const spanUs = (after.at - before.at) * 1_000
    const serverCpu01 = (after.server - before.server) / spanUs
    const worst = delays.at(-1) ?? Number.POSITIVE_INFINITY
    const figures = {
      agents,
      labelsPerBatch: 2 * transactions,
      samplesPerLabel,
      windowSeconds,
      serverCpu01: round(serverCpu01, 3),
      databaseCpu01: round((after.database - before.database) / spanUs, 3),
      serverCpuUsPerBatch: Math.round((after.server - before.server) / (agents * windowSeconds)),
      serverPeakMib: Math.round(peakBytes / 1_024 ** 2),
      batches: ended.batches,
      shownMs: { p50: percentileOf(delays, 50), p99: percentileOf(delays, 99), max: worst },
      storedMs: {
        p50: ended.acknowledgedMs[0] ?? null,
        p99: ended.acknowledgedMs[1] ?? null,
        max: ended.acknowledgedMs[2] ?? null,
      },
      liveBytesPerSecond: Math.round(view.receivedBytes() / (warmUpSeconds + windowSeconds)),
    }
    return {
      method: `${agents} simulated agents over the real link, each with one batch a second of ${transactions} transactions with a request each (${2 * transactions} labels, ${samplesPerLabel} samples a label) within ${spreadMs} ms of each other; the server on one core, simulators, database and a live page on the others. Shown: from the last batch of a second handed to its socket to the live page holding all of that second.`,
      ratios: [
        ratioOf(`${agents} agents: CPU of the server`, serverCpu01, 'cores', { atMost: 1 }),
        ratioOf(`${agents} agents: longest time from batch to live view`, worst / 1_000, 's', { atMost: 2 }),
        ratioOf(`${agents} agents: memory of the server`, figures.serverPeakMib, 'MiB', null),
      ],
      figures,
    }
  } finally {
    simulation.stop()
  }
}

/** From each second's last batch to the live page that shows it, ms, ascending; infinite where one of them is missing. */
function delaysOf(
  madeAt: ReadonlyMap<number, number>,
  shownAt: ReadonlyMap<number, number>,
  { firstSecond, windowSeconds }: { firstSecond: number; windowSeconds: number },
): number[] {
  return Array.from({ length: windowSeconds }, (_, index) => {
    const shown = shownAt.get(firstSecond + index)
    const made = madeAt.get(firstSecond + index)
    return shown === undefined || made === undefined ? Number.POSITIVE_INFINITY : shown - made
  }).toSorted((a, b) => a - b)
}

const fiftyTransactions = () =>
  componentDocumentSchema.parse({
    steps: Array.from({ length: transactions }, (_, index) => ({
      id: `t${index}`,
      name: `transaction ${index}`,
      kind: 'transaction',
      children: [
        {
          id: `r${index}`,
          name: `request ${index}`,
          kind: 'request',
          protocol: 'http',
          http: { url: 'http://127.0.0.1:9/' },
        },
      ],
    })),
  })

function startSimulator(context: BenchContext, settings: SimulatorSettings) {
  const [confine = '', ...words] = confinement(context.cores.target)
  const child: ChildProcess = spawn(
    confine,
    [...words, process.execPath, simulator, JSON.stringify(settings)],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  const online = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<Extract<SimulatorEvent, { kind: 'ended' }>>()
  const madeAt = new Map<number, number>()
  for (const outcome of [online, ended]) outcome.promise.catch(() => undefined) // The waiter handles the rejection.
  child.on('message', received => {
    const event = simulatorEventSchema.parse(received)
    if (event.kind === 'online') online.resolve()
    else if (event.kind === 'made') madeAt.set(event.second, event.at)
    else ended.resolve(event)
  })
  void once(child, 'exit').then(() => {
    const gone = new Error('the simulator has ended')
    online.reject(gone)
    ended.reject(gone)
  })
  return { online: online.promise, ended: ended.promise, madeAt, stop: () => child.kill('SIGKILL') }
}

async function within<T>(work: Promise<T>, patienceMs: number, otherwise: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(otherwise)), patienceMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
