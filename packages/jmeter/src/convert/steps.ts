/** Samplers and controllers of JMeter → the steps of a component, with the elements that apply to them. */

import { labelNameOf } from '@pone/plan/scenario/labels.ts'
import type { Step, StepOf } from '@pone/plan/steps/registry.ts'
import { categoryOf, elementOf } from '../elements/registry.ts'
import { type JmxNode, propertyValue } from '../jmx/plan.ts'
import type { AnswerContext } from './answer.ts'
import { conditionOf } from './condition-of.ts'
import { type RequestContext, requestOf } from './request.ts'
import { rulesOf } from './rules-of.ts'
import { type Scope, scopeBelow, valueOf } from './scope.ts'
import { connectOf, isJdbcRequest, isOpenedInPlace, type SqlContext, sqlRequestOf } from './sql/sql-of.ts'
import { isTcpSampler } from './tcp/connections-of.ts'
import { type TcpContext, tcpCloseStep, tcpConnectStep, tcpRequestOf } from './tcp/tcp-of.ts'

export interface StepContext extends RequestContext, AnswerContext, SqlContext, TcpContext {
  readonly group: RequestContext['group']
  /** An id that no other step or rule of the component has. */
  readonly nextId: () => string
}

/** Steps of the samplers and controllers below a node, whose scope is given. */
export const stepsBelow = (node: JmxNode, scope: Scope, context: StepContext): Step[] =>
  node.children.flatMap(child => stepsOf(child, node, scope, context))

const stepsOf = (child: JmxNode, node: JmxNode, scope: Scope, context: StepContext): Step[] => [
  ...(context.tcp.openedBefore.get(child.key) ?? []).map(connect => tcpConnectStep(connect, context)),
  ...ownStepsOf(child, node, scope, context),
  ...(context.tcp.closedAfter.get(child.key) ?? []).map(name => tcpCloseStep(name, context)),
]

/** Of children of which one is chosen: what one of them needs stays together. */
const choicesBelow = (node: JmxNode, scope: Scope, context: StepContext): Step[] =>
  node.children.flatMap(child => {
    const children = stepsOf(child, node, scope, context)
    return children.length < 2 ? children : [{ ...base(child, context), kind: 'transaction', children }]
  })

function ownStepsOf(child: JmxNode, node: JmxNode, scope: Scope, context: StepContext): Step[] {
  const category = categoryOf(child)
  if (category === 'sampler') return samplerSteps(child, scopeBelow(scope, child), context)
  if (category === 'controller') return controllerSteps(child, scopeBelow(scope, child), context)
  if (child.isEnabled && isOpenedInPlace(child, node)) return connectStep(child, context)
  if (category === null) context.left.add(child, 'noCounterpart')
  return []
}

const maxNameLength = 128

const base = (node: JmxNode, { nextId }: StepContext) => ({
  id: nextId(),
  name: node.testname.trim().slice(0, maxNameLength),
  enabled: node.isEnabled,
})

/** Without a name a step is reported under its label, so a name that equals the label is removed. */
function withoutLabel<S extends Step>(step: S, node: JmxNode): S {
  return node.testname.trim() === labelNameOf({ ...step, name: '' }) ? { ...step, name: '' } : step
}

function samplerSteps(node: JmxNode, scope: Scope, context: StepContext): Step[] {
  const id = elementOf(node)?.id
  const waits = () => (node.isEnabled ? scope.timers.flatMap(timer => timerStep(timer, context)) : [])
  if (id === 'HttpTestSampleGui' || id === 'GraphQLHTTPSamplerGui') {
    context.left.carry(node)
    return [...waits(), requestStep(node, scope, context)]
  }
  if (isJdbcRequest(node)) {
    const request = sqlRequestOf(node, scope, context)
    if (request === null) return []
    context.left.carry(node)
    const step = { ...base(node, context), kind: 'request' as const, protocol: 'sql' as const, ...request }
    return [...waits(), withoutLabel(step, node)]
  }
  if (isTcpSampler(node)) {
    const request = tcpRequestOf(node, scope, context)
    if (request === null) return []
    const step = { ...base(node, context), kind: 'request' as const, protocol: 'tcp' as const, ...request }
    return [...waits(), withoutLabel(step, node)]
  }
  if (id === 'TestActionGui' && valueOf(node, 'ActionProcessor.action') === '1') {
    context.left.carry(node)
    const durationMs = whole(valueOf(node, 'ActionProcessor.duration'))
    const own = node.children.filter(child => child.isEnabled && categoryOf(child) === 'timer')
    // A pause of length 0 exists only for its timers.
    if (durationMs === 0 && own.length > 0) {
      const timers = node.isEnabled ? scope.timers : own
      const steps = timers.flatMap(timer => timerStep(timer, context))
      return steps.map(step => ({ ...step, enabled: node.isEnabled }))
    }
    const pause = {
      ...base(node, context),
      kind: 'thinkTime' as const,
      distribution: 'fixed' as const,
      durationMs,
      spreadMs: 0,
    }
    return [...waits(), withoutLabel(pause, node)]
  }
  context.left.add(node, 'noCounterpart')
  return []
}

/** The step that opens a pool; none for a database that components do not support. */
export function connectStep(node: JmxNode, context: StepContext): Step[] {
  const sql = connectOf(node, context)
  if (sql === null) return []
  context.left.carry(node)
  const step = { kind: 'request' as const, protocol: 'sql' as const, sql, checkpoints: [], extractors: [] }
  return [withoutLabel({ ...base(node, context), ...step }, node)]
}

