/** Section "sla": every rule judged on the part of the run, the ramp-up left out unless it is asked for. */
import { judgedCounters } from '../../merge/counter-judgement.ts'
import { inRuleOrder } from '../../merge/counter-watch.ts'
import { judgedEndMs } from '../../merge/load-end.ts'
import { SlaWatch } from '../../merge/sla-watch.ts'
import { reportSection } from '../section.ts'
import { slaData } from './data.ts'
import { slaHtml } from './html.ts'
import { judgedPartOf } from './judged-part.ts'

export const sla = reportSection({
  name: 'sla',
  data: slaData,
  start: material => {
    const { record, range, merge, events, includesRampUp } = material
    const judged = judgedPartOf(record, { ...range, events, includesRampUp })
    const watch = new SlaWatch({
      rules: record.scenario.sla,
      labels: record.labels,
      firstJudgedSecond: judged.fromMs / 1_000,
      isWhole: range.isWhole,
    })
    watch.lastLoadSecond = judged.ratesToMs / 1_000 - 1
    return {
      // Batches come in the order of their seconds.
      add: batch => {
        watch.advance(batch.second - 1)
        watch.add(batch)
      },
      finish: () => {
        watch.finish(range.isWhole ? Math.max(range.lastSecond, merge.lastSecond) : range.lastSecond)
        const counters = judgedCounters(record, material.ruleValues, {
          fromMs: judged.fromMs,
          toMs: judgedEndMs(record, events, judged.toMs),
          isWhole: range.isWhole && !includesRampUp,
        })
        const results = [...watch.results(record.startedAt ?? 0, judged.toMs), ...counters]
        return {
          sla: inRuleOrder(record.scenario.sla, results),
          judged: record.scenario.sla.length === 0 ? null : judged,
        }
      },
    }
  },
  html: slaHtml,
})
