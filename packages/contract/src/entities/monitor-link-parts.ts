/** New nodes and edges of a topology with all that is not chosen yet. */
import type { LinkEdge, LinkNode } from './monitor-link.ts'

export const usualNodeSize = { width: 200, height: 76 } as const
export const usualGroupSize = { width: 480, height: 300 } as const

export const newLinkNode = (given: Pick<LinkNode, 'id' | 'kind'> & Partial<LinkNode>): LinkNode => ({
  alias: '',
  x: 0,
  y: 0,
  ...(given.kind === 'group' ? usualGroupSize : usualNodeSize),
  color: 'none',
  groupId: null,
  monitorId: null,
  machineId: null,
  targetName: '',
  targetType: '',
  address: '',
  note: '',
  counters: [],
  ...given,
})

export const newLinkEdge = (given: Pick<LinkEdge, 'id' | 'from' | 'to'> & Partial<LinkEdge>): LinkEdge => ({
  alias: '',
  protocol: null,
  topics: [],
  properties: [],
  counters: [],
  ...given,
})
