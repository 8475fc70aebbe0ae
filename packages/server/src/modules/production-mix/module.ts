/** Production mixes: counted requests of production, from which scenarios are made and with which runs are compared. */
import type { Nouns } from '../../calls/nouns.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import { createCatalogueRepository } from '../catalogue/catalogue.repository.ts'
import { createMachineLine } from '../host/machine-line.ts'
import type { ModuleBase } from '../module.ts'
import { createStoredRuns } from '../run/stored-run.ts'
import { createLogCounts, type LogMachine } from './log-counts.ts'
import { productionMixApi } from './production-mix.api.ts'
import { createProductionMixRepository } from './production-mix.repository.ts'
import { createProductionMixService } from './production-mix.service.ts'
import { mixOfRun } from './run-mixes.ts'

export const productionMixNouns: Nouns = {
  productionMix: { zh: '生产流量模型', en: 'The production mix' },
}

interface ProductionMixModuleDeps extends Pick<ModuleBase, 'database' | 'clock'> {
  readonly link: AgentLink
  /** Machines that a project may use. */
  readonly recordingMachinesOf: (projectId: string) => Promise<LogMachine[]>
}

export function productionMixModule(deps: ProductionMixModuleDeps) {
  const { database, clock: now, link, recordingMachinesOf: machinesOf } = deps
  const mixes = createProductionMixRepository(database)
  const catalogue = createCatalogueRepository(database)
  const productionMixes = createProductionMixService({
    mixes,
    scenariosUsing: (projectId, id) =>
      catalogue.tree(projectId, 'scenario').namesContaining({ productionMix: { id } }),
    now,
  })
  return {
    handlers: {
      productionMix: productionMixApi(
        productionMixes,
        createLogCounts({ line: createMachineLine(link), machinesOf }),
      ),
    },
    services: {
      productionMixes,
      mixOf: mixOfRun({ mixes, planOf: createStoredRuns(database).plan }),
    },
  }
}
