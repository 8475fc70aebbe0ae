/** What each engine adds to plans and to what machines tell of themselves, under its name; the default engine adds nothing. */
import type { Engine } from '@pone/plan/engines/engine.ts'
import { jmeterPlanPartSchema, machineJmeterSchema } from './jmeter.ts'

/** The engines that add parts. */
export const enginesWithParts = ['jmeter'] as const satisfies readonly Engine[]
type WithParts = (typeof enginesWithParts)[number]

/** Parts of a run's plan. */
export const enginePlanShape = {
  jmeter: jmeterPlanPartSchema.optional(),
} as const satisfies Readonly<Record<WithParts, unknown>>

/** What a machine has for the engine, which must be installed on it. */
export const engineMachineShape = {
  jmeter: machineJmeterSchema.optional(),
} as const satisfies Readonly<Record<WithParts, unknown>>
