/** Assertions and extractors that apply to a sampler → the checkpoints and extractors of its request. */
import type { Checkpoint, Extractor } from '@pone/plan/answers/answer-rules.ts'
import { elementOf } from '../elements/registry.ts'
import type { JmxNode } from '../jmx/plan.ts'
import { type AnswerContext, checksOf, extractorsOf } from './answer.ts'
import { foundVariable, foundVariables } from './found-variable.ts'
import { type Scope, valueOf } from './scope.ts'

/** What of the rules a protocol has; those that are missing are reported. */
interface Supported {
  readonly hasStatuses: boolean
  readonly checkpoint: (check: Omit<Checkpoint, 'id'>) => Omit<Checkpoint, 'id'> | null
  readonly extractor: (extractor: Omit<Extractor, 'id'>) => boolean
}

interface RulesOf {
  /** Of HTTP, the last that an assertion names; empty = the default. */
  readonly expectedStatuses: string
  readonly checkpoints: Checkpoint[]
  readonly extractors: Extractor[]
}

const everything: Supported = { hasStatuses: true, checkpoint: check => check, extractor: () => true }

export function rulesOf(scope: Scope, context: AnswerContext, supported: Supported = everything): RulesOf {
  for (const each of [...scope.assertions, ...scope.extractors]) context.left.carry(each)
  const found = foundVariables(scope.assertions)
  const checked = scope.assertions
    .filter(assertion => foundVariable(assertion) === null)
    .map(node => ({ node, ...checksOf(node, context) }))
  const leave = (node: JmxNode) => {
    context.left.add(node, 'noCounterpart')
    return []
  }
  for (const { node, statuses } of checked) if (statuses !== '' && !supported.hasStatuses) leave(node)
  const checks = checked.flatMap(({ node, checks: all }) =>
    all.flatMap(check => supported.checkpoint(check) ?? leave(node)),
  )
  const extractors = scope.extractors.flatMap(node =>
    extractorsOf(node, context).flatMap(each => (supported.extractor(each) ? [each] : leave(node))),
  )
  return {
    expectedStatuses: checked.findLast(({ statuses }) => statuses !== '')?.statuses ?? '',
    checkpoints: checks.map((each, index) => ({ id: String(index + 1), ...each })),
    extractors: extractors.map((each, index) => ({
      id: String(index + 1),
      ...each,
      defaultValue: found.get(each.variable) === each.defaultValue ? null : each.defaultValue,
    })),
  }
}

/** Checks of durations alone, for answers whose text differs from JMeter's; the other rules are reported. */
export function durationChecksOf({ assertions, extractors }: Scope, context: AnswerContext): Checkpoint[] {
  const { left, text } = context
  for (const each of extractors) if (!left.isCarried(each)) left.add(each, 'noCounterpart')
  return assertions.flatMap((assertion, at): Checkpoint[] => {
    if (elementOf(assertion)?.id !== 'DurationAssertionGui') {
      if (!left.isCarried(assertion)) left.add(assertion, 'noCounterpart')
      return []
    }
    left.carry(assertion)
    return [
      {
        id: String(at + 1),
        source: 'responseTime',
        operator: 'lessOrEqual',
        expression: '',
        expected: text(assertion, valueOf(assertion, 'DurationAssertion.duration')),
        onFailure: 'continue',
      },
    ]
  })
}
