/** Expressions of rules: regular expressions in RE2, whose time grows only with the length of the text, and JSONPath; what is wrong with a rule is told before it is used. */
import { compileJsonPath, type JsonPath } from '@pone/plan/answers/json-path.ts'
import { compileRegex } from '@pone/plan/answers/regex.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { CorrelationRule } from '@pone/schema/correlation-rules.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { RE2JS } from 're2js'

/** Steps of a compiled expression; a search costs steps × characters at most. */
const maxSteps = 500

export const ruleRegex = (expression: string): RE2JS => RE2JS.compile(expression)
export const rulePath = (expression: string): JsonPath => compileJsonPath(expression)

/** What our own rules of expressions say. */
const problems = {
  noGroup: {
    zh: '须用一个捕获分组标出值，如 id=(\\d+)',
    en: 'a group has to mark the value, for example id=(\\d+)',
  },
  tooLong: { zh: '正则表达式过于复杂，请简化', en: 'the regular expression is too complex; simplify it' },
} as const satisfies Record<string, Bilingual>

/** What is wrong with the expression, else as its engine says it; null: nothing. */
export function ruleProblem({
  source,
  expression,
}: Pick<CorrelationRule, 'source' | 'expression'>): Bilingual | null {
  try {
    if (source === 'jsonPath') rulePath(expression)
    return source === 'regex' ? regexProblem(expression) : null
  } catch (error) {
    const text = errorText(error).replace('error parsing regexp: ', '')
    return { zh: text, en: text }
  }
}

/** Steps that are executed have the regular expressions of JavaScript. */
function regexProblem(expression: string): Bilingual | null {
  compileRegex(expression)
  const compiled = ruleRegex(expression)
  if (compiled.groupCount() === 0) return problems.noGroup
  return compiled.programSize() > maxSteps ? problems.tooLong : null
}
