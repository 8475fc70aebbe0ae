/** Rows of production mixes; instants are epoch milliseconds. */
import type { ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'
import type { JSONColumnType } from 'kysely'

export interface ProductionMixTable {
  id: string
  project_id: string
  name: string
  document: JSONColumnType<ProductionMixDocument>
  /** Account. */
  created_by: string
  created_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    production_mixes: ProductionMixTable
  }
}
