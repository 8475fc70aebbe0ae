/** What SLA rules of a scenario can judge besides the run's own figures: counters of the monitors in its links. */
import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

const namesSchema = z.object({ zh: z.string(), en: z.string() })

const ruleSectionSchema = z.object({
  key: z.string(),
  names: namesSchema,
  counters: z.array(
    z.object({
      counter: z.string(),
      names: namesSchema,
      /** Of the values that are judged; of a counter that only grows that of its rate. */
      unit: z.string(),
    }),
  ),
  /** Whether a counter can have several series, such as one per disk. */
  hasSeries: z.boolean(),
})
export type RuleSection = z.infer<typeof ruleSectionSchema>

export const ruleCountersSchema = z.object({
  /** Of the links that are bound to the scenario, by name, each once. */
  monitors: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      /** Names of the nodes that stand for it. */
      nodes: z.array(z.string()),
      /** Names its entry in `sections`. */
      sectionsOf: z.string(),
    }),
  ),
  sections: z.record(z.string(), z.array(ruleSectionSchema)),
  /** Those of the asked monitors that the project has. */
  existing: z.array(idSchema),
})
export type RuleCountersView = z.infer<typeof ruleCountersSchema>
