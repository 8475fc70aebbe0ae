/** Assertions and extractors of JMeter → checkpoints and extractors of a request. */
import type { Checkpoint, Extractor } from '@pone/plan/answers/answer-rules.ts'
import { fieldValue, formOf } from '../elements/form.ts'
import { elementOf } from '../elements/registry.ts'
import type { JmxNode } from '../jmx/plan.ts'
import type { RequestContext } from './request.ts'
import { isOn, listOf, valueOf } from './scope.ts'
import { statusList } from './status-codes.ts'

type Check = Omit<Checkpoint, 'id'>
type Taken = Omit<Extractor, 'id'>
export interface AnswerContext extends Pick<RequestContext, 'left' | 'text'> {
  /** Converts a variable's name to one that is allowed in a component. */
  readonly variable: (node: JmxNode, name: string) => string
}

export interface Checked {
  readonly checks: readonly Check[]
  /** Statuses that count as success, in the syntax of a request; empty = the default. */
  readonly statuses: string
}

const check = (part: Pick<Check, 'source' | 'operator'> & Partial<Check>): Check => ({
  expression: '',
  expected: '',
  onFailure: 'continue',
  ...part,
})

const nothing: Checked = { checks: [], statuses: '' }
const only = (...checks: Check[]): Checked => ({ checks, statuses: '' })

/** The checkpoints of an assertion; a part without a counterpart is reported. */
export function checksOf(node: JmxNode, context: AnswerContext): Checked {
  const text = (name: string) => context.text(node, valueOf(node, name))
  const looksAt = valueOf(node, 'Assertion.scope')
  if (looksAt === 'variable') {
    context.left.add(node, 'noCounterpart')
    return nothing
  }
  if (!['', 'parent'].includes(looksAt))
    context.left.add(node, 'detail', { name: 'Assertion.scope', value: looksAt })
  switch (elementOf(node)?.id) {
    case 'AssertionGui':
      return responseChecks(node, context)
    case 'JSONPathAssertionGui':
      return jsonChecks(node, context)
    case 'DurationAssertionGui':
      return only(
        check({
          source: 'responseTime',
          operator: 'lessOrEqual',
          expected: text('DurationAssertion.duration'),
        }),
      )
    case 'SizeAssertionGui':
      return sizeChecks(node, context)
    case 'XPathAssertionGui':
    case 'XPath2AssertionGui': {
      if (!isOn(node, 'XPath.negate'))
        return only(check({ source: 'xpath', operator: 'exists', expression: text('XPath.xpath') }))
      context.left.add(node, 'noCounterpart')
      return nothing
    }
    default:
      context.left.add(node, 'noCounterpart')
      return nothing
  }
}

const sizeOperators = ['equals', 'notEquals', 'greater', 'less', 'greaterOrEqual', 'lessOrEqual'] as const

function sizeChecks(node: JmxNode, { left, text }: AnswerContext): Checked {
  const field = valueOf(node, 'Assertion.test_field')
  const operator = sizeOperators[Number(valueOf(node, 'SizeAssertion.operator')) - 1]
  if (operator === undefined || field !== 'SizeAssertion.response_data') {
    left.add(node, 'detail', { name: 'Assertion.test_field', value: field })
    if (operator === undefined || field !== 'SizeAssertion.response_network_size') return nothing
  }
  return only(check({ source: 'size', operator, expected: text(node, valueOf(node, 'SizeAssertion.size')) }))
}

function jsonChecks(node: JmxNode, { left, text }: AnswerContext): Checked {
  const expression = text(node, valueOf(node, 'JSON_PATH'))
  const isInverted = isOn(node, 'INVERT')
  if (!isOn(node, 'JSONVALIDATION')) {
    if (isInverted) left.add(node, 'detail', { name: 'INVERT', value: 'true' })
    return isInverted ? nothing : only(check({ source: 'jsonPath', operator: 'exists', expression }))
  }
  const expected = isOn(node, 'EXPECT_NULL') ? 'null' : text(node, valueOf(node, 'EXPECTED_VALUE'))
  const isRegex = isOn(node, 'ISREGEX') && !isPlain(expected)
  if (isRegex && isInverted) {
    left.add(node, 'detail', { name: 'INVERT', value: 'true' })
    return nothing
  }
  const operator = isRegex ? 'matches' : isInverted ? 'notEquals' : 'equals'
  const found = isRegex ? /^\[\\s\\S\]\*\(\?:([\s\S]*)\)\[\\s\\S\]\*$/.exec(expected)?.[1] : undefined
  const pattern = found ?? (isRegex ? `^(?:${expected})$` : expected)
  return only(check({ source: 'jsonPath', operator, expression, expected: pattern }))
}

/** Whether a pattern contains no special character of a regular expression. */
export const isPlain = (pattern: string): boolean =>
  !/[\\^$.|?*+()[\]{}]/.test(pattern.replaceAll(/\$\{[^}]*\}/g, ''))

const bits = { match: 1, contains: 2, not: 4, equals: 8, substring: 16, or: 32 } as const

