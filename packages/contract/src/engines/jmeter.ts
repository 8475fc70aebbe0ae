/** What plans and machines say of JMeter on the link. */
import { jmeterSettingsSchema } from '@pone/plan/engines/jmeter-settings.ts'
import { z } from 'zod'

/** What JMeter drives, where it is the engine. */
export const jmeterPlanPartSchema = z.object({
  components: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        percentage: z.number(),
        /** The test plan as it is designed. */
        text: z.string(),
        /** Put beside the plan under their names. */
        files: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    )
    .min(1),
  /** model: the thread groups follow the load model; plan: they are as they are designed, shared out to the machines. */
  load: z.enum(['model', 'plan']),
  settings: jmeterSettingsSchema,
})
export type JmeterPlanPart = z.infer<typeof jmeterPlanPartSchema>

/** What a machine has to run JMeter. */
export const machineJmeterSchema = z.object({
  /** Of the JMeters on it, e.g. 5.6.3; none = it has none. */
  versions: z.array(z.string()),
  hasJava: z.boolean(),
})
export type MachineJmeter = z.infer<typeof machineJmeterSchema>
