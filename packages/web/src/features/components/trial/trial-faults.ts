/** Failures of the last standalone execution at the fields where they are repaired: checkpoints, extractors, addresses, texts with variables; pure. */
import type { Exchange } from '@pone/contract/entities/run.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import type { Step, StepOf } from '@pone/plan/steps/registry.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { decodedUrl } from '@pone/schema/decoded-url.ts'
import { findStep } from '../model/step-tree.ts'
import type { FieldProblem } from '../problems/problems.ts'
import { repairField } from './repair-field.ts'
import { stepFaults, type TrialResults } from './trial-marks.ts'

/** Longer values are cut, in characters. */
const maxShownLength = 120

/** A failure at a field of a step, before failures of the same kind are joined. */
interface Failure {
  readonly field: string
  readonly text: Bilingual
}

/**
 * The failures by step and field, each with how often it occurred and how it was last. `steps` are those of the present
 * document: what was removed since is left out, `edited` steps too, as their results are of an earlier version.
 */
export function trialFaults(
  results: Pick<TrialResults, 'exchanges' | 'log' | 'ended'>,
  steps: readonly Step[],
  edited: ReadonlySet<string>,
): FieldProblem[] {
  return [...requestFaults(results, steps, edited), ...scriptFaults(results, steps, edited)]
}

/** Scripts that failed, each with its last fault. */
function scriptFaults(
  results: Pick<TrialResults, 'log' | 'ended'>,
  steps: readonly Step[],
  edited: ReadonlySet<string>,
): FieldProblem[] {
  const last = new Map(stepFaults(results).map(fault => [fault.stepId, fault]))
  return [...last.values()].flatMap(({ stepId, line, detail }) => {
    if (edited.has(stepId) || findStep(steps, stepId)?.kind !== 'script') return []
    const path = `${stepId}:code`
    const text = { zh: causeText(detail, 'zh'), en: causeText(detail, 'en') }
    return [
      {
        key: `trial.${path}`,
        stepId,
        area: 'steps',
        field: 'code',
        path,
        line,
        severity: 'trial',
        text: withCount(text, 1, 1),
      },
    ]
  })
}

function requestFaults(
  { exchanges }: Pick<TrialResults, 'exchanges'>,
  steps: readonly Step[],
  edited: ReadonlySet<string>,
): FieldProblem[] {
  const counts = new Map<string, number>()
  const found = new Map<string, { stepId: string; count: number; failure: Failure }>()
  for (const { stepId, passed, exchange } of exchanges) {
    counts.set(stepId, (counts.get(stepId) ?? 0) + 1)
    if (passed || edited.has(stepId)) continue
    const step = findStep(steps, stepId)
    if (step?.kind !== 'request') continue
    for (const failure of failuresOf(step, exchange)) {
      const key = isSetting(failure.field) ? failure.field : `${stepId}:${failure.field}`
      found.set(key, { stepId, count: (found.get(key)?.count ?? 0) + 1, failure })
    }
  }
  return Array.from(found, ([path, { stepId, count, failure }]) => ({
    key: `trial.${path}`,
    ...(isSetting(path) ? { stepId: null, area: 'settings' } : { stepId, area: 'steps' }),
    field: failure.field,
    path,
    severity: 'trial',
    text: withCount(failure.text, count, Math.max(count, counts.get(stepId) ?? 0)),
  }))
}

function failuresOf(step: StepOf<'request'>, exchange: Exchange): Failure[] {
  const failures = [
    ...missingValues(step, exchange),
    ...failedCheckpoints(step, exchange),
    ...emptyExtractors(step, exchange),
  ]
  if (failures.length > 0 || exchange.error === null) return failures
  const { code, message } = exchange.error
  // The text about an unexpected status names it.
  const name = code.startsWith('HTTP ') ? '' : code
  const textIn = (language: 'zh' | 'en') => `${name} ${causeText(message, language)}`.trim()
  const field = step.protocol === 'http' ? repairField(step, message) : ''
  return [{ field, text: { zh: textIn('zh'), en: textIn('en') } }]
}

const isSetting = (field: string): boolean => field.startsWith('settings.')

function failedCheckpoints(step: StepOf<'request'>, { checkpoints }: Exchange): Failure[] {
  return checkpoints.flatMap(({ id, passed, actual }) => {
    const at = step.checkpoints.findIndex(check => check.id === id)
    if (passed || at < 0) return []
    const value = actual.slice(0, maxShownLength)
    return [
      {
        field: `checkpoints.${at}`,
        text: { zh: `未通过，实际值：${value}`, en: `failed, actual value: ${value}` },
      },
    ]
  })
}

function emptyExtractors(step: StepOf<'request'>, { extracted, error }: Exchange): Failure[] {
  if (error?.code !== 'extractor') return []
  return extracted.flatMap(({ variable, matched }) => {
    const at = step.extractors.findIndex(each => each.variable === variable && each.defaultValue === null)
    if (matched || at < 0) return []
    return [
      {
        field: `extractors.${at}`,
        text: { zh: '响应中没有匹配的内容', en: 'no match found in the response' },
      },
    ]
  })
}

/** Variables that were sent as written, because they had no value, at the fields that name them. */
function missingValues(step: StepOf<'request'>, exchange: Exchange): Failure[] {
  const sent = [
    decodedUrl(exchange.url),
    exchange.requestBody,
    ...exchange.requestHeaders.map(([, value]) => value),
  ]
  const names = new Set(
    sent.flatMap(text => Array.from(text.matchAll(/\$\{([A-Za-z_][\w.]*)\}/g), match => match[1] ?? '')),
  )
  return [...names].flatMap(name => {
    const field = fieldWith(new Map(Object.entries(step)).get(step.protocol), `\${${name}}`, step.protocol)
    const hole = `\${${name}}`
    return field === null
      ? []
      : [
          {
            field,
            text: {
              zh: `变量 ${hole} 没有值，按原样发送`,
              en: `${hole} had no value and was sent as it is written`,
            },
          },
        ]
  })
}

/** The path of the first text that contains `wanted`; null if none does. */
function fieldWith(value: unknown, wanted: string, path: string): string | null {
  if (typeof value === 'string') return value.includes(wanted) ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, part] of Object.entries(value)) {
    const found = fieldWith(part, wanted, `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

const withCount = ({ zh, en }: Bilingual, count: number, all: number): Bilingual => ({
  zh: `上次执行${all > 1 ? `（${all} 次中 ${count} 次）` : ''}：${zh}`,
  en: `Last run${all > 1 ? ` (${count} of ${all})` : ''}: ${en}`,
})