function responseChecks(node: JmxNode, context: AnswerContext): Checked {
  const patterns = listOf(node).map(pattern => context.text(node, pattern))
  const type = Number(valueOf(node, 'Assertion.test_type')) || bits.match
  const field = valueOf(node, 'Assertion.test_field')
  const isNegative = (type & bits.not) !== 0
  if (field === 'Assertion.response_code' && !isNegative) {
    const codes = patterns.flatMap(pattern => pattern.split('|'))
    const areCodes = codes.length > 0 && codes.every(code => /^\d{3}$/.test(code))
    const isOneOf = (type & bits.or) !== 0 || patterns.length === 1
    // Where JMeter's own judgement counts too, only statuses that JMeter counts as success can be expected.
    const isJudged = !isOn(node, 'Assertion.assume_success')
    const canBe = !isJudged || (codes.length > 1 && codes.every(code => /^[23]/.test(code)))
    if (areCodes && isOneOf && canBe) return { checks: [], statuses: statusList(codes) }
  }
  const source =
    field === 'Assertion.response_data' ? 'body' : field === 'Assertion.response_code' ? 'status' : null
  if (source === null || ((type & bits.or) !== 0 && patterns.length > 1)) {
    context.left.add(node, field.endsWith('headers') ? 'headerLess' : 'noCounterpart')
    return nothing
  }
  const checks = patterns.flatMap(pattern => {
    const operator = operatorOf(type, pattern, isNegative)
    if (operator === null) context.left.add(node, 'condition', { value: pattern })
    const isWhole = operator === 'matches' && (type & bits.match) !== 0
    return operator === null
      ? []
      : [check({ source, operator, expected: isWhole ? `^(?:${pattern})$` : pattern })]
  })
  return { checks, statuses: '' }
}

function operatorOf(type: number, pattern: string, isNegative: boolean): Check['operator'] | null {
  if ((type & bits.equals) !== 0) return isNegative ? 'notEquals' : 'equals'
  const isSubstring = (type & bits.substring) !== 0 || ((type & bits.contains) !== 0 && isPlain(pattern))
  if (isSubstring) return isNegative ? 'notContains' : 'contains'
  if ((type & bits.match) !== 0 && isPlain(pattern)) return isNegative ? 'notEquals' : 'equals'
  return isNegative ? null : 'matches'
}

/** The extractors of an extractor element; a part without a counterpart is reported. */
export function extractorsOf(node: JmxNode, context: AnswerContext): readonly Taken[] {
  const element = elementOf(node)
  if (element === undefined) {
    context.left.add(node, 'noCounterpart')
    return []
  }
  const value = (name: string) => {
    const form = formOf(node)
    const field = form === 'raw' ? undefined : form.find(each => each.name === name)
    return field === undefined ? valueOf(node, name) : fieldValue(node, field)
  }
  const text = (name: string) => context.text(node, value(name))
  const one = (prefix: string, part: Pick<Taken, 'source' | 'expression'> & Partial<Taken>): Taken[] => {
    const looksAt = value(`${prefix}.useHeaders`)
    if (!['', 'false', 'unescaped'].includes(looksAt) && part.source !== 'header') {
      context.left.add(node, looksAt === 'true' ? 'headerLess' : 'noCounterpart')
      return []
    }
    if (!['', 'parent'].includes(value('Sample.scope')))
      context.left.add(node, 'detail', { name: 'Sample.scope', value: value('Sample.scope') })
    return [
      {
        variable: context.variable(node, value(`${prefix}.refname`)),
        rightBoundary: '',
        attribute: '',
        group: 1,
        match: matchOf(value(`${prefix}.match_number`) || value(`${prefix}.matchNumber`)),
        defaultValue: text(`${prefix}.default`),
        ...part,
      },
    ]
  }
  switch (element.id) {
    case 'RegexExtractorGui': {
      const group = /^\$(\d{1,2})\$$/.exec(value('RegexExtractor.template') || '$1$')?.[1]
      if (group === undefined)
        context.left.add(node, 'detail', { name: 'template', value: value('RegexExtractor.template') })
      const header = /^\(\?i\)\(\?m\)\^([\w-]+):\\s\*\(\.\*\)\$$/.exec(value('RegexExtractor.regex'))?.[1]
      if (value('RegexExtractor.useHeaders') === 'true' && header !== undefined)
        return one('RegexExtractor', { source: 'header', expression: header })
      return one('RegexExtractor', {
        source: 'regex',
        expression: text('RegexExtractor.regex'),
        group: Number(group ?? 1),
      })
    }
    case 'BoundaryExtractorGui':
      return one('BoundaryExtractor', {
        source: 'boundary',
        expression: text('BoundaryExtractor.lboundary'),
        rightBoundary: text('BoundaryExtractor.rboundary'),
      })
    case 'HtmlExtractorGui':
      return one('HtmlExtractor', {
        source: 'css',
        expression: text('HtmlExtractor.expr'),
        attribute: text('HtmlExtractor.attribute'),
      })
    case 'XPathExtractorGui':
      return one('XPathExtractor', { source: 'xpath', expression: text('XPathExtractor.xpathQuery') })
    case 'XPath2ExtractorGui':
      return one('XPathExtractor2', { source: 'xpath', expression: text('XPathExtractor2.xpathQuery') })
    case 'JSONPostProcessorGui':
      return jsonExtractors(node, context)
    default:
      context.left.add(node, 'noCounterpart')
      return []
  }
}

/** 0 = random as in JMeter; -1 = all. */
const matchOf = (text: string): number => Math.min(10_000, Math.max(-1, Number.parseInt(text, 10) || 0))

/** Several variables by one element; their parts are separated by semicolons. */
function jsonExtractors(node: JmxNode, { text, variable }: AnswerContext): Taken[] {
  const parts = (name: string) =>
    valueOf(node, `JSONPostProcessor.${name}`)
      .split(';')
      .map(part => part.trim())
  const [paths, matches, defaults] = [parts('jsonPathExprs'), parts('match_numbers'), parts('defaultValues')]
  return parts('referenceNames').flatMap((name, index) =>
    name === ''
      ? []
      : [
          {
            source: 'jsonPath' as const,
            variable: variable(node, name),
            expression: text(node, paths[index] ?? ''),
            rightBoundary: '',
            attribute: '',
            group: 1,
            match: matchOf(matches[index] ?? ''),
            defaultValue: text(node, defaults[index] ?? ''),
          },
        ],
  )
}
