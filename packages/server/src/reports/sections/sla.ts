/** Section "sla": every rule judged on the part of the run, the ramp-up left out. */
import { lastLoadSecondOf } from '../../controller/merge/load-end.ts'
import { SlaWatch } from '../../controller/merge/sla-watch.ts'
import { reportSection } from '../section.ts'

export const sla = reportSection<'sla'>({
  name: 'sla',
  empty: { sla: [] },
  start: ({ record, range, events, merge }) => {
    const watch = new SlaWatch({
      rules: record.scenario.sla,
      labels: record.labels,
      firstJudgedSecond: Math.max(Math.ceil(record.rampUpEndMs / 1_000), range.firstSecond),
    })
    const { startedAt, plannedDurationMs } = record
    const setEnd = (lastSecond: number) => {
      watch.lastLoadSecond = lastLoadSecondOf({
        startedAt: startedAt ?? 0,
        plannedDurationMs,
        events,
        lastSecond,
      })
    }
    setEnd(range.lastSecond)
    return {
      // Batches come in the order of their seconds.
      add: batch => {
        watch.advance(batch.second - 1)
        watch.add(batch)
      },
      finish: () => {
        setEnd(Math.max(range.lastSecond, merge.lastSecond))
        watch.finish(merge.lastSecond)
        return { sla: watch.results(startedAt ?? 0) }
      },
    }
  },
})
