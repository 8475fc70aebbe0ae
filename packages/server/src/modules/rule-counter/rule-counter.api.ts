/** Calls of the counters that SLA rules can name. */
import type { ruleCounterCalls } from '@pone/contract/calls/rule-counter.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { RuleCounters } from './rule-counters.ts'

export const ruleCounterApi = (counters: RuleCounters): Handlers<typeof ruleCounterCalls> => ({
  choices: input => counters.view(input),
  series: input => counters.series(input),
})
