/** One surface under all nodes: without it a browser keeps a layer for each node, and moving 200 of them takes longer than a frame. */
import { useStore, ViewportPortal } from '@xyflow/react'
import { boxOf, isSameBox } from './node-box.ts'

/** Labels and arrows beside the outermost nodes, canvas units. */
const margin = 60

export function Ground() {
  const box = useStore(boxOf, isSameBox)
  if (box === null) return null
  return (
    <ViewportPortal>
      <div
        className="link-ground"
        style={{
          left: box.x - margin,
          top: box.y - margin,
          width: box.width + 2 * margin,
          height: box.height + 2 * margin,
        }}
      />
    </ViewportPortal>
  )
}
