/** The whole topology in a corner with the part that is in view, which a press or drag moves. Not the library's: that one lays the page out anew in each frame of a drag. */
import { Panel, type ReactFlowState, useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import { memo, type PointerEvent, useLayoutEffect, useRef } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { boxOf, isSameBox } from './node-box.ts'

/** Of the overview on the screen, px. */
const size = { width: 200, height: 140 }
/** Around all nodes, as a share of their box. */
const margin01 = 0.1

export function Overview({ onMove }: { readonly onMove: () => void }) {
  const t = useT()
  const box = useStore(boxOf, isSameBox)
  const { setCenter, getZoom } = useReactFlow()
  if (box === null) return null
  const scale = Math.min(size.width / box.width, size.height / box.height) * (1 - margin01)
  const origin = {
    x: box.x - (size.width / scale - box.width) / 2,
    y: box.y - (size.height / scale - box.height) / 2,
  }
  const moveTo = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const x = origin.x + (event.clientX - left) / scale
    const y = origin.y + (event.clientY - top) / scale
    onMove()
    void setCenter(x, y, { zoom: getZoom() })
  }
  return (
    <Panel position="bottom-right" className="link-overview">
      <div
        role="img"
        aria-label={t('monitorLink.overview')}
        style={size}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          moveTo(event)
        }}
        onPointerMove={event => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event)
        }}
      >
        <NodeMarks x={origin.x} y={origin.y} scale={scale} />
        <View x={origin.x} y={origin.y} scale={scale} />
      </div>
    </Panel>
  )
}

interface Placed {
  /** Of the overview's left upper corner on the canvas. */
  readonly x: number
  readonly y: number
  /** Screen pixels of one of the canvas. */
  readonly scale: number
}

const NodeMarks = memo(function NodeMarks({ x, y, scale }: Placed) {
  useStore(({ nodes }) => nodes)
  const store = useStoreApi()
  const placed = [...store.getState().nodeLookup.values()].map(({ id, type, measured, internals }) => {
    const at = internals.positionAbsolute
    return { id, isGroup: type === 'group', at, width: measured.width ?? 0, height: measured.height ?? 0 }
  })
  return (
    <svg width={size.width} height={size.height} aria-hidden>
      {placed.map(({ id, isGroup, at, width, height }) => (
        <rect
          key={id}
          className={isGroup ? 'link-overview-group' : ''}
          x={(at.x - x) * scale}
          y={(at.y - y) * scale}
          width={width * scale}
          height={height * scale}
        />
      ))}
    </svg>
  )
})

/** The part in view, moved past React and without layout. */
function View({ x, y, scale }: Placed) {
  const ref = useRef<HTMLDivElement>(null)
  const store = useStoreApi()
  useLayoutEffect(() => {
    let [shownZoom, shownWidth, shownHeight] = [0, 0, 0]
    const show = ({ transform: [left, top, zoom], width, height }: ReactFlowState) => {
      const place = ref.current
      if (place === null) return
      place.style.transform = `translate(${(-left / zoom - x) * scale}px, ${(-top / zoom - y) * scale}px)`
      if (shownZoom === zoom && shownWidth === width && shownHeight === height) return
      ;[shownZoom, shownWidth, shownHeight] = [zoom, width, height]
      place.style.width = `${(width / zoom) * scale}px`
      place.style.height = `${(height / zoom) * scale}px`
    }
    show(store.getState())
    return store.subscribe(show)
  }, [store, x, y, scale])
  return <div ref={ref} className="link-overview-view" />
}
