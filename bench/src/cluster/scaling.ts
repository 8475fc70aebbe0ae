/** Whether n load machines do n times the work of one on a machine with few cores: each at its own limit under an equal share of a core, and each under the same low arrival rate. */

import { calls } from '@pone/contract/calls/registry.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { BenchContext } from '../bench-context.ts'
import type { Measurement } from '../measurements/measurement.ts'
import { loadUsers } from '../peers/peer.ts'
import { busyUsOfCore, cpuUsOfSession, processesOfSession } from '../process-usage.ts'
import type { Running } from '../processes.ts'
import { ratioOf } from '../result.ts'
import { median, round } from '../statistics.ts'
import type { Target } from '../target/target.ts'
import { type CpuQuota, openCpuQuota } from './cpu-quota.ts'
import { type Design, designScenario } from './design.ts'
import { startLoadMachine } from './load-machine.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'

const pollMs = 200
const joinPatienceMs = 60_000
const endPatienceMs = 60_000
const runSeconds = 600
const aim = { atLeast: 0.95 }
/** Numbers of machines under arrivals. */
const arrivalCounts = [1, 2, 4, 8] as const
/** Numbers of machines at their limit. */
const limitCounts = [1, 2, 4] as const
const machines = 8
const arrivalsPerSecond = 200
/** Maximum users for one machine's arrivals. */
const arrivalUsers = 100
/** Share of a core per machine; all machines together, server and target stay below two cores. */
const quota01 = 0.15
const warmUpMs = 4_000
const sizes = {
  quick: { rounds: 1, windowMs: 5_000 },
  full: { rounds: 3, windowMs: 10_000 },
} as const

/** Result of one measuring window with a number of machines. */
interface Window {
  readonly machines: number
  readonly requestsPerSecond: number
  /** CPU time of the machines' agents and workers, µs per request. */
  readonly machineCpuUs: number
  /** CPU time of server and database, idle use included, µs per request. */
  readonly serverCpuUs: number
  readonly databaseCpuUs: number
  /** Share of a core; the target's one worker cannot use more than 1. */
  readonly machinesCpu01: number
  /** What other processes used of the machines' core; well above 0 the throughput is not reliable. */
  readonly otherCpu01: number
  readonly targetCpu01: number
  readonly lateStarts: number
  readonly droppedStarts: number
  readonly failed: number
  /** Of the whole run so far, ms. */
  readonly percentilesMs: { p50: number; p95: number; p99: number }
}

interface Bench {
  readonly context: BenchContext
  readonly server: ServerUnderTest
  readonly target: Target
  readonly design: Design
  readonly agents: readonly Running[]
  readonly quotas: readonly CpuQuota[] | string
  /** The core that all load machines are confined to. */
  readonly core: number
}

/** Share of a core, with all machines online and no run. */
interface IdleCost {
  readonly serverCpu01: number
  readonly databaseCpu01: number
}

type Kind = 'arrivals' | 'limit'

export const clusterScaling: Measurement = {
  name: 'scaling',
  async measure(context) {
    const { rounds } = sizes[context.mode]
    const { generator, target: otherCores } = context.cores
    const server = await startServerUnderTest({
      folder: await context.newFolder('server'),
      serverCores: otherCores,
      otherCores,
    })
    const agents: Running[] = []
    const quotas = openQuotas()
    const centre = typeof quotas === 'string' ? null : openCpuQuota('centre')
    const found: Record<Kind, Window[]> = { arrivals: [], limit: [] }
    let idle: IdleCost | null = null
    try {
      await context.withTarget({}, async target => {
        const document = componentDocumentSchema.parse({
          steps: [
            { id: 'get', name: 'get', kind: 'request', protocol: 'http', http: { url: `${target.url}/` } },
          ],
        })
        centre?.add([...processesOfSession(target.pid), server.pid])
        const design = await designScenario(server, { code: 'SCALE', document })
        for (let index = 0; index < machines; index += 1) {
          const agent = await startLoadMachine(context, server, index, generator)
          if (typeof quotas !== 'string') quotas[index]?.add([agent.pid])
          agents.push(agent)
        }
        await joined(context, server)
        await context.wait(warmUpMs)
        const bench = { context, server, target, design, agents, quotas, core: generator }
        for (let round = 0; round < rounds; round += 1) {
          // In ascending and then descending order, so that changes over time affect all counts alike.
          for (const count of inTurn(arrivalCounts, round)) {
            found.arrivals.push(await window(bench, 'arrivals', count))
          }
          if (typeof quotas === 'string') continue
          for (const count of inTurn(limitCounts, round)) {
            found.limit.push(await window(bench, 'limit', count))
          }
        }
        idle = await idleCost(context, server)
      })
    } finally {
      for (const agent of agents) agent.signal('SIGKILL')
      await Promise.all(agents.map(agent => agent.ended))
      if (typeof quotas !== 'string') for (const quota of quotas) await quota.remove()
      await server.stop()
      await centre?.remove()
    }
    return {
      method: methodOf(quotas),
      ratios: ratiosOf(found),
      figures: { ...found, idle },
    }
  },
}

