/** Process that collects from simulated targets as an agent does, and reports what that took. */
import { Collector } from '@pone/monitors/collection/collector.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { transports } from '@pone/monitors/transports/registry.ts'

const frequencyMs = 5_000
/** All connections are open and the code is compiled. */
const warmUpMs = 12_000

const [port, targets, seconds] = process.argv.slice(2).map(Number)
const type = monitorTypeOf('redis')
if (type === undefined || port === undefined || targets === undefined || seconds === undefined)
  throw new Error('Usage: collector-process PORT TARGETS SECONDS')

let rows = 0
let samples = 0
let latestOffsetMs = 0
let isMeasuring = false
const failed = new Map<string, number>()
const collector = new Collector({
  transports,
  onBatch: batch => {
    for (const { code } of batch.states) if (code !== 'ok') failed.set(code, (failed.get(code) ?? 0) + 1)
    if (!isMeasuring) return
    rows += batch.rows.length
    for (const row of batch.rows) {
      samples += row.values.length
      latestOffsetMs = Math.max(latestOffsetMs, row.offsetMs)
    }
  },
})
for (let index = 0; index < targets; index += 1) {
  collector.put({
    monitorId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    type,
    params: { host: `127.7.${Math.floor(index / 250)}.${1 + (index % 250)}`, port },
    frequencyMs,
  })
}
const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
await wait(warmUpMs)
isMeasuring = true
const before = process.cpuUsage()
const begun = performance.now()
await wait(seconds * 1_000)
const used = process.cpuUsage(before)
const elapsedMs = performance.now() - begun
isMeasuring = false
process.send?.({
  cpuUs: used.user + used.system,
  elapsedMs,
  rows,
  samples,
  latestOffsetMs,
  residentBytes: process.memoryUsage.rss(),
  failed: Object.fromEntries(failed),
})
collector.close()
process.disconnect()
