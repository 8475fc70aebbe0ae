/** Calls of correlation rules. */
import type { correlationRulesCalls } from '@pone/contract/calls/correlation-rules.ts'
import type { CorrelationRules } from '@pone/schema/correlation-rules.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { CorrelationRulesService } from './correlation-rules.service.ts'

export function correlationRulesApi(rules: CorrelationRulesService): Handlers<typeof correlationRulesCalls> {
  return {
    get: ({ projectId }) => rules.get(projectId),
    save: async ({ projectId, revision, ...given }, { user, project, audit }) => {
      audit.target(project.name)
      const { before, after } = await rules.save(projectId, { revision, rules: given, by: user.account })
      audit.before(recorded(before))
      audit.after(recorded(after))
      return after
    },
  }
}

/** What an operation record shows of rules: their names, those that are off apart. */
const recorded = ({ rules, disabledFrameworks }: CorrelationRules) => ({
  rules: rules.filter(({ enabled }) => enabled).map(({ name }) => name),
  disabled: [...rules.filter(({ enabled }) => !enabled).map(({ name }) => name), ...disabledFrameworks],
})
