/** Process that collects from simulated targets as an agent does, with its collector process, and reports what that took. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Collection } from '@pone/agent/monitors/collection.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { usualLimits } from '@pone/monitors/transports/machine-limits.ts'
import { parseStat } from '../process-usage.ts'

const frequencyMs = 5_000
/** All connections are open and the code is compiled. */
const warmUpMs = 15_000
/** Base64 of a value with its share of the padding. */
const charactersPerValue = 32 / 3

const [port, targets, seconds] = process.argv.slice(2).map(Number)
const type = monitorTypeOf('redis')
if (type === undefined || port === undefined || targets === undefined || seconds === undefined)
  throw new Error('Usage: collector-process PORT TARGETS SECONDS')

let rows = 0
let samples = 0
let isMeasuring = false
const failed = new Map<string, number>()
const folder = await mkdtemp(join(tmpdir(), 'pone-bench-collection-'))
const collection = new Collection({
  folder,
  spoolBytes: 512 * 1024 ** 2,
  limits: usualLimits(),
  now: Date.now,
  log: text => failed.set(text, 1),
  send: message => {
    if (message.kind !== 'monitorBatches') return true
    for (const batch of message.batches) {
      for (const { cause } of batch.states)
        if (cause !== null) failed.set(cause, (failed.get(cause) ?? 0) + 1)
      setImmediate(() => void collection.acknowledge(batch))
      if (!isMeasuring) continue
      rows += batch.rows.length
      for (const { values } of batch.rows) samples += Math.floor(values.length / charactersPerValue)
    }
    return true
  },
})
await collection.open()
collection.plan({
  types: { redis: JSON.parse(JSON.stringify(type)) },
  plans: Array.from({ length: targets }, (_, index) => ({
    monitorId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    epoch: 1,
    type: 'redis',
    params: { host: `127.7.${Math.floor(index / 250)}.${1 + (index % 250)}`, port },
    frequencyMs,
    sendIntervalMs: frequencyMs,
  })),
  removed: [],
  isWhole: true,
})

/** CPU time of agent and collector process so far, µs. */
async function cpuUs(): Promise<{ agent: number; collector: number }> {
  const { user, system } = process.cpuUsage()
  const stat = await readFile(`/proc/${collection.pid}/stat`, 'utf8')
  return { agent: user + system, collector: parseStat(stat)?.cpuUs ?? 0 }
}

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${collection.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
await wait(warmUpMs)
isMeasuring = true
const before = await cpuUs()
const begun = performance.now()
await wait(seconds * 1_000)
const after = await cpuUs()
const elapsedMs = performance.now() - begun
isMeasuring = false
process.send?.({
  agentCpuUs: after.agent - before.agent,
  collectorCpuUs: after.collector - before.collector,
  elapsedMs,
  rows,
  samples,
  agentResidentBytes: process.memoryUsage.rss(),
  collectorResidentBytes: await residentBytes(),
  failed: Object.fromEntries(failed),
})
await collection.close()
await rm(folder, { recursive: true })
process.disconnect()
