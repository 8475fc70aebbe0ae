/** A proposed edge on the canvas: dashed, until it is accepted. */
import { BaseEdge, type Edge, type EdgeProps, getBezierPath } from '@xyflow/react'
import { memo } from 'react'

export type ProposedFlowEdge = Edge<Record<string, never>, 'proposed'>

export const ProposedEdge = memo(function ProposedEdge(props: EdgeProps<ProposedFlowEdge>) {
  const { id, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props
  const [path] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition })
  return (
    <g className="link-proposed">
      <BaseEdge id={id} path={path} markerEnd="url(#link-arrow)" />
    </g>
  )
})
