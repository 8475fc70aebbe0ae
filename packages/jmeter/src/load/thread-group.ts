/**
 * Thread groups of a plan: which ones have load, how many users they were designed for, and their fields with the
 * product's names.
 */

import { categoryOf, ownName } from '../elements/registry.ts'
import { setProperties } from '../jmx/edit-properties.ts'
import { isActive, type JmxNode, type JmxPlan, propertyValue } from '../jmx/plan.ts'
import { findProperty } from '../jmx/property.ts'
import type { Edited } from '../jmx/splice.ts'

export const threadGroupClasses = {
  plain: 'ThreadGroup',
  ultimate: 'kg.apc.jmeter.threads.UltimateThreadGroup',
  stepping: 'kg.apc.jmeter.threads.SteppingThreadGroup',
  concurrency: 'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup',
  arrivals: 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup',
  freeForm: 'com.blazemeter.jmeter.threads.arrivals.FreeFormArrivalsThreadGroup',
  open: 'OpenModelThreadGroup',
} as const
export type ThreadGroupKind = keyof typeof threadGroupClasses

/** Kind of a thread group; null for set-up, tear-down and those of other plugins. */
export function kindOf(node: JmxNode): ThreadGroupKind | null {
  const kinds = Object.entries(threadGroupClasses).filter(
    ([, className]) => className === ownName(node.testclass),
  )
  const [found] = kinds
  return found === undefined || !isKind(found[0]) ? null : found[0]
}

const isKind = (name: string): name is ThreadGroupKind => Object.hasOwn(threadGroupClasses, name)

/** The enabled thread groups with load, in the order of the plan; without set-up and tear-down groups. */
export const loadGroups = (plan: JmxPlan): JmxNode[] =>
  [...plan.nodes.values()].filter(
    node => categoryOf(node) === 'threads' && !isAround(node) && isActive(plan, node),
  )

const isAround = (node: JmxNode): boolean => /^(Setup|Post)ThreadGroup$/.test(ownName(node.testclass))

/** The enabled groups that run before the load and after it. */
export const aroundGroups = (plan: JmxPlan): JmxNode[] =>
  [...plan.nodes.values()].filter(node => isAround(node) && isActive(plan, node))

/** Those of them that run before it. */
export const setUpGroups = (plan: JmxPlan): JmxNode[] =>
  aroundGroups(plan).filter(node => ownName(node.testclass) === 'SetupThreadGroup')

/** The number of a text in a plan: itself, or the default of ${__P(name,default)}; null for other expressions. */
export function plainNumber(value: string | undefined): number | null {
  const text = (value ?? '').trim()
  const inside = /^\$\{__(?:P|property)\([^()]*,([^,()]*)\)\}$/.exec(text)?.[1] ?? text
  return /^-?\d+(\.\d+)?$/.test(inside.trim()) ? Number(inside) : null
}

/** Users that a thread group was designed for; 1 where the plan does not give a number. */
export function designedUsers(node: JmxNode): number {
  const valueOf = (name: string) => plainNumber(propertyValue(node, [name]))
  switch (kindOf(node)) {
    case 'ultimate':
      return firstCells(node, 'ultimatethreadgroupdata').reduce((sum, count) => sum + count, 0)
    case 'freeForm':
      return Math.max(0, ...firstCells(node, 'Schedule'))
    case 'concurrency':
    case 'arrivals':
      return valueOf('TargetLevel') ?? 1
    default:
      return valueOf('ThreadGroup.num_threads') ?? 1
  }
}

const firstCells = (node: JmxNode, name: string): number[] =>
  (findProperty(node.properties, [name])?.properties ?? []).map(
    row => plainNumber(row.properties[0]?.value) ?? 1,
  )

/** Fields of a thread group as the specification names them; all may be expressions. */
export interface ThreadGroupFields {
  readonly threads: string
  readonly rampUpSeconds: string
  readonly isForever: boolean
  /** Not used while forever. */
  readonly loops: string
  /** Ends the group after that time; empty = no limit. */
  readonly durationSeconds: string
  readonly delaySeconds: string
  /** On = the same user in each iteration, with its cookies and variables. */
  readonly reusesThreads: boolean
}

const controller = 'ThreadGroup.main_controller'
const loopsPath = [controller, 'LoopController.loops'] as const
const foreverPath = [controller, 'LoopController.continue_forever'] as const

/** JMeter refuses a scheduler without a duration; this one means none. */
const noDuration = '31536000'

/** Reads the fields of a plain, set-up or tear-down thread group; null for others. */
export function readThreadGroup(node: JmxNode): ThreadGroupFields | null {
  if (!/^(Setup|Post)?ThreadGroup$/.test(ownName(node.testclass))) return null
  const valueOf = (name: string) => propertyValue(node, [`ThreadGroup.${name}`]) ?? ''
  // A loop controller without the property loops forever.
  const hasController = findProperty(node.properties, [controller]) !== undefined
  const loops = propertyValue(node, loopsPath) ?? (hasController ? '-1' : '1')
  const isForever = loops.trim() === '-1' || (hasController && propertyValue(node, foreverPath) !== 'false')
  // Without the scheduler JMeter ignores the duration and the delay.
  const isScheduled = valueOf('scheduler') === 'true'
  const duration = isScheduled ? valueOf('duration') : ''
  return {
    threads: valueOf('num_threads') || '1',
    rampUpSeconds: valueOf('ramp_time') || '0',
    isForever,
    loops: isForever ? '1' : loops,
    durationSeconds: duration === noDuration ? '' : duration,
    delaySeconds: (isScheduled && valueOf('delay')) || '0',
    reusesThreads: valueOf('same_user_on_next_iteration') !== 'false',
  }
}

/** Writes the fields into JMeter's own properties; fields that are not named are unchanged. */
export function writeThreadGroup(plan: JmxPlan, key: string, fields: ThreadGroupFields): Edited {
  const set = (name: string, value: string, type: 'string' | 'int' | 'bool' = 'string') => ({
    key,
    path: [`ThreadGroup.${name}`],
    value,
    type,
  })
  const hasDuration = fields.durationSeconds.trim() !== ''
  const isScheduled = hasDuration || fields.delaySeconds.trim() !== '0'
  return setProperties(plan, [
    set('num_threads', fields.threads, 'int'),
    set('ramp_time', fields.rampUpSeconds, 'int'),
    { key, path: loopsPath, value: fields.isForever ? '-1' : fields.loops },
    { key, path: foreverPath, value: 'false', type: 'bool' },
    set('scheduler', String(isScheduled), 'bool'),
    set('duration', isScheduled && !hasDuration ? noDuration : fields.durationSeconds),
    set('delay', isScheduled ? fields.delaySeconds : ''),
    set('same_user_on_next_iteration', String(fields.reusesThreads), 'bool'),
  ])
}
