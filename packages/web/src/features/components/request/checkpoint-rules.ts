/** What each source of checkpoints requires, and how a checkpoint changes with its source; pure. */
import type { Checkpoint } from '@pone/plan/answers/answer-rules.ts'
import { operatorTitles } from '@pone/plan/answers/operators.ts'
import type { Language, Translate } from '../../../lib/i18n.ts'

type Source = Checkpoint['source']

/** Sources that require an expression: a header name, a path, a pattern. */
export function takesExpression(
  source: Source,
): source is 'header' | 'jsonPath' | 'xpath' | 'css' | 'regex' | 'cell' {
  return ['header', 'jsonPath', 'xpath', 'css', 'regex', 'cell'].includes(source)
}

/** Unit of the compared number; null if text is compared. */
export function unitOf(source: Source): 'ms' | 'B' | null {
  if (source === 'responseTime') return 'ms'
  return source === 'size' ? 'B' : null
}

const usual: Readonly<Record<Source, Pick<Checkpoint, 'operator' | 'expected' | 'expression'>>> = {
  status: { operator: 'equals', expected: '200', expression: '' },
  header: { operator: 'contains', expected: '', expression: 'Content-Type' },
  body: { operator: 'contains', expected: '', expression: '' },
  responseTime: { operator: 'less', expected: '1000', expression: '' },
  size: { operator: 'greater', expected: '0', expression: '' },
  jsonPath: { operator: 'equals', expected: '', expression: '$.code' },
  xpath: { operator: 'exists', expected: '', expression: '' },
  css: { operator: 'exists', expected: '', expression: '' },
  regex: { operator: 'exists', expected: '', expression: '' },
  count: { operator: 'greater', expected: '0', expression: '' },
  cell: { operator: 'equals', expected: '', expression: '' },
  affectedRows: { operator: 'equals', expected: '1', expression: '' },
}

/** The checkpoint with another source and its defaults; an expression that the user entered is kept. */
export function sourceChange(check: Checkpoint, source: Source): Checkpoint {
  const isOwn = takesExpression(check.source) && check.expression !== usual[check.source].expression
  const next = usual[source]
  return {
    ...check,
    source,
    ...next,
    expression: isOwn && takesExpression(source) ? check.expression : next.expression,
  }
}

/** A checkpoint as text: `JSONPath $.ok equals true`. */
export function checkpointText(
  { source, expression, operator, expected }: Checkpoint,
  t: Translate,
  language: Language,
): string {
  const parts = [
    t(`component.source.${source}`),
    takesExpression(source) ? expression : '',
    operatorTitles[operator][language],
    operator === 'exists' ? '' : `${expected} ${unitOf(source) ?? ''}`.trim(),
  ]
  return parts.filter(Boolean).join(' ')
}