const inTurn = (counts: readonly number[], round: number): readonly number[] =>
  round % 2 === 0 ? counts : counts.toReversed()

/** A message when groups cannot be created. */
function openQuotas(): CpuQuota[] | string {
  try {
    return Array.from({ length: machines }, (_, index) => openCpuQuota(String(index)))
  } catch (cause) {
    return errorText(cause)
  }
}

function methodOf(quotas: readonly CpuQuota[] | string): string {
  const atLimit =
    typeof quotas === 'string'
      ? `no machines at their limit: ${quotas}`
      : `at the limit: each machine may use ${quota01} of a core (control groups, which come before all else on the machine) and ${loadUsers} users without pauses fill it; ${limitCounts.join(', ')} machines in turn`
  return `${machines} agents with one worker each share a core, server, database and target another; who is not in a run is online and idle. Arrivals: ${arrivalsPerSecond} a second and machine, which leaves the cores free; ${arrivalCounts.join(', ')} machines in turn. ${atLimit}. CPU time is that of /proc; of server and database with what they need when idle, which many machines share. It shows what the product adds when there are more machines: splitting, starting, merging, waiting for one another. It shows nothing of memory buses and networks that machines would share`
}

async function joined(context: BenchContext, server: ServerUnderTest): Promise<void> {
  const deadline = performance.now() + joinPatienceMs
  while ((await machineRows(server)).filter(row => row.isOnline).length < machines) {
    if (performance.now() > deadline) throw new Error('the load machines have not joined')
    await context.wait(pollMs)
  }
}

const machineRows = async (server: ServerUnderTest) =>
  (await server.manage(calls.loadMachine.list, { page: 1, pageSize: 50 })).rows

/** Puts the first machines in service, in the order of their names; the others stay online. */
async function inService(server: ServerUnderTest, count: number): Promise<void> {
  const ids = (await machineRows(server)).map(row => row.id)
  const [chosen, others] = [ids.slice(0, count), ids.slice(count)]
  await server.manage(calls.loadMachine.setService, { ids: chosen, isInService: true })
  if (others.length > 0)
    await server.manage(calls.loadMachine.setService, { ids: others, isInService: false })
}

async function idleCost(context: BenchContext, server: ServerUnderTest): Promise<IdleCost> {
  const { windowMs } = sizes[context.mode]
  const before = server.cpuUs()
  await context.wait(windowMs)
  const after = server.cpuUs()
  const share = (us: number) => round(us / (windowMs * 1_000), 3)
  return {
    serverCpu01: share(after.server - before.server),
    databaseCpu01: share(after.database - before.database),
  }
}

