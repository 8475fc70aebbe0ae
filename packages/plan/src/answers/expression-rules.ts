/** Rules for the expressions of checkpoints, extractors and conditions; what holds `${}` can only be judged at run time. */

import { errorText } from '@pone/schema/error-text.ts'
import type { ReportProblem } from '@pone/schema/protocol.ts'
import type { Checkpoint, Extractor } from './answer-rules.ts'
import { parseCssSelector } from './css-selector.ts'
import { compileJsonPath } from './json-path.ts'
import { compileRegex } from './regex.ts'
import { compileXPath } from './xpath.ts'

const isTemplate = (text: string) => text.includes('${')
const orderingOperators: readonly string[] = ['greater', 'greaterOrEqual', 'less', 'lessOrEqual']
const sourcesWithExpression: readonly string[] = ['header', 'cookie', 'jsonPath', 'xpath', 'css', 'regex']

function reasonOf(compile: () => unknown): string | null {
  try {
    compile()
    return null
  } catch (error) {
    return errorText(error)
  }
}

function checkExpression(source: string, expression: string, field: string, report: ReportProblem): void {
  if (!sourcesWithExpression.includes(source)) return
  if (expression.trim() === '') return report(field, 'emptyExpression')
  if (isTemplate(expression)) return
  if (source === 'jsonPath') {
    const reason = reasonOf(() => compileJsonPath(expression))
    if (reason !== null) report(field, 'badJsonPath', { reason })
  }
  if (source === 'xpath') {
    const reason = reasonOf(() => compileXPath(expression))
    if (reason !== null) report(field, 'badXPath', { reason })
  }
  if (source === 'css') {
    const reason = reasonOf(() => parseCssSelector(expression))
    if (reason !== null) report(field, 'badCss', { reason })
  }
  if (source === 'regex') checkRegex(expression, field, report)
}

function checkRegex(expression: string, field: string, report: ReportProblem): void {
  const reason = isTemplate(expression) ? null : reasonOf(() => compileRegex(expression))
  if (reason !== null) report(field, 'badRegex', { reason })
}

/** Rules for the right side of a comparison. */
export function checkOperand(
  operator: Checkpoint['operator'],
  expected: string,
  field: string,
  report: ReportProblem,
): void {
  if (operator === 'matches') checkRegex(expected, field, report)
  const isNumber = expected.trim() !== '' && Number.isFinite(Number(expected))
  if (orderingOperators.includes(operator) && !isTemplate(expected) && !isNumber) {
    report(field, 'notANumber', { value: expected })
  }
}

/** Rules for one checkpoint; `field` is its path. */
export function checkCheckpoint(checkpoint: Checkpoint, field: string, report: ReportProblem): void {
  checkExpression(checkpoint.source, checkpoint.expression, `${field}.expression`, report)
  checkOperand(checkpoint.operator, checkpoint.expected, `${field}.expected`, report)
}

/** Rules for one extractor; `field` is its path. */
export function checkExtractor(extractor: Extractor, field: string, report: ReportProblem): void {
  checkExpression(extractor.source, extractor.expression, `${field}.expression`, report)
  if (extractor.source === 'boundary' && extractor.expression === '' && extractor.rightBoundary === '') {
    report(`${field}.expression`, 'emptyExpression')
  }
}
