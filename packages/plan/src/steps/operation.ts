/** What a request step does, whatever its protocol: the operation stands under the protocol's name. */
import type { RequestStep } from './steps.ts'

/** The operation of a step; its protocol's definition reads it. */
export const operationOf = (step: RequestStep): object => step[step.protocol]
