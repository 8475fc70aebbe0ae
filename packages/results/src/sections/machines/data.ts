/** Data of the section "machines". */
import { z } from 'zod'

/** A stretch in which a load machine was busy, both seconds included; shares are of all its cores, on average. */
const busyStretchSchema = z.object({
  fromSecond: z.int(),
  toSecond: z.int(),
  hostCpu01: z.number(),
  /** Of all engine processes together. */
  engineCpu01: z.number(),
})

const machineSchema = z.object({
  name: z.string(),
  /** Of the busiest engine process, share of the `cpuCores` that it can use, over whole seconds. */
  maxCpu01: z.number().nullable(),
  cpuCores: z.int().nullable().default(null),
  /** Of all engine processes together, and of everything on the machine: shares of its `hostCores`. */
  maxEngineCpu01: z.number().nullable().default(null),
  maxHostCpu01: z.number().nullable().default(null),
  hostCores: z.int().nullable().default(null),
  maxEventLoopDelayMs: z.number().nullable(),
  maxMemoryBytes: z.int().nullable(),
  isOverloaded: z.boolean(),
  /** When and by what an engine process was itself the bottleneck, both seconds included. */
  overloads: z
    .array(z.object({ fromSecond: z.int(), toSecond: z.int(), reasons: z.array(z.string()) }))
    .default([]),
  busy: z.array(busyStretchSchema).default([]),
  /** How much later than the common start it began, ms. */
  startSkewMs: z.number().nullable().default(null),
  points: z.array(
    z.object({
      second: z.int(),
      cpu01: z.number().nullable(),
      hostCpu01: z.number().nullable().default(null),
      eventLoopDelayMs: z.number().nullable(),
    }),
  ),
})
export type ReportMachine = z.infer<typeof machineSchema>

export const machinesData = { machines: z.array(machineSchema).default(() => []) }
