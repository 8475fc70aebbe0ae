/** A condition: two sides and how they are compared; its fields, shared by if and while. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { Form } from '@pone/schema/form.ts'
import type { ReportProblem } from '@pone/schema/protocol.ts'
import { template } from '@pone/schema/template.ts'
import { z } from 'zod'
import { checkpointOperators } from '../answers/answer-rules.ts'
import { checkOperand } from '../answers/expression-rules.ts'
import { operatorTitles } from '../answers/operators.ts'

export const conditionFields = {
  left: template(2_000),
  operator: z.enum(checkpointOperators),
  right: template(2_000).default(''),
}
type Condition = z.output<z.ZodObject<typeof conditionFields>>

export const conditionForm: Form = [
  { name: 'left', widget: 'template', label: { zh: '左值', en: 'Left value' }, placeholder: '${status}' },
  {
    name: 'operator',
    widget: 'choice',
    look: 'list',
    label: { zh: '比较方式', en: 'Comparison' },
    hint: {
      zh: '大于、小于按数字比较；“匹配正则”可匹配文本的任一部分；“存在”只要求左值不为空。',
      en: '“>” and “<” compare numbers; “matches” finds a regular expression anywhere in the text; “exists” only requires a left value that is not empty.',
    },
    options: checkpointOperators.map(value => ({ value, label: operatorTitles[value] })),
  },
  {
    name: 'right',
    widget: 'template',
    label: { zh: '右值', en: 'Right value' },
    when: { name: 'operator', isOneOf: checkpointOperators.filter(operator => operator !== 'exists') },
  },
]

export const newCondition: Condition = { left: '', operator: 'equals', right: '' }

export const checkCondition = ({ operator, right }: Condition, report: ReportProblem): void =>
  checkOperand(operator, right, 'right', report)

export function conditionSummary({ left, operator, right }: Condition): Bilingual {
  const words = (title: string) => `${left} ${title} ${operator === 'exists' ? '' : right}`.trim()
  return { zh: words(operatorTitles[operator].zh), en: words(operatorTitles[operator].en) }
}
