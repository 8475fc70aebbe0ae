/** The canvas of a topology, for drawing and for watching: background, nodes, edges, controls and overview. */
import {
  Background,
  BackgroundVariant,
  Controls,
  MiniMap,
  ReactFlow,
  type ReactFlowProps,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type ReactNode, useMemo } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { CallEdge } from './edge-view.tsx'
import type { FlowEdge, FlowNode } from './flow-model.ts'
import { GroupNode, PartNode } from './node-view.tsx'
import { ProposedEdge, type ProposedFlowEdge } from './proposed-edge.tsx'
import './link-canvas.css'

const nodeTypes = { part: PartNode, group: GroupNode }
const edgeTypes = { call: CallEdge, proposed: ProposedEdge }
/** All nodes, none larger than it is. */
export const wholeView = { maxZoom: 1, padding: 0.1 }
/** More of them make the overview slower than it is useful. */
const maxOverview = 300

export function LinkCanvas(
  props: ReactFlowProps<FlowNode, FlowEdge | ProposedFlowEdge> & { readonly children?: ReactNode },
) {
  const { children, ...flow } = props
  const t = useT()
  const texts = useMemo(
    () => ({
      'node.a11yDescription.default': t('monitorLink.nodeKeys'),
      'node.a11yDescription.keyboardDisabled': t('monitorLink.nodeKeys'),
      'edge.a11yDescription.default': t('monitorLink.edgeKeys'),
      'controls.ariaLabel': t('monitorLink.view'),
      'controls.zoomIn.ariaLabel': t('monitorLink.zoomIn'),
      'controls.zoomOut.ariaLabel': t('monitorLink.zoomOut'),
      'controls.fitView.ariaLabel': t('monitorLink.fit'),
      'minimap.ariaLabel': t('monitorLink.overview'),
    }),
    [t],
  )
  return (
    <ReactFlow
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      ariaLabelConfig={texts}
      deleteKeyCode={null}
      minZoom={0.1}
      fitView
      fitViewOptions={wholeView}
      {...flow}
    >
      <svg className="link-markers" aria-hidden>
        <defs>
          <marker
            id="link-arrow"
            viewBox="0 0 10 10"
            refX="9"
            refY="5"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M 0 0 L 10 5 L 0 10 z" fill="context-stroke" />
          </marker>
        </defs>
      </svg>
      <Background variant={BackgroundVariant.Dots} gap={16} size={1} />
      <Controls showInteractive={false} />
      {(flow.nodes?.length ?? 0) <= maxOverview && <MiniMap pannable zoomable />}
      {children}
    </ReactFlow>
  )
}
