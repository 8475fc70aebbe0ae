/** Converts a row of a component catalogue of either engine to the contract. */
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import type { NodeRow } from './catalogue.repository.ts'

export const toComponentNode = (row: NodeRow): ComponentNode => ({
  id: row.id,
  parentId: row.parent_id,
  kind: row.kind === 'component' ? 'component' : 'folder',
  name: row.name,
  position: row.position,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
})
