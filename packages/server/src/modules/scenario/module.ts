/** Scenarios: components bound to load, machines and SLA rules. */
import { randomUUID } from 'node:crypto'
import type { Cluster } from '@pone/contract/entities/cluster.ts'
import type { Nouns } from '../../calls/nouns.ts'
import { createCatalogueRepository } from '../catalogue/catalogue.repository.ts'
import type { ModuleBase } from '../module.ts'
import { scenarioApi } from './scenario.api.ts'
import { createScenarioService, type ScenarioDeps } from './scenario.service.ts'
import { listScenarios } from './scenario-list.repository.ts'

export const scenarioNouns: Nouns = {
  scenario: { zh: '场景', en: 'The scenario' },
  scenarioSet: { zh: '场景集', en: 'The scenario set' },
}

export interface ScenarioModuleDeps extends ModuleBase {
  /** Whether any server drives a run of these scenarios. */
  readonly isAnyRunning: (projectId: string, scenarioIds: readonly string[]) => Promise<boolean>
  readonly taskSetsUsing: ScenarioDeps['taskSetsUsing']
  readonly ruleCounters: ScenarioDeps['ruleCounters']
  readonly productionMixes: ScenarioDeps['productionMixes']
  /** Clusters that a project may use, with the limits of the licence. */
  readonly clustersFor: (projectId: string) => Promise<Cluster[]>
}

export function scenarioModule({
  database,
  clock,
  isAnyRunning,
  taskSetsUsing,
  clustersFor,
  ruleCounters,
  productionMixes,
}: ScenarioModuleDeps) {
  const scenarios = createScenarioService({
    repository: createCatalogueRepository(database),
    isAnyRunning,
    taskSetsUsing,
    ruleCounters,
    productionMixes,
    now: clock,
    newId: randomUUID,
  })
  return {
    handlers: {
      scenario: scenarioApi({
        service: scenarios,
        clustersFor,
        list: query => listScenarios(database, query),
      }),
    },
    services: { scenarios },
  }
}
