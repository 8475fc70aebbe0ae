/** A value in a response that an extractor or a checkpoint can be made of; pure. */
import type { Checkpoint, Extractor } from '@pone/plan/answers/answer-rules.ts'
import { answerSourcesOf } from '@pone/plan/steps/operation.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { createCheckpoint, createExtractor, freeVariableName } from '../model/new-step.ts'

type Source = 'jsonPath' | 'xpath' | 'header' | 'cookie' | 'boundary'

export interface Pick {
  readonly source: Source
  /** As in an extractor of this source. */
  readonly expression: string
  /** Only with boundaries. */
  readonly rightBoundary: string
  /** Number of the match, from 1; only with boundaries. */
  readonly match: number
  /** What a variable for it can be called; not yet a valid name. */
  readonly name: string
  readonly value: string
  /** Whether the value is one text or number, which a checkpoint can compare. */
  readonly isScalar: boolean
}

const headerPick = (source: 'header' | 'cookie', expression: string, value: string): Pick => ({
  source,
  expression,
  rightBoundary: '',
  match: 1,
  name: expression,
  value,
  isScalar: true,
})

/** A header of a response; of one that sets a cookie, the cookie. */
export function pickHeader(name: string, value: string): Pick {
  const cookie = name.toLowerCase() === 'set-cookie' ? /^\s*([^=;\s]+)=([^;]*)/.exec(value) : null
  return cookie ? headerPick('cookie', cookie[1] ?? '', cookie[2] ?? '') : headerPick('header', name, value)
}

/** Most characters of a boundary. */
const boundaryLength = 32

/** A selected part of a text, found again by what stands before and after it in its line; null if it is empty. */
export function pickText(text: string, from: number, to: number): Pick | null {
  if (from >= to) return null
  const lineStart = text.lastIndexOf('\n', from - 1) + 1
  const left =
    text.slice(Math.max(lineStart, from - boundaryLength), from) || text.slice(Math.max(0, from - 2), from)
  const lineEnd = text.indexOf('\n', to)
  const right =
    text.slice(to, Math.min(lineEnd < 0 ? text.length : lineEnd, to + 8)) || text.slice(to, to + 2)
  if (left === '' || right === '') return null
  const value = text.slice(from, to)
  const match = matchAt({ text, left, right }, from)
  if (match === 0 || value.includes(right)) return null
  const name = /([A-Za-z_]\w*)\W*$/.exec(left)?.[1] ?? 'value'
  return { source: 'boundary', expression: left, rightBoundary: right, match, name, value, isScalar: true }
}

/** Number of the match that starts at `from`, in the order in which the engine finds them; 0 if it does not find it. */
function matchAt({ text, left, right }: { text: string; left: string; right: string }, from: number): number {
  let count = 0
  for (let at = text.indexOf(left); at >= 0; ) {
    const start = at + left.length
    const end = text.indexOf(right, start)
    if (end < 0 || start > from) return 0
    count += 1
    if (start === from) return count
    at = text.indexOf(left, end + right.length)
  }
  return 0
}

/** A request step with one rule more, and the path of that rule. */
export interface Picked {
  readonly step: StepOf<'request'>
  readonly field: string
}

/** Most extractors or checkpoints of a step. */
const maxRules = 50
/** Longer values are not compared, but only have to exist. */
const maxExpectedLength = 1_000

/** Whether the step can have such an extractor. */
export const canExtract = (step: StepOf<'request'>, pick: Pick): boolean =>
  step.extractors.length < maxRules && answerSourcesOf(step).extractorSources.includes(pick.source)

/** Whether the step can have such a checkpoint. */
export const canCheck = (step: StepOf<'request'>, pick: Pick): boolean =>
  step.checkpoints.length < maxRules &&
  answerSourcesOf(step).checkpointSources.includes(checkSourceOf(pick.source))

/** @param taken names of variables that exist */
export function withExtractor(step: StepOf<'request'>, pick: Pick, taken: readonly string[]): Picked {
  const { source, expression, rightBoundary, match } = pick
  const extractor: Extractor = {
    ...createExtractor(freeVariableName(variableNameOf(pick.name), taken)),
    source,
    expression,
    rightBoundary,
    match,
  }
  return {
    step: { ...step, extractors: [...step.extractors, extractor] },
    field: `extractors.${step.extractors.length}`,
  }
}

export function withCheckpoint(step: StepOf<'request'>, pick: Pick): Picked {
  const source = checkSourceOf(pick.source)
  const isCompared = pick.isScalar && pick.value !== '' && pick.value.length <= maxExpectedLength
  const checkpoint: Checkpoint = {
    ...createCheckpoint(),
    source,
    expression: source === 'body' ? '' : pick.source === 'cookie' ? 'Set-Cookie' : pick.expression,
    operator: !isCompared ? 'exists' : source === 'body' || pick.source === 'cookie' ? 'contains' : 'equals',
    expected: isCompared ? pick.value : '',
  }
  return {
    step: { ...step, checkpoints: [...step.checkpoints, checkpoint] },
    field: `checkpoints.${step.checkpoints.length}`,
  }
}

const checkSourceOf = (source: Source): 'jsonPath' | 'xpath' | 'header' | 'body' =>
  source === 'boundary' ? 'body' : source === 'cookie' ? 'header' : source

/** `access-token` → `access_token`; a name that holds no letter at its start gets an underscore. */
function variableNameOf(name: string): string {
  const letters = name
    .replace(/[^\w.]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
  if (letters === '') return 'value'
  return /^[A-Za-z_]/.test(letters) ? letters : `_${letters}`
}
