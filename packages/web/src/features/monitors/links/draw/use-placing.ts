/** New nodes and edges, by drop, click or key. */
import type { LinkNode } from '@pone/contract/entities/monitor-link.ts'
import { newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import type { Point } from '@pone/contract/entities/monitor-link-places.ts'
import { type Connection, useReactFlow } from '@xyflow/react'
import type { DragEvent } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { type PaletteItem, readDragged, readItem } from './palette.tsx'
import { connect, freePlace, newId, putNode } from './topology.ts'
import type { LinkDraft } from './use-link-draft.ts'

export type Placing = ReturnType<typeof usePlacing>

/** New parts are selected. */
export function usePlacing(
  { drawing: shown, dispatch }: LinkDraft,
  select: (ids: ReadonlySet<string>) => void,
) {
  const t = useT()
  const flow = useReactFlow()
  const put = ({ kind, monitor }: PaletteItem, placeOf: (node: LinkNode) => Point) => {
    const id = newId()
    const given: Partial<LinkNode> =
      monitor === null
        ? { alias: t(`monitorLink.kind.${kind}`) }
        : {
            alias: monitor.name,
            monitorId: monitor.id,
            targetName: monitor.name,
            targetType: monitor.type,
          }
    const node = newLinkNode({ id, kind, ...given })
    const { x, y } = placeOf(node)
    const placed = { ...node, x: Math.round(x), y: Math.round(y) }
    dispatch({ kind: 'change', next: of => putNode(of, placed) })
    select(new Set([id]))
  }
  return {
    add: (item: PaletteItem) => {
      const box = document.querySelector('.link-canvas')?.getBoundingClientRect() ?? new DOMRect()
      const from = flow.screenToFlowPosition({ x: box.left, y: box.top })
      const to = flow.screenToFlowPosition({ x: box.right, y: box.bottom })
      const view = { ...from, width: to.x - from.x, height: to.y - from.y }
      put(item, node => freePlace(shown, node, view))
    },
    drop: (event: DragEvent) => {
      const item = readItem(readDragged(event))
      if (item === null) return
      event.preventDefault()
      const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })
      put(item, () => at)
    },
    connect: ({ source, target }: Pick<Connection, 'source' | 'target'>) => {
      const known = shown.edges.find(edge => edge.from === source && edge.to === target)
      const id = known?.id ?? newId()
      dispatch({ kind: 'change', next: of => connect(of, source, target, id) })
      select(new Set([id]))
    },
  }
}
