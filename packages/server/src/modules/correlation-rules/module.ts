/** Correlation rules of projects: which values of responses imports of recorded requests take. */
import type { ModuleBase } from '../module.ts'
import { correlationRulesApi } from './correlation-rules.api.ts'
import { createCorrelationRulesRepository } from './correlation-rules.repository.ts'
import { createCorrelationRulesService } from './correlation-rules.service.ts'

export function correlationRulesModule({ database, clock: now }: Pick<ModuleBase, 'database' | 'clock'>) {
  const rules = createCorrelationRulesService({ stored: createCorrelationRulesRepository(database), now })
  return { handlers: { correlationRules: correlationRulesApi(rules) }, services: {} }
}
