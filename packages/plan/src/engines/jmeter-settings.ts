/** The settings of a scenario that JMeter runs. */
import { z } from 'zod'

/** How JMeter is run; a missing field is read as its default. */
export const jmeterSettingsSchema = z.object({
  /** Of the JMeter installed on the machines; empty = the newest. */
  version: z
    .string()
    .regex(/^(\d+(\.\d+){0,3})?$/)
    .max(20)
    .default(''),
  /** JMeter properties, as -J. */
  properties: z
    .array(
      z.object({
        name: z
          .string()
          .regex(/^[\w.-]+$/)
          .max(200),
        value: z.string().max(4_000),
      }),
    )
    .max(100)
    .default([]),
  /** Options of the Java virtual machine, one each, e.g. -Xmx2g. */
  jvmOptions: z
    .array(
      z
        .string()
        .regex(/^-\S+$/)
        .max(1_000),
    )
    .max(50)
    .default([]),
  /** Whether parts of a sample (redirects, embedded resources) count as requests too. */
  countsSubSamples: z.boolean().default(false),
  /** Where set-up and tear-down groups run: on each machine, as JMeter itself has it, or on the one that drives the first user. */
  setUpOn: z.enum(['everyMachine', 'oneMachine']).default('everyMachine'),
})
export type JmeterSettings = z.infer<typeof jmeterSettingsSchema>
