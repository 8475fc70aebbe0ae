/** A row of a component catalogue as the contract has it; the catalogues of both engines are of one shape. */
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
