/** The nodes of a path on a canvas, callers left of what they call, with worst states and means over the run. */
import type { FullLinkPath, PathLink } from '@pone/contract/entities/full-link.ts'
import { ReactFlowProvider } from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import { flowEdges, flowNodes } from '../links/canvas/flow-model.ts'
import { LinkCanvas } from '../links/canvas/link-canvas.tsx'
import { LinkContext } from '../links/canvas/link-context.ts'
import { createLiveStore } from '../links/canvas/live-store.ts'
import { arranged } from '../links/draw/layout.ts'
import { useMonitorTypes } from '../shared/use-monitor-types.ts'
import { liveOfRun } from './path-model.ts'

interface PathMapProps {
  readonly path: FullLinkPath
  readonly link: PathLink
  /** Called with the monitor of a node that was clicked. */
  readonly onChoose: (monitorId: string) => void
}

export function PathMap({ path, link, onChoose }: PathMapProps) {
  const [store] = useState(createLiveStore)
  const types = useMonitorTypes()
  const context = useMemo(() => ({ live: store, types }), [store, types])
  useEffect(() => store.set(liveOfRun(path, link.topology)), [store, path, link])
  const shown = useShown(path, link)
  return (
    <div className="link-canvas full-link-map">
      <ReactFlowProvider>
        <LinkContext value={context}>
          <LinkCanvas
            defaultNodes={shown.nodes}
            defaultEdges={shown.edges}
            refits
            nodesDraggable={false}
            nodesConnectable={false}
            onNodeClick={(_, { id }) => {
              const monitorId = link.topology.nodes.find(node => node.id === id)?.monitorId
              if (typeof monitorId === 'string') onChoose(monitorId)
            }}
          />
        </LinkContext>
      </ReactFlowProvider>
    </div>
  )
}

/** Laid out once: the path of a label does not change while its run goes on. */
function useShown({ monitoring }: FullLinkPath, { name, topology }: PathLink) {
  const present = monitoring.monitors
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ id }) => id)
    .join(' ')
  const drawn = JSON.stringify(topology)
  return useMemo(() => {
    const marks = { problems: [], monitors: new Set(present.split(' ')) }
    const placed = arranged({ name, ...topology })
    return { nodes: flowNodes(placed, marks, []), edges: flowEdges(placed, marks, []) }
    // An answer with the same topology is another object.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [present, drawn])
}
