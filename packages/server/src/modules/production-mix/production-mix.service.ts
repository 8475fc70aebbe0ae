/** Rules of production mixes: free names, a limit per project, and none that a scenario names is deleted. */
import { randomUUID } from 'node:crypto'
import {
  maxProductionMixes,
  type ProductionMix,
  type ProductionMixRow,
} from '@pone/contract/entities/production-mix.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import type { ProductionMixQuery, ProductionMixRepository } from './production-mix.repository.ts'

export interface ProductionMixDeps {
  readonly mixes: ProductionMixRepository
  /** Names of the scenarios of a project that name a mix. */
  readonly scenariosUsing: (projectId: string, mixId: string) => Promise<readonly string[]>
  readonly now: () => number
}

interface NewMix {
  readonly name: string
  readonly document: ProductionMixDocument
}

export type ProductionMixService = ReturnType<typeof createProductionMixService>

export function createProductionMixService({ mixes, scenariosUsing, now }: ProductionMixDeps) {
  /** @throws AppError NotFound */
  const row = async (projectId: string, id: string): Promise<ProductionMixRow> => {
    const found = await mixes.row(projectId, id)
    if (found === undefined) throw notFound()
    return found
  }
  return {
    list: async (query: ProductionMixQuery) => {
      const { total, rows } = await mixes.list(query)
      return { total, page: query.page, pageSize: query.pageSize, rows }
    },
    names: (projectId: string) => mixes.names(projectId),
    row,
    /** @throws AppError NotFound */
    get: async (projectId: string, id: string): Promise<ProductionMix> => {
      const found = await mixes.find(projectId, id)
      if (found === undefined) throw notFound()
      return found
    },
    /** @throws AppError NameExists, ProductionMixesExceeded */
    create: async (projectId: string, by: string, { name, document }: NewMix): Promise<ProductionMixRow> => {
      const mix = { id: randomUUID(), name, document, createdBy: by, createdAt: now() }
      const isStored = await withNameFault(name, () => mixes.insert(projectId, mix, maxProductionMixes))
      if (!isStored) throw new AppError('ProductionMixesExceeded', { limit: maxProductionMixes })
      return row(projectId, mix.id)
    },
    /** @throws AppError NotFound, NameExists */
    rename: async (projectId: string, id: string, name: string): Promise<ProductionMixRow> => {
      await withNameFault(name, () => mixes.rename(projectId, id, name))
      return row(projectId, id)
    },
    /** @throws AppError NotFound, ProductionMixInUse */
    delete: async (projectId: string, id: string): Promise<void> => {
      const { name } = await row(projectId, id)
      const scenarios = await scenariosUsing(projectId, id)
      if (scenarios.length > 0)
        throw new AppError('ProductionMixInUse', { name, scenarios: scenarios.join(', ') })
      await mixes.delete(projectId, id)
    },
    /**
     * A mix that the former document named already may be gone, so that nothing of a form is lost.
     * @throws AppError NotFound where a scenario names a mix that its project does not have
     */
    assertKnown: async (
      projectId: string,
      { productionMix }: Pick<ScenarioDocument, 'productionMix'>,
      former: Pick<ScenarioDocument, 'productionMix'> | null,
    ): Promise<void> => {
      if (productionMix === null || productionMix.id === former?.productionMix?.id) return
      await row(projectId, productionMix.id)
    },
  }
}

const notFound = () => new AppError('NotFound', { what: 'productionMix' })

/** @throws AppError NameExists */
async function withNameFault<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    if (isUniqueViolation(cause)) throw new AppError('NameExists', { name }, { cause })
    throw cause
  }
}
