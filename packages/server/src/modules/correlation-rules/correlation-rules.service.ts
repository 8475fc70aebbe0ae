/** Rules of correlation rules: expressions that can be used, and who saved first. */
import type { StoredCorrelationRules } from '@pone/contract/entities/correlation-rules.ts'
import { AppError } from '@pone/contract/errors.ts'
import { ruleProblem } from '@pone/recording/correlation/rule-expression.ts'
import {
  type CorrelationRules,
  correlationRulesSchema,
  noCorrelationRules,
} from '@pone/schema/correlation-rules.ts'
import type { CorrelationRulesRepository } from './correlation-rules.repository.ts'

interface CorrelationRulesDeps {
  readonly stored: CorrelationRulesRepository
  readonly now: () => number
}

interface RulesSave {
  readonly revision: number
  readonly rules: CorrelationRules
  readonly by: string
}

export type CorrelationRulesService = ReturnType<typeof createCorrelationRulesService>

export function createCorrelationRulesService({ stored, now }: CorrelationRulesDeps) {
  const get = async (projectId: string): Promise<StoredCorrelationRules> => {
    const row = await stored.find(projectId)
    if (row === undefined) return { ...noCorrelationRules, revision: 0, updatedBy: '', updatedAt: null }
    return {
      ...correlationRulesSchema.parse(row.content),
      revision: row.revision,
      updatedBy: row.updated_by,
      updatedAt: row.updated_at,
    }
  }
  return {
    get,
    /** @throws AppError RuleExpressionInvalid, EditedMeanwhile */
    save: async (projectId: string, { revision, rules, by }: RulesSave) => {
      for (const rule of rules.rules) {
        const reason = ruleProblem(rule)
        if (reason !== null)
          throw new AppError('RuleExpressionInvalid', { name: rule.name, reason, field: 'rules' })
      }
      const before = await get(projectId)
      if (!(await stored.save(projectId, revision, { content: rules, by, at: now() }))) {
        const { updatedBy: editor, updatedAt, revision: latest } = await get(projectId)
        throw new AppError('EditedMeanwhile', { editor, at: updatedAt ?? 0, revision: latest })
      }
      return { before, after: await get(projectId) }
    },
  }
}
