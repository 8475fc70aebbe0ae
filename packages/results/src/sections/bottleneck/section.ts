/** Section "bottleneck": which resource gave way, what was ruled out, and which counters moved with the load. */
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import { MachineHealth } from '@pone/metrics/machine-health.ts'
import { agentOfWorker } from '../../batches/stored-batch.ts'
import { SuspectRanges } from '../../merge/suspect-ranges.ts'
import { correlationGrid, type Observed, observationOf } from '../../monitoring/observation.ts'
import { cutMonitoring } from '../monitoring/cut.ts'
import { reportSection } from '../section.ts'
import { bottleneckData } from './data.ts'
import { describedBottleneck } from './described.ts'
import { bottleneckHtml } from './html.ts'
import { RequestTimes } from './request-times.ts'

/** Points of a load machine's CPU. */
const maxPoints = 300

export const bottleneck = reportSection({
  name: 'bottleneck',
  data: bottleneckData,
  start: ({ monitoring: kept, range, record, merge, machines, judge }) => {
    const times = new RequestTimes()
    const decoded = new DecodedCounts()
    const isRequest = (label: number) => record.labels[label]?.kind === 'request'
    const healths = new Map<string, MachineHealth>()
    const width = Math.max(1, Math.ceil((range.lastSecond - range.firstSecond + 1) / maxPoints))
    return {
      add: batch => {
        const { workerId, second, health } = batch
        if (kept === null) return
        times.add(batch, isRequest, decoded)
        if (health === null) return
        const agentId = agentOfWorker(workerId)
        const known = healths.get(agentId) ?? new MachineHealth()
        healths.set(agentId, known)
        known.add(second, health)
      },
      finish: async () => {
        if (kept === null) return { bottleneck: null }
        const monitoring = cutMonitoring(kept, range)
        const suspect = new SuspectRanges(record.suspect)
        merge.axis.takeChanged((from, to) => suspect.touches(from, to))
        const observed: Observed = {
          monitoring,
          seconds: merge.axis.rows(),
          secondsPerPoint: merge.axis.secondsPerPoint,
          drive: record.scenario.drive,
          times,
          loadAgents: machines.map(({ agentId }) => agentId),
          generators: machines.flatMap(({ agentId, name }) => {
            const points = healths.get(agentId)?.points(width) ?? []
            return points.length === 0 ? [] : [{ name, secondsPerPoint: width, points }]
          }),
        }
        const task = { observation: observationOf(observed), grid: correlationGrid(observed) }
        return { bottleneck: describedBottleneck(await judge(task), task, monitoring) }
      },
    }
  },
  html: bottleneckHtml,
})
