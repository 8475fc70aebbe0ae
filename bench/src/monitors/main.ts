/** Monitoring: `npm run bench:monitors -- [--quick] [--json]`; figures go to standard output, progress to standard error. */
import { parseArgs } from 'node:util'
import { measureCollector } from './collector.ts'
import { measureStorage } from './storage.ts'
import { manyQueues, measureTargetCost } from './target-cost.ts'

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
})
const print = (line: string): void => void process.stderr.write(`${line}\n`)
const size = values.quick
  ? { liveMonitors: 300, historyMonitors: 10, longDays: 0, targets: 1_000, seconds: 30 }
  : { liveMonitors: 2_000, historyMonitors: 50, longDays: 30, targets: 1_000, seconds: 120 }
const method = {
  storage: `${size.liveMonitors} monitors of 50 series every 5 s for an hour, in batches of one second, then sealed. samplesPerSecondPerCore: all CPU time of server and PostgreSQL, for writing and sealing. bytesPerSample: the tables of blocks and of the summaries by minute and hour, with indexes. queryMs: rates of 10 series over 24 h in at most 1,000 intervals, median of 7${size.longDays === 0 ? '' : `; longQueriesMs: 10 series over ${size.longDays} days, every 15 s`}.`,
  values:
    'Simulated like those of real targets: counters of requests, bytes and CPU seconds with wandering rates, some slow, some silent; gauges of things, of bytes of memory, and rounded to hundredths; settings that do not change.',
  collector: `${size.targets} simulated Redis servers, one connection each, asked every 5 s by the collector of the agent (INFO of the length of a real one, other sections by their cadence), ${size.seconds} s; CPU time of the collector process and of the agent's part, which checks, gathers and spools, without the link (agentCpuPercentPer100 of it); memory of both processes.`,
  targets: `targetCpuPercent: CPU time of a real server while it is collected every 5 s (other sections by their cadence) less that of the time before, ${size.seconds} s each, percent of one core; each without load of its own, RabbitMQ with ${manyQueues} queues.`,
}
const collector = await measureCollector(size, print)
const targetCost = await measureTargetCost(size.seconds, print)
const figures = { ...(await measureStorage(size, print)), ...collector, ...targetCost, method }
process.stdout.write(`${JSON.stringify(figures, null, values.json ? undefined : 2)}\n`)