async function window(bench: Bench, kind: Kind, count: number): Promise<Window> {
  const { context, server, target, design } = bench
  const agents = bench.agents.slice(0, count)
  const { windowMs } = sizes[context.mode]
  const { projectId } = design
  await inService(server, count)
  const scenarioId = await design.addScenario(
    {
      kind: 'constant',
      users: count * (kind === 'arrivals' ? arrivalsPerSecond : loadUsers),
      rampUpSeconds: 0,
      durationSeconds: runSeconds,
      loops: 0,
    },
    kind === 'arrivals' ? { drive: 'arrivals', maxUsers: arrivalUsers * count } : {},
  )
  const base = await target.count()
  const run = await server.call(calls.run.start, { projectId, scenarioId })
  await until(context, 'no load reaches the target', async () => {
    const { requests } = await target.count()
    return requests - base.requests > count
  })
  const limit = (cores01: number | null) => {
    if (typeof bench.quotas !== 'string') for (const quota of bench.quotas) quota.limit(cores01)
  }
  // Started without a limit: one-time compilation and preparation would take long under it.
  if (kind === 'limit') {
    await context.wait(warmUpMs)
    limit(quota01)
  }
  try {
    await context.wait(warmUpMs)
    const before = await reading(bench, agents)
    await context.wait(windowMs)
    const after = await reading(bench, agents)
    const live = await server.call(calls.run.live, { projectId, id: run.id })
    const seconds = (after.at - before.at) / 1_000
    const requests = after.requests - before.requests
    const perRequest = (us: number) => round(us / Math.max(1, requests))
    const { p50Ms, p95Ms, p99Ms, failed } = live.total
    const found: Window = {
      machines: count,
      requestsPerSecond: round(requests / seconds, 6),
      machineCpuUs: perRequest(after.machinesUs - before.machinesUs),
      serverCpuUs: perRequest(after.server - before.server),
      databaseCpuUs: perRequest(after.database - before.database),
      machinesCpu01: round((after.machinesUs - before.machinesUs) / (seconds * 1e6), 3),
      otherCpu01: round(
        Math.max(0, after.busyUs - before.busyUs - after.machinesUs + before.machinesUs) / (seconds * 1e6),
        3,
      ),
      targetCpu01: round((after.cpuUs - before.cpuUs) / (seconds * 1e6), 3),
      lateStarts: live.seconds.reduce((sum, second) => sum + second.lateStarts, 0),
      droppedStarts: live.seconds.reduce((sum, second) => sum + second.droppedStarts, 0),
      failed,
      percentilesMs: { p50: p50Ms, p95: p95Ms, p99: p99Ms },
    }
    context.print(`${kind}, ${count} machines: ${JSON.stringify(found)}`)
    return found
  } finally {
    limit(null)
    await server.call(calls.run.stop, { projectId, id: run.id })
    await until(context, 'the run has not ended', async () => {
      const { state } = await server.call(calls.run.get, { projectId, id: run.id })
      return state === 'userStopped'
    })
  }
}

/** Requests and CPU time up to now. */
async function reading({ target, server, core }: Bench, agents: readonly Running[]) {
  const counted = await target.read()
  const machinesUs = agents.reduce((all, agent) => all + cpuUsOfSession(agent.pid), 0)
  return { ...counted, ...server.cpuUs(), machinesUs, busyUs: busyUsOfCore(core) }
}

async function until(context: BenchContext, complaint: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + endPatienceMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(complaint)
    await context.wait(pollMs)
  }
}

function ratiosOf(found: Readonly<Record<Kind, readonly Window[]>>) {
  const of = (kind: Kind, count: number, figure: (window: Window) => number) =>
    median(found[kind].filter(window => window.machines === count).map(figure))
  const rate = (window: Window) => window.requestsPerSecond
  const machineCpu = (window: Window) => window.machineCpuUs
  const centralCpu = (window: Window) => window.serverCpuUs + window.databaseCpuUs
  const over = (counts: readonly number[]) => counts.filter(count => count > 1)
  const gain = (kind: Kind, count: number) => round(of(kind, count, rate) / of(kind, 1, rate) / count)
  return [
    ...(found.limit.length === 0 ? [] : over(limitCounts)).map(count =>
      ratioOf(
        `at the limit: throughput of ${count} machines ÷ (${count} × one)`,
        gain('limit', count),
        '',
        aim,
      ),
    ),
    ...over(arrivalCounts).flatMap(count => [
      ratioOf(`arrivals: requests of ${count} machines ÷ (${count} × one)`, gain('arrivals', count), '', aim),
      ratioOf(
        `arrivals: machine CPU per request of one ÷ of ${count}`,
        round(of('arrivals', 1, machineCpu) / of('arrivals', count, machineCpu)),
        '',
        aim,
      ),
      ratioOf(
        `arrivals: server and database CPU per request of one ÷ of ${count}`,
        round(of('arrivals', 1, centralCpu) / of('arrivals', count, centralCpu)),
        '',
        aim,
      ),
    ]),
  ]
}
