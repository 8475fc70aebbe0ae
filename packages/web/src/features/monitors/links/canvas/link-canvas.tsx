/** The canvas of a topology, for drawing and for watching: background, nodes, edges, controls and overview. */
import {
  Background,
  BackgroundVariant,
  Controls,
  ReactFlow,
  type ReactFlowProps,
  useStore,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { CallEdge } from './edge-view.tsx'
import type { FlowEdge, FlowNode } from './flow-model.ts'
import { Ground } from './ground.tsx'
import { CompactContext } from './link-context.ts'
import { GroupNode, PartNode } from './node-view.tsx'
import { Overview } from './overview.tsx'
import { ProposedEdge, type ProposedFlowEdge } from './proposed-edge.tsx'
import { Refit } from './refit.tsx'
import './link-canvas.css'

const nodeTypes = { part: PartNode, group: GroupNode }
const edgeTypes = { call: CallEdge, proposed: ProposedEdge }
/** All nodes, none larger than it is. */
export const wholeView = { maxZoom: 1, padding: 0.1 }
/** More of them make the overview slower than it is useful. */
const maxOverview = 300

/** Of a topology that is watched as a whole: with fewer nodes the overview would only cover them. */
const leastOverview = 20

/** Below it the text of a node, 12 px, is less than 6 px high. */
const compactBelow = 0.45
/** Zoom of a compact view in steps, so that text is not sized anew for each movement of the wheel; 1: not compact. */
const compactZoom = (zoom: number): number => (zoom < compactBelow ? Math.ceil(zoom * 50) / 50 : 1)

interface LinkCanvasProps extends ReactFlowProps<FlowNode, FlowEdge | ProposedFlowEdge> {
  readonly children?: ReactNode
  /** It is watched, not drawn: a canvas of another size shows all nodes until the view is moved. One that is drawn keeps its view from the first press or key on, so that nodes stay under the pointer. */
  readonly refits?: boolean
}

export function LinkCanvas(props: LinkCanvasProps) {
  const { children, refits = false, ...flow } = props
  const t = useT()
  const isMoved = useRef(false)
  const setMoved = (value: boolean) => () => {
    isMoved.current = value
  }
  const count = (flow.nodes ?? flow.defaultNodes)?.length ?? 0
  const texts = useMemo(
    () => ({
      'node.a11yDescription.default': t('monitorLink.nodeKeys'),
      'node.a11yDescription.keyboardDisabled': t('monitorLink.nodeKeys'),
      'edge.a11yDescription.default': t('monitorLink.edgeKeys'),
      'controls.ariaLabel': t('monitorLink.view'),
      'controls.zoomIn.ariaLabel': t('monitorLink.zoomIn'),
      'controls.zoomOut.ariaLabel': t('monitorLink.zoomOut'),
      'controls.fitView.ariaLabel': t('monitorLink.fit'),
    }),
    [t],
  )
  const zoom = useStore(({ transform }) => compactZoom(transform[2]))
  const style: CSSProperties & Record<'--link-zoom', number> = { '--link-zoom': zoom }
  return (
    <CompactContext value={zoom < 1}>
      <ReactFlow
        style={style}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        ariaLabelConfig={texts}
        deleteKeyCode={null}
        minZoom={0.1}
        fitView
        fitViewOptions={wholeView}
        // Near, a node has many parts, and most nodes are outside the view; whoever draws exports all of them.
        onlyRenderVisibleElements={refits && zoom === 1}
        {...(!refits && { onPointerDownCapture: setMoved(true), onKeyDownCapture: setMoved(true) })}
        onMoveStart={event => {
          if (event !== null) isMoved.current = true
        }}
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
        {!refits && <Background variant={BackgroundVariant.Dots} gap={16} size={1} />}
        <Controls
          showInteractive={false}
          onZoomIn={setMoved(true)}
          onZoomOut={setMoved(true)}
          onFitView={setMoved(false)}
        />
        <Refit isMoved={isMoved} options={wholeView} />
        {count <= maxOverview && (!refits || count >= leastOverview) && <Overview onMove={setMoved(true)} />}
        <Ground />
        {children}
      </ReactFlow>
    </CompactContext>
  )
}
