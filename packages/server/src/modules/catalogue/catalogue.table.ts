/** Table of the catalogues of a project, shared by components of both engines, scenarios and task sets. */
import type { ColumnType } from 'kysely'

export const catalogueTrees = ['component', 'scenario', 'task', 'jmeter'] as const
export type CatalogueTree = (typeof catalogueTrees)[number]

export interface CatalogueNodeTable {
  id: string
  project_id: string
  tree: CatalogueTree
  /** null for the root, of which each tree has one. */
  parent_id: string | null
  kind: string
  name: string
  /** Order among siblings, from 0. */
  position: number
  /** jsonb; null for folders. */
  document: ColumnType<unknown, string | null, string | null>
  revision: number
  created_at: number
  updated_at: number
  updated_by: string
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    catalogue_nodes: CatalogueNodeTable
  }
}
