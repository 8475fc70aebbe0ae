import { busyLimits } from '@pone/metrics/machine-health.ts'
import { overloadLimits } from '@pone/metrics/overload.ts'
import { expect, it } from 'vitest'
import { machineState } from './machine-state.ts'

const calm = { isOnline: true, eventLoopDelayMs: null, cpu01: null, hostCpu01: null }
it.each([
  ['online', {}],
  ['offline', { isOnline: false, cpu01: 1 }],
  ['online', { eventLoopDelayMs: overloadLimits.eventLoopDelayMs, cpu01: overloadLimits.cpu01 }],
  ['online', { hostCpu01: busyLimits.hostCpu01 }],
  ['overloaded', { eventLoopDelayMs: overloadLimits.eventLoopDelayMs + 1 }],
  ['overloaded', { cpu01: overloadLimits.cpu01 + 0.01, hostCpu01: 1 }],
  ['busy', { hostCpu01: busyLimits.hostCpu01 + 0.01 }],
] as const)('a machine is %s with %o', (state, over) => {
  expect(machineState({ ...calm, ...over })).toBe(state)
})