function requestStep(node: JmxNode, scope: Scope, context: StepContext): StepOf<'request'> {
  for (const each of [...scope.defaults, ...scope.headers]) context.left.carry(each)
  const { expectedStatuses, ...rules } = rulesOf(scope, context)
  const step: StepOf<'request'> = {
    ...base(node, context),
    kind: 'request',
    protocol: 'http',
    http: { ...requestOf(node, scope, context), expectedStatuses },
    ...rules,
  }
  return withoutLabel(step, node)
}

const maxWaitMs = 3_600_000

const whole = (value: string): number => Math.min(maxWaitMs, Math.max(0, Math.round(Number(value)) || 0))

/** JMeter's timers wait before each sampler of their scope, all of them one after the other. */
function timerStep(node: JmxNode, context: StepContext): Step[] {
  context.left.carry(node)
  const delay = whole(valueOf(node, 'ConstantTimer.delay'))
  const range = whole(valueOf(node, 'RandomTimer.range'))
  const wait = (
    distribution: 'fixed' | 'uniform' | 'normal',
    durationMs: number,
    spreadMs: number,
  ): Step[] => [
    withoutLabel({ ...base(node, context), kind: 'thinkTime', distribution, durationMs, spreadMs }, node),
  ]
  switch (elementOf(node)?.id) {
    case 'ConstantTimerGui':
      return wait('fixed', delay, 0)
    case 'UniformRandomTimerGui':
      return wait('uniform', delay, Math.min(maxWaitMs, delay + range))
    case 'GaussianRandomTimerGui':
      return wait('normal', delay, range)
    case 'SyncTimer': {
      const users = Number(valueOf(node, 'groupSize')) || 0
      const timeoutSeconds = (Number(valueOf(node, 'timeoutInMs')) || 30_000) / 1_000
      const gather =
        users > 0
          ? { gather: 'users' as const, quantity: users }
          : { gather: 'percent' as const, quantity: 100 }
      const seconds = Math.min(3_600, Math.max(1, timeoutSeconds))
      return [
        withoutLabel(
          { ...base(node, context), kind: 'rendezvous', ...gather, timeoutSeconds: seconds },
          node,
        ),
      ]
    }
    default:
      context.left.add(node, 'noCounterpart')
      return []
  }
}

const controllerSteps = (node: JmxNode, scope: Scope, context: StepContext): Step[] =>
  controllerStepsOf(node, scope, context).map((step, index) =>
    index === 0 ? withoutLabel(step, node) : step,
  )

function controllerStepsOf(node: JmxNode, scope: Scope, context: StepContext): Step[] {
  const { left, text } = context
  left.carry(node)
  const children = () => stepsBelow(node, scope, context)
  const group = () => base(node, context)
  /** Steps of a controller that has no step of its own; they are disabled if it is. */
  const flat = (): Step[] =>
    node.isEnabled ? children() : children().map(step => ({ ...step, enabled: false }))
  const kept = (): Step[] => {
    left.add(node, 'groupKept')
    return flat()
  }
  switch (elementOf(node)?.id) {
    case 'LogicControllerGui':
    case 'RecordController':
      return flat()
    case 'TransactionControllerGui':
      return [{ ...group(), kind: 'transaction', children: children() }]
    case 'LoopControlPanel': {
      const loops = valueOf(node, 'LoopController.loops')
      if (loops === '-1') left.add(node, 'detail', { name: 'LoopController.loops', value: loops })
      return [
        {
          ...group(),
          kind: 'loop',
          count: loops === '-1' ? '1000000000' : text(node, loops),
          children: children(),
        },
      ]
    }
    case 'IfControllerPanel':
      return [
        {
          ...group(),
          kind: 'if',
          ...conditionOf(node, 'IfController.condition', context),
          children: children(),
        },
      ]
    case 'WhileControllerGui':
      return [
        {
          ...group(),
          kind: 'while',
          ...conditionOf(node, 'WhileController.condition', context),
          maxPasses: 0,
          children: children(),
        },
      ]
    case 'ForeachControlPanel':
      return [forEachStep(node, context, children)]
    case 'OnceOnlyControllerGui':
      return [{ ...group(), kind: 'once', children: children() }]
    case 'RandomControlGui':
      return [{ ...group(), kind: 'random', children: choicesBelow(node, scope, context) }]
    case 'ThroughputControllerGui': {
      if (valueOf(node, 'ThroughputController.style') !== '1') return kept()
      const percentage = Number(propertyValue(node, ['ThroughputController.percentThroughput']))
      return [
        {
          ...group(),
          kind: 'percentage',
          percentage: Math.min(100, Math.max(0, percentage || 0)),
          children: children(),
        },
      ]
    }
    case 'ModuleControllerGui':
    case 'IncludeControllerGui':
      left.add(node, 'stepsElsewhere')
      return flat()
    default:
      return kept()
  }
}

function forEachStep(node: JmxNode, context: StepContext, children: () => Step[]): Step {
  const items = context.variable(node, valueOf(node, 'ForeachController.inputVal'))
  context.left.add(node, 'forEach', { name: items })
  return {
    ...base(node, context),
    kind: 'forEach',
    items: `\${${items}}`,
    separator: ',',
    variable: context.variable(node, valueOf(node, 'ForeachController.returnVal')),
    children: children(),
  }
}
