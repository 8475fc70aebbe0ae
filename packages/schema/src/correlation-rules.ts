/** Rules of a project for values of responses that later requests send: its own ones, and which frameworks' names are not used. A file that is exported has the same. */
import { z } from 'zod'
import { nameSchema } from './common.ts'
import { variableNameSchema } from './template.ts'

export const maxCorrelationRules = 200
export const maxRuleExpression = 1_000
const maxDisabledFrameworks = 100

/** Where a response has the value. */
export const ruleSources = ['header', 'jsonPath', 'regex', 'boundary', 'formField'] as const

/** Which part of later requests sends it; `field` is a query, header, form or JSON field of one name. */
export const ruleUses = ['anywhere', 'path', 'field'] as const

export const correlationRuleSchema = z
  .object({
    /** Unique in the project. */
    name: nameSchema,
    enabled: z.boolean(),
    /** Gets the value. */
    variable: variableNameSchema,
    source: z.enum(ruleSources),
    /** Header or field name, JSONPath, regular expression whose first group is the value, or left boundary. */
    expression: z.string().max(maxRuleExpression),
    /** Of the source boundary. */
    rightBoundary: z.string().max(maxRuleExpression),
    use: z.enum(ruleUses),
    /** Name, in any case, for the use `field`. */
    field: z.string().trim().max(200),
  })
  .refine(
    ({ source, expression, rightBoundary }) =>
      expression.trim() !== '' || (source === 'boundary' && rightBoundary.trim() !== ''),
    { path: ['expression'], message: 'required' },
  )
  .refine(({ use, field }) => use !== 'field' || field !== '', {
    path: ['field'],
    message: 'required',
  })
export type CorrelationRule = z.infer<typeof correlationRuleSchema>

export const correlationRulesSchema = z.object({
  rules: z
    .array(correlationRuleSchema)
    .max(maxCorrelationRules)
    .refine(rules => new Set(rules.map(({ name }) => name)).size === rules.length),
  /** Frameworks whose names do not tell that a value is dynamic. */
  disabledFrameworks: z.array(z.string().min(1).max(100)).max(maxDisabledFrameworks),
})
export type CorrelationRules = z.infer<typeof correlationRulesSchema>

export const noCorrelationRules: CorrelationRules = { rules: [], disabledFrameworks: [] }

/** A file of rules; `format` tells it from other JSON. */
const correlationRulesFormat = 'pone-correlation-rules'
export const maxCorrelationFileBytes = 2 * 1024 ** 2
export const correlationRulesFileSchema = correlationRulesSchema.extend({
  format: z.literal(correlationRulesFormat),
})

export const correlationRulesFile = (rules: CorrelationRules): string =>
  `${JSON.stringify({ format: correlationRulesFormat, ...rules }, null, 2)}\n`
