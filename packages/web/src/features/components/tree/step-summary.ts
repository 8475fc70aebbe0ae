/** The line under a step's name in the tree: what it does, in a few words. */

import { formatMs, formatNumber } from '@pone/metrics/figures.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import type { Translate } from '../../../lib/i18n.ts'
import { countSteps } from './step-tree.ts'

/** Title of a step in the tree: its name, or what it is called by without one. */
export function stepTitle(step: Step, t: Translate): string {
  if (step.name !== '') return step.name
  return step.kind === 'request' ? step.http.url || '/' : t(`component.kind.${step.kind}`)
}

/** One line about the step; empty when the title says it all. */
export function stepSummary(step: Step, t: Translate): string {
  switch (step.kind) {
    case 'request':
      return step.name === '' ? '' : step.http.url
    case 'transaction':
      return t('component.summary.steps', { count: countSteps(step.children) })
    case 'loop':
      return t('component.summary.loop', { times: step.count })
    case 'while':
    case 'if':
      return `${step.left} ${t(`component.operator.${step.operator}`)} ${step.operator === 'exists' ? '' : step.right}`.trim()
    case 'percentage':
      return t('component.summary.percentage', { percentage: formatNumber(step.percentage) })
    case 'forEach':
      return t('component.summary.forEach', { variable: step.variable, items: step.items })
    case 'random':
    case 'weighted':
      return t('component.summary.oneOf', { count: step.children.filter(child => child.enabled).length })
    case 'once':
      return t('component.summary.once')
    case 'rendezvous':
      return t(`component.summary.rendezvous.${step.gather}`, { quantity: formatNumber(step.quantity) })
    case 'pacing':
    case 'thinkTime': {
      const time = formatMs(step.durationMs)
      if (step.distribution === 'fixed') return time
      const spread = formatMs(step.spreadMs)
      return step.distribution === 'uniform' ? `${time} – ${spread}` : `${time} ± ${spread}`
    }
    case 'script':
      return (
        step.code
          .split('\n')
          .find(line => line.trim() !== '')
          ?.trim() ?? t('component.summary.emptyScript')
      )
  }
}

/** Everything by which the search above the tree finds a step, lower case. */
export function searchText(step: Step): string {
  const parts = [step.name, step.kind]
  if (step.kind === 'request') parts.push(step.http.method, step.http.url)
  if (step.kind === 'script') parts.push(step.code)
  return parts.join('\n').toLowerCase()
}
