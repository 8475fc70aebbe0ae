/** A step of a component → controllers, samplers and pauses, with all that is in it. */

import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { labelNameOf } from '@pone/plan/scenario/labels.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import { childrenOf } from '@pone/plan/steps/walk.ts'
import { answerXml } from './answer-xml.ts'
import type { PlanWriter } from './plan-writer.ts'
import { requestXml } from './request-xml.ts'

/** The elements of the step; none for one that has no counterpart. */
export function stepXml(step: Step, document: ComponentDocument, writer: PlanWriter): string[] {
  const { element: write, text, left } = writer
  // A step without a name is reported under its label, here as there.
  const name = labelNameOf(step)
  const own = { key: step.id, testname: name }
  const isEnabled = step.enabled
  const below = () => childrenOf(step).flatMap(child => stepXml(child, document, writer))
  const controller = (id: string, values: Record<string, string> = {}): string[] => [
    write(id, name, { values, isEnabled }, below()),
  ]
  const pause = (timer: string[]): string[] => [
    write('TestActionGui', name, { isEnabled, values: { 'ActionProcessor.duration': '0' } }, timer),
  ]
  switch (step.kind) {
    case 'request':
      if (step.protocol !== 'http') {
        left.add(own, 'noCounterpart')
        return []
      }
      return [requestXml(step, document.settings, writer, answerXml(step, writer))]
    case 'thinkTime': {
      const delay = { 'ConstantTimer.delay': String(step.durationMs) }
      if (step.distribution === 'fixed') {
        const values = { 'ActionProcessor.duration': String(step.durationMs) }
        return [write('TestActionGui', name, { isEnabled, values })]
      }
      const isNormal = step.distribution === 'normal'
      const range = isNormal ? step.spreadMs : Math.max(0, step.spreadMs - step.durationMs)
      const values = { ...delay, 'RandomTimer.range': String(range) }
      return pause([write(isNormal ? 'GaussianRandomTimerGui' : 'UniformRandomTimerGui', name, { values })])
    }
    case 'rendezvous': {
      const groupSize = step.gather === 'users' ? step.quantity : 0
      const values = { groupSize: String(groupSize), timeoutInMs: String(step.timeoutSeconds * 1_000) }
      return pause([write('SyncTimer', name, { values })])
    }
    case 'transaction':
      return controller('TransactionControllerGui')
    case 'loop':
      return controller('LoopControlPanel', { 'LoopController.loops': text(step, step.count) })
    case 'while':
      return controller('WhileControllerGui', { 'WhileController.condition': conditionText(step, writer) })
    case 'if':
      return controller('IfControllerPanel', { 'IfController.condition': conditionText(step, writer) })
    case 'forEach': {
      const items = /^\$\{([\w.]+)\}$/.exec(step.items)?.[1] ?? ''
      left.add(own, items === '' ? 'groupKept' : 'forEach', { name: items })
      return controller('ForeachControlPanel', {
        'ForeachController.inputVal': items,
        'ForeachController.returnVal': step.variable,
      })
    }
    case 'percentage':
      return controller('ThroughputControllerGui', {
        'ThroughputController.style': '1',
        'ThroughputController.percentThroughput': String(step.percentage),
      })
    case 'weighted':
      left.add(own, 'detail', { name: 'weights', value: Object.values(step.weights).join(', ') || '1' })
      return controller('RandomControlGui')
    case 'random':
      return controller('RandomControlGui')
    case 'once':
      return controller('OnceOnlyControllerGui')
    case 'script':
    case 'pacing':
      left.add(own, 'noCounterpart')
      return []
  }
}

const signs = {
  equals: '==',
  notEquals: '!=',
  greater: '>',
  greaterOrEqual: '>=',
  less: '<',
  lessOrEqual: '<=',
  matches: '=~',
} as const

type Condition = Pick<Extract<Step, { kind: 'if' | 'while' }>, 'id' | 'name' | 'left' | 'operator' | 'right'>

/** An expression of jexl3, which gives true or false. */
function conditionText(step: Condition, { text }: PlanWriter): string {
  const [one, other] = [text(step, step.left), text(step, step.right)]
  const isOrder = /^(greater|less)/.test(step.operator)
  const word = (value: string) => `"${value.replaceAll('"', '\\"')}"`
  const compared = (): string => {
    if (step.operator === 'contains') return `${word(one)}.contains(${word(other)})`
    if (step.operator === 'notContains') return `!${word(one)}.contains(${word(other)})`
    if (step.operator === 'exists') {
      const name = /^\$\{([\w.]+)\}$/.exec(step.left)?.[1]
      return name === undefined ? `${word(one)} != ""` : `vars.get("${name}") != null`
    }
    const sign = signs[step.operator]
    return isOrder ? `${one} ${sign} ${other}` : `${word(one)} ${sign} ${word(other)}`
  }
  return `\${__jexl3(${compared().replaceAll(/,/g, '\\,')},)}`
}
