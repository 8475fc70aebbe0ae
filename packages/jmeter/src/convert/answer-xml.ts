/** Checkpoints and extractors of a request → assertions and extractors of JMeter. */
import type { Checkpoint, Extractor } from '@pone/plan/answers/answer-rules.ts'
import type { RequestOver } from '@pone/plan/steps/registry.ts'
import { foundAssertion, notFound } from './found-variable.ts'
import type { Named, PlanWriter } from './plan-writer.ts'
import { statusCodes } from './status-codes.ts'

/** The elements below an HTTP sampler. */
export const answerXml = (step: RequestOver<'http'>, writer: PlanWriter): string[] => [
  ...statusXml(step, writer),
  ...rulesXml(step, writer),
]

/** What is asked of the answer to a request, of any protocol whose answers JMeter has as text. */
interface Rules extends Named {
  readonly checkpoints: readonly Checkpoint[]
  readonly extractors: readonly Extractor[]
}

export const rulesXml = (step: Rules, writer: PlanWriter): string[] => [
  ...step.checkpoints.flatMap(checkpoint => checkpointXml(step, checkpoint, writer)),
  ...step.extractors.flatMap(extractor => extractorXml(step, extractor, writer)),
  ...step.extractors
    .filter(extractor => extractor.defaultValue === null)
    .map(({ variable }) => writer.element('AssertionGui', `${variable} found`, foundAssertion(variable))),
]

/** Statuses that count as success, as a pattern of the response code. */
function statusXml({ http }: RequestOver<'http'>, { element }: PlanWriter): string[] {
  if (http.expectedStatuses === '') return []
  const codes = statusCodes(http.expectedStatuses)
  return [
    element('AssertionGui', 'status', {
      values: {
        'Assertion.test_field': 'Assertion.response_code',
        'Assertion.assume_success': 'true',
        'Assertion.test_type': '1',
      },
      lists: { 'Asserion.test_strings': [codes.join('|')] },
    }),
  ]
}

/** JMeter's numbers of comparisons, by operator: of texts, and of sizes. */
const textTypes: Partial<Record<Checkpoint['operator'], string>> = {
  equals: '8',
  notEquals: '12',
  contains: '16',
  notContains: '20',
  matches: '2',
}
const sizeTypes: Partial<Record<Checkpoint['operator'], string>> = {
  equals: '1',
  notEquals: '2',
  greater: '3',
  less: '4',
  greaterOrEqual: '5',
  lessOrEqual: '6',
}

function checkpointXml(step: Named, check: Checkpoint, { element, text }: PlanWriter): string[] {
  const name = `${check.source} ${check.operator}`
  const expected = text(step, check.expected)
  // Checks that are missing in the plan are reported when the plan is compared.
  const unable = (): string[] => []
  if (check.source === 'status' || check.source === 'body') {
    const type = textTypes[check.operator]
    const field = check.source === 'status' ? 'Assertion.response_code' : 'Assertion.response_data'
    if (type === undefined) return unable()
    const values = { 'Assertion.test_field': field, 'Assertion.test_type': type }
    return [element('AssertionGui', name, { values, lists: { 'Asserion.test_strings': [expected] } })]
  }
  if (check.source === 'regex' && check.operator === 'exists') {
    const lists = { 'Asserion.test_strings': [text(step, check.expression)] }
    return [element('AssertionGui', name, { values: { 'Assertion.test_type': '2' }, lists })]
  }
  if (check.source === 'responseTime' && (check.operator === 'less' || check.operator === 'lessOrEqual'))
    return [element('DurationAssertionGui', name, { values: { 'DurationAssertion.duration': expected } })]
  if (check.source === 'size') {
    const operator = sizeTypes[check.operator]
    if (operator === undefined) return unable()
    const values = {
      'Assertion.test_field': 'SizeAssertion.response_data',
      'SizeAssertion.size': expected,
      'SizeAssertion.operator': operator,
    }
    return [element('SizeAssertionGui', name, { values })]
  }
  if (check.source === 'jsonPath') {
    if (!['exists', 'equals', 'notEquals', 'matches'].includes(check.operator)) return unable()
    const values = {
      JSON_PATH: text(step, check.expression),
      JSONVALIDATION: String(check.operator !== 'exists'),
      // JMeter's expression must match all of the value.
      EXPECTED_VALUE: check.operator === 'matches' ? `[\\s\\S]*(?:${expected})[\\s\\S]*` : expected,
      ISREGEX: String(check.operator === 'matches'),
      INVERT: String(check.operator === 'notEquals'),
    }
    return [element('JSONPathAssertionGui', name, { values })]
  }
  if (check.source === 'xpath' && check.operator === 'exists')
    return [element('XPath2AssertionGui', name, { values: { 'XPath.xpath': text(step, check.expression) } })]
  return unable()
}

function extractorXml(step: Named, extractor: Extractor, { element, text }: PlanWriter): string[] {
  const expression = text(step, extractor.expression)
  const fallback = text(step, extractor.defaultValue ?? notFound)
  const named = (prefix: string, values: Record<string, string>) => ({
    values: {
      [`${prefix}.refname`]: extractor.variable,
      [`${prefix}.match_number`]: String(extractor.match),
      [`${prefix}.default`]: fallback,
      ...values,
    },
  })
  switch (extractor.source) {
    case 'regex': {
      const values = { 'RegexExtractor.regex': expression, 'RegexExtractor.template': `$${extractor.group}$` }
      return [element('RegexExtractorGui', extractor.variable, named('RegexExtractor', values))]
    }
    case 'boundary': {
      const values = {
        'BoundaryExtractor.lboundary': expression,
        'BoundaryExtractor.rboundary': text(step, extractor.rightBoundary),
      }
      return [element('BoundaryExtractorGui', extractor.variable, named('BoundaryExtractor', values))]
    }
    case 'css': {
      const values = {
        'HtmlExtractor.expr': expression,
        'HtmlExtractor.attribute': text(step, extractor.attribute),
      }
      return [element('HtmlExtractorGui', extractor.variable, named('HtmlExtractor', values))]
    }
    case 'xpath': {
      const values = {
        'XPathExtractor2.xpathQuery': expression,
        'XPathExtractor2.matchNumber': String(extractor.match),
      }
      return [element('XPath2ExtractorGui', extractor.variable, named('XPathExtractor2', values))]
    }
    case 'jsonPath': {
      const values = {
        'JSONPostProcessor.referenceNames': extractor.variable,
        'JSONPostProcessor.jsonPathExprs': expression,
        'JSONPostProcessor.match_numbers': String(extractor.match),
        'JSONPostProcessor.defaultValues': fallback,
      }
      return [element('JSONPostProcessorGui', extractor.variable, { values })]
    }
    case 'header': {
      const values = {
        'RegexExtractor.useHeaders': 'true',
        'RegexExtractor.regex': `(?i)(?m)^${expression}:\\s*(.*)$`,
        'RegexExtractor.template': '$1$',
      }
      return [element('RegexExtractorGui', extractor.variable, named('RegexExtractor', values))]
    }
    case 'count':
    case 'cell':
    case 'affectedRows':
    case 'cookie':
      return []
  }
}
