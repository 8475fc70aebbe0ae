/** The events of JFR that carry stacks, and what of them is counted. */
import type { ProfileMark } from '../reader.ts'
import type { JfrPools } from './pools.ts'
import type { JfrObject } from './values.ts'

export interface JfrEvent {
  readonly mark: ProfileMark
  /** In the unit of the mark; times in ticks. */
  readonly weight: (event: JfrObject) => number
  /** Weight is a time in ticks of the chunk. */
  readonly inTicks?: true
  /** The field with a class that becomes the innermost frame. */
  readonly classField?: string
}

const one = (): number => 1
const field =
  (name: string) =>
  (event: JfrObject): number => {
    const value = event[name]
    return typeof value === 'number' ? Math.max(0, value) : 0
  }

const execution: ProfileMark = { kind: 'cpu', unit: 'samples', source: 'jdk.ExecutionSample' }
/** async-profiler writes its samples of sleeping threads as execution samples too: then all of them are wall-clock samples. */
export const sleepingExecution: ProfileMark = { ...execution, kind: 'wall' }
const inTlab: ProfileMark = { kind: 'alloc', unit: 'bytes', source: 'jdk.ObjectAllocationInNewTLAB' }

export const jfrEvents: Readonly<Record<string, JfrEvent>> = {
  'jdk.CPUTimeSample': {
    mark: { kind: 'cpu', unit: 'nanoseconds', source: 'jdk.CPUTimeSample' },
    weight: field('samplingPeriod'),
    inTicks: true,
  },
  'jdk.ExecutionSample': { mark: execution, weight: one },
  // Threads in native code, also such that wait there.
  'jdk.NativeMethodSample': {
    mark: { kind: 'wall', unit: 'samples', source: 'jdk.NativeMethodSample' },
    weight: one,
  },
  'profiler.WallClockSample': {
    mark: { kind: 'wall', unit: 'samples', source: 'profiler.WallClockSample' },
    weight: event => field('samples')(event) || 1,
  },
  'jdk.ObjectAllocationSample': {
    mark: { kind: 'alloc', unit: 'bytes', source: 'jdk.ObjectAllocationSample' },
    weight: field('weight'),
    classField: 'objectClass',
  },
  'jdk.ObjectAllocationInNewTLAB': { mark: inTlab, weight: field('tlabSize'), classField: 'objectClass' },
  // Beside the one above it completes what was allocated.
  'jdk.ObjectAllocationOutsideTLAB': {
    mark: inTlab,
    weight: field('allocationSize'),
    classField: 'objectClass',
  },
  'jdk.JavaMonitorEnter': {
    mark: { kind: 'lock', unit: 'nanoseconds', source: 'jdk.JavaMonitorEnter' },
    weight: field('duration'),
    inTicks: true,
    classField: 'monitorClass',
  },
  'jdk.ThreadPark': {
    mark: { kind: 'lock', unit: 'nanoseconds', source: 'jdk.ThreadPark' },
    weight: field('duration'),
    inTicks: true,
    classField: 'parkedClass',
  },
}

/** Fields that are kept of an event. */
export const keptFields: ReadonlySet<string> = new Set([
  'stackTrace',
  'duration',
  'samplingPeriod',
  'samples',
  'weight',
  'tlabSize',
  'allocationSize',
  'objectClass',
  'monitorClass',
  'parkedClass',
  'state',
])

/** The frames that an event counts for, outermost first; undefined when it has no stack. */
export function framesOf(
  { classField }: JfrEvent,
  event: JfrObject,
  pools: JfrPools,
): readonly string[] | undefined {
  const stack = pools.stack(event['stackTrace'])
  if (stack.length === 0) return undefined
  const innermost = classField === undefined ? '' : pools.className(event[classField])
  return innermost === '' ? stack : [...stack, innermost]
}
