/** What collecting costs the targets: CPU time of real servers while they are collected, beside that of the same time before. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { Collector } from '@pone/monitors/collection/collector.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { startNginx, startRabbitmq } from '@pone/monitors/transports/http/test-web-servers.ts'
import { transports } from '@pone/monitors/transports/registry.ts'
import { accepts, startProgram } from '@pone/monitors/transports/test-processes.ts'
import { freePort } from '@pone/monitors/transports/test-servers.ts'
import type { ParamValues } from '@pone/monitors/type.ts'
import { startMariadb, startPostgres, type TestDatabase } from '@pone/protocols/sql/test-databases.ts'
import { round } from '../statistics.ts'
import { statOf } from './cpu.ts'

export const manyQueues = 5_000
/** A monitor's own frequency. */
const frequencyMs = 5_000
/** Connections are open, and a new server has settled. */
const warmUpMs = 15_000
const host = '127.0.0.1'

interface Target {
  readonly type: string
  readonly port: number
  readonly params: ParamValues
  close(): Promise<void>
}

/** CPU time that collecting adds to each target every 5 s, and each second as while a run lasts, percent of a core. @throws Error if a server is not installed or cannot be collected */
export async function measureTargetCost(seconds: number, print: (line: string) => void) {
  const targets: Target[] = []
  try {
    for (const start of [redis, mariadb, postgresql, nginx, rabbitmq]) targets.push(await start())
    print(`targets of their own: ${targets.map(({ type }) => type).join(', ')}`)
    await wait(warmUpMs)
    const idle = await cpuOf(targets, seconds)
    const own = await collectedCpu(targets, { frequencyMs }, seconds)
    const fast = await collectedCpu(targets, { frequencyMs: 1_000, ownFrequencyMs: frequencyMs }, seconds)
    const added = (collected: readonly number[]) =>
      Object.fromEntries(
        // What the server does for itself wavers.
        targets.map(({ type }, index) => [
          type,
          round(Math.max(0, (collected[index] ?? 0) - (idle[index] ?? 0))),
        ]),
      )
    return { targetCpuPercent: added(own), targetCpuPercentEachSecond: added(fast) }
  } finally {
    for (const target of targets) await target.close()
  }
}

/** CPU time of each target while it is collected, percent of a core. @throws Error if one fails */
async function collectedCpu(
  targets: readonly Target[],
  frequencies: { readonly frequencyMs: number; readonly ownFrequencyMs?: number },
  seconds: number,
): Promise<number[]> {
  const failed = new Set<string>()
  const collector = new Collector({
    transports,
    onBatch: ({ states }) => {
      for (const { monitorId, code } of states)
        if (!/^(?:ok|tooManyLabels|notSetUp)$/.test(code)) failed.add(`${monitorId}: ${code}`)
    },
  })
  try {
    for (const { type: name, port, params } of targets) {
      const type = monitorTypeOf(name)
      if (type === undefined) throw new Error(`There is no monitor type ${name}`)
      collector.put({ monitorId: name, type, params: { host, port, ...params }, ...frequencies })
    }
    await wait(warmUpMs)
    const collected = await cpuOf(targets, seconds)
    if (failed.size > 0) throw new Error(`Targets failed: ${[...failed].join(', ')}`)
    return collected
  } finally {
    collector.close()
  }
}

async function redis(): Promise<Target> {
  const port = await freePort()
  const command = ['redis-server', '--port', String(port), '--bind', host, '--save', '', '--dir', '{folder}']
  const server = await startProgram(command, () => accepts(port))
  return { type: 'redis', port, params: {}, close: () => server.close() }
}

async function mariadb(): Promise<Target> {
  return withAccount('mysql', await startMariadb('--performance-schema=ON'))
}

async function postgresql(): Promise<Target> {
  return withAccount('postgresql', await startPostgres())
}

const withAccount = (type: string, server: TestDatabase): Target => ({
  type,
  port: server.port,
  params: { user: server.user, password: server.password, database: server.database },
  close: () => server.close(),
})

async function nginx(): Promise<Target> {
  const server = await startNginx()
  return { type: 'nginx', port: server.port, params: {}, close: () => server.stop() }
}

async function rabbitmq(): Promise<Target> {
  const server = await startRabbitmq()
  await server.addQueues(Array.from({ length: manyQueues }, (_, index) => `queue ${index}`))
  return {
    type: 'rabbitmq',
    port: server.port,
    params: { user: 'guest', password: 'guest' },
    close: () => server.stop(),
  }
}

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** CPU time of each target over so many seconds, percent of a core. */
async function cpuOf(targets: readonly Target[], seconds: number): Promise<number[]> {
  const listeners = targets.map(({ port }) => listenersOf(port))
  const before = listeners.map(cpuUsOfTrees)
  const begun = performance.now()
  await wait(seconds * 1_000)
  const elapsedUs = (performance.now() - begun) * 1_000
  return listeners.map((pids, index) => ((cpuUsOfTrees(pids) - (before[index] ?? 0)) / elapsedUs) * 100)
}

/** Processes that listen on a port. @throws Error for none */
function listenersOf(port: number): number[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const lines = ['tcp', 'tcp6'].flatMap(name => readFileSync(`/proc/net/${name}`, 'utf8').split('\n'))
  const sockets = lines
    .map(line => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${hex}`) === true && state === '0A')
    .map(fields => `socket:[${fields[9]}]`)
  const pids = allProcesses().filter(pid => filesOf(pid).some(file => sockets.includes(file)))
  if (pids.length === 0) throw new Error(`No process of this account listens on port ${port}`)
  return pids
}

/** CPU time so far of processes and of all below them, µs; of ended children what their parents have waited for. */
function cpuUsOfTrees(roots: readonly number[]): number {
  const stats = new Map(allProcesses().map(pid => [pid, statOf(`${pid}`)]))
  const members = new Set(roots)
  let size = 0
  while (size < members.size) {
    size = members.size
    for (const [pid, { parent }] of stats) if (members.has(parent)) members.add(pid)
  }
  return [...members].reduce((sum, pid) => sum + (stats.get(pid)?.cpuUs ?? 0), 0)
}

const allProcesses = (): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)

function filesOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map(name => readlinkSync(`/proc/${pid}/fd/${name}`))
  } catch {
    return []
  }
}
