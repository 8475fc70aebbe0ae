/** Compiles checkpoints: which value of a response they read and whether it is as expected. */
import { type CauseCode, toldCause } from '@pone/contract/told-cause.ts'
import type { Checkpoint } from '@pone/plan/answers/answer-rules.ts'
import { parseCssSelector } from '@pone/plan/answers/css-selector.ts'
import { compileJsonPath } from '@pone/plan/answers/json-path.ts'
import { compileRegex } from '@pone/plan/answers/regex.ts'
import { compileXPath } from '@pone/plan/answers/xpath.ts'
import type { Scope, Template } from '@pone/protocols/protocol.ts'
import { encodeText } from '@pone/schema/coded-text.ts'
import type { AnswerView } from './answer-view.ts'
import { comparisonOf } from './comparison.ts'
import { valuesByCss, valuesByXPath } from './markup/select.ts'
import { memoized } from './memoized.ts'
import { unreadable } from './unreadable.ts'

/** Result of one checkpoint, as an exchange shows it. */
export interface CheckpointOutcome {
  id: string
  summary: string
  passed: boolean
  actual: string
}

/** One compiled checkpoint. */
export interface CompiledCheckpoint {
  readonly onFailure: Checkpoint['onFailure']
  readonly wantsHeaders: boolean
  readonly wantsBody: boolean
  holds(view: AnswerView, scope: Scope): boolean
  describe(view: AnswerView, scope: Scope): CheckpointOutcome
}

type Reader = (view: AnswerView, expression: string) => string | undefined

const maxActualLength = 1_000
const regexOf = memoized((source: string) => compileRegex(source))
const pathOf = memoized(compileJsonPath)
const xpathOf = memoized(compileXPath)
const selectorOf = memoized(parseCssSelector)

const readers: Record<Checkpoint['source'], Reader> = {
  status: ({ outcome }) => (outcome.status === 0 ? undefined : String(outcome.status)),
  header: (view, name) => view.header(name.trim()),
  body: view => (view.outcome.body.length === 0 ? undefined : view.text()),
  responseTime: view => String(view.outcome.durationUs / 1_000),
  size: view => String(view.outcome.body.length),
  jsonPath: (view, path) => {
    const compiled = pathOf(path)
    return compiled === null ? undefined : view.jsonText(compiled)
  },
  xpath: (view, text) => {
    const { document } = view.markup()
    const xpath = xpathOf(text)
    return document === null || xpath === null ? undefined : valuesByXPath(document, xpath)[0]
  },
  css: (view, text) => {
    const { document } = view.markup()
    const selector = selectorOf(text)
    return document === null || selector === null ? undefined : valuesByCss(document, selector, '')[0]
  },
  cell: (view, expression) => view.ownValues('cell', expression.trim())[0],
  affectedRows: (view, expression) => view.ownValues('affectedRows', expression)[0],
  count: ({ outcome }) => (outcome.count === undefined ? undefined : String(outcome.count)),
  regex: (view, source) => {
    const match = regexOf(source)?.exec(view.text())
    return match === null || match === undefined ? undefined : (match[1] ?? match[0])
  },
}

/** Compiles one checkpoint; `compile` turns a text into a template. */
export function compileCheckpoint(
  checkpoint: Checkpoint,
  compile: (text: string) => Template,
): CompiledCheckpoint {
  const { id, source, operator, onFailure } = checkpoint
  const read = readers[source]
  const compare = comparisonOf(operator)
  const expression = compile(checkpoint.expression)
  const expected = compile(checkpoint.expected)
  const isMarkup = source === 'xpath' || source === 'css'
  const needsText = isMarkup || source === 'body' || source === 'jsonPath' || source === 'regex'
  return {
    onFailure,
    wantsHeaders: isMarkup || source === 'header',
    wantsBody: needsText || source === 'size' || source === 'cell',
    holds(view, scope) {
      if (isMarkup && view.markup().fault !== null) return false
      try {
        return compare(read(view, expression.evaluate(scope)), expected.evaluate(scope))
      } catch {
        return false
      }
    },
    describe(view, scope) {
      const expressionText = expression.evaluate(scope)
      const expectedText = expected.evaluate(scope)
      const summary = expectationOf({ source, operator }, expressionText, expectedText)
      const markup = isMarkup ? view.markup() : null
      if (markup !== null && markup.fault !== null) {
        return {
          id,
          summary: toldCause('because', { expectation: summary, reason: markup.fault }),
          passed: false,
          actual: markup.detail,
        }
      }
      try {
        const actual = read(view, expressionText)
        const passed = compare(actual, expectedText)
        return { id, summary, passed, actual: (actual ?? '').slice(0, maxActualLength) }
      } catch (error) {
        const reason = unreadable(error)
        const cause = toldCause('because', { expectation: summary, reason })
        return { id, summary: cause, passed: false, actual: '' }
      }
    },
  }
}

/** The expected value of a checkpoint, as a coded text. */
function expectationOf(
  { source, operator }: Pick<Checkpoint, 'source' | 'operator'>,
  expression: string,
  expected: string,
): string {
  const subject = encodeText(subjects[source], { expression })
  return encodeText(expectations[operator], { subject, expected })
}

const subjects: Readonly<Record<Checkpoint['source'], CauseCode>> = {
  status: 'ofStatus',
  header: 'ofHeader',
  body: 'ofBody',
  responseTime: 'ofResponseTime',
  size: 'ofSize',
  jsonPath: 'ofJsonPath',
  xpath: 'ofXpath',
  css: 'ofCss',
  regex: 'ofRegex',
  count: 'ofCount',
  cell: 'ofCell',
  affectedRows: 'ofAffectedRows',
}

const expectations: Readonly<Record<Checkpoint['operator'], CauseCode>> = {
  equals: 'expectEquals',
  notEquals: 'expectNotEquals',
  contains: 'expectContains',
  notContains: 'expectNotContains',
  matches: 'expectMatches',
  greater: 'expectGreater',
  greaterOrEqual: 'expectGreaterOrEqual',
  less: 'expectLess',
  lessOrEqual: 'expectLessOrEqual',
  exists: 'expectExists',
}
