/** Responses of the last standalone execution that differ from the recorded ones, the first one named as such; pure. */
import { type Exchange, keptBodyLength } from '@pone/contract/entities/run.ts'
import {
  type ComparedAnswer,
  differencesFrom,
  type RecordedAnswer,
  type RecordedDifference,
} from '@pone/plan/answers/recorded-answer.ts'
import type { Step, StepOf } from '@pone/plan/steps/registry.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { contentTypeOf } from '../model/message-headers.ts'
import { findStep } from '../model/step-tree.ts'
import type { FieldProblem } from '../problems/problems.ts'
import type { TrialResults } from './trial-marks.ts'

const maxNames = 3

/** The response as it is compared; null if there was none. */
export function comparedAnswer({
  status,
  responseHeaders,
  responseBody,
  responseBytes,
}: Exchange): ComparedAnswer | null {
  if (status === null) return null
  const isWhole = responseBody.length < keptBodyLength && (responseBody !== '' || responseBytes === 0)
  return { status, contentType: contentTypeOf(responseHeaders), body: isWhole ? responseBody : null }
}

/** Of each exchange the last comparison: an execution tells its exchanges bit by bit, and each time all are looked at. */
const compared = new WeakMap<
  Exchange,
  { readonly recorded: RecordedAnswer; readonly differences: readonly RecordedDifference[] }
>()

/** How the response differs from the recorded one; empty if it does not, or nothing was recorded. */
export function recordedDifferences(
  { recorded }: Pick<StepOf<'request'>, 'recorded'>,
  exchange: Exchange,
): readonly RecordedDifference[] {
  const answer = recorded === undefined ? null : comparedAnswer(exchange)
  if (recorded === undefined || answer === null) return []
  const before = compared.get(exchange)
  if (before?.recorded === recorded) return before.differences
  const differences = differencesFrom(recorded, answer)
  compared.set(exchange, { recorded, differences })
  return differences
}

export function recordedFaults(
  { exchanges }: Pick<TrialResults, 'exchanges'>,
  steps: readonly Step[],
  edited: ReadonlySet<string>,
): FieldProblem[] {
  const faults = new Map<string, FieldProblem>()
  for (const { stepId, exchange } of exchanges) {
    if (faults.has(stepId) || edited.has(stepId)) continue
    const step = findStep(steps, stepId)
    if (step?.kind !== 'request') continue
    const [difference] = recordedDifferences(step, exchange)
    if (difference === undefined) continue
    faults.set(stepId, faultOf(stepId, textOf(difference), faults.size === 0))
  }
  return [...faults.values()]
}

function faultOf(stepId: string, { zh, en }: Bilingual, isFirst: boolean): FieldProblem {
  const text = isFirst
    ? {
        zh: `上次执行：第一个与录制不同的响应：${zh}`,
        en: `Last run: the first response that differs from the recording: ${en}`,
      }
    : {
        zh: `上次执行：响应与录制不同：${zh}`,
        en: `Last run: the response differs from the recording: ${en}`,
      }
  return {
    key: `recorded.${stepId}`,
    stepId,
    area: 'steps',
    field: '',
    path: `${stepId}:`,
    severity: 'trial',
    text,
  }
}

export function textOf(difference: RecordedDifference): Bilingual {
  if (difference.kind === 'parts') {
    const { missing } = difference
    const names = missing.slice(0, maxNames).join(', ')
    const more = missing.length - maxNames
    return {
      zh: `缺少 ${names}${more > 0 ? ` 等 ${missing.length} 项` : ''}`,
      en: `${names}${more > 0 ? ` and ${more} more` : ''} missing`,
    }
  }
  const { kind, recorded, found } = difference
  const none = { zh: '无', en: 'none' }
  return {
    zh: `${names[kind].zh}为 ${found || none.zh}，录制时为 ${recorded}`,
    en: `${names[kind].en} ${found || none.en} instead of ${recorded}`,
  }
}

const names: Readonly<Record<'status' | 'contentType' | 'size', Bilingual>> = {
  status: { zh: '状态码', en: 'status' },
  contentType: { zh: '类型', en: 'type' },
  size: { zh: '字符数', en: 'characters' },
}
