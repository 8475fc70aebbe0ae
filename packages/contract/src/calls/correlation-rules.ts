/** Correlation rules of a project, which imports of recorded requests use. */
import { projectScope } from '@pone/schema/common.ts'
import { correlationRulesSchema } from '@pone/schema/correlation-rules.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import { storedCorrelationRulesSchema } from '../entities/correlation-rules.ts'

export const correlationRulesCalls = {
  get: defineCall({
    path: '/correlationRules/get',
    summary: { zh: '项目的动态值规则', en: 'The rules for dynamic values of a project' },
    permission: inProject('component.view'),
    input: z.object(projectScope),
    output: storedCorrelationRulesSchema,
  }),
  /** All of them. Refused with EditedMeanwhile when `revision` is not the stored one, and with RuleExpressionInvalid. */
  save: defineCall({
    path: '/correlationRules/save',
    summary: { zh: '保存项目的动态值规则', en: 'Save the rules for dynamic values of a project' },
    permission: inProject('component.edit'),
    input: z.object({
      ...projectScope,
      /** That the changes are based on. */
      revision: z.int32().min(0),
      ...correlationRulesSchema.shape,
    }),
    output: storedCorrelationRulesSchema,
    audit: 'correlationRules.save',
  }),
}
