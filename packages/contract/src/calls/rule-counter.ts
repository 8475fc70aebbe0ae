/** Counters of monitors for SLA rules. */
import { idSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import { counterNameSchema, monitorKeySchema } from '../entities/monitor.ts'
import { ruleCountersSchema } from '../entities/rule-counter.ts'

const view = inProject('scenario.view')

export const ruleCounterCalls = {
  /** Of a scenario that is not the project's as of one without links. */
  choices: defineCall({
    path: '/ruleCounter/choices',
    summary: {
      zh: '场景 SLA 规则可用的监控计数器',
      en: 'Counters of monitors for the SLA rules of a scenario',
    },
    permission: view,
    input: z.object({
      ...projectScope,
      scenarioId: idSchema,
      /** Monitors that its rules name. */
      monitorIds: z.array(idSchema).max(50).default([]),
    }),
    output: ruleCountersSchema,
  }),
  /** Label sets of a counter that have values, at most 500. */
  series: defineCall({
    path: '/ruleCounter/series',
    summary: { zh: '监控计数器的序列', en: 'Series of a counter of a monitor' },
    permission: view,
    input: z.object({
      ...projectScope,
      monitorId: idSchema,
      section: monitorKeySchema,
      counter: counterNameSchema,
    }),
    output: z.array(z.record(z.string(), z.string())),
  }),
}
