/** The topology of a session at an instant that a slider chooses: health and values of then. */
import type { FlowReport } from '@pone/contract/entities/flow-report.ts'
import { formatClock } from '@pone/metrics/figures.ts'
import { ReactFlowProvider } from '@xyflow/react'
import { Button, Slider } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { BackgroundPicture } from '../links/canvas/background-picture.tsx'
import { flowEdges, flowNodes } from '../links/canvas/flow-model.ts'
import { LinkCanvas } from '../links/canvas/link-canvas.tsx'
import { LinkContext } from '../links/canvas/link-context.ts'
import { createLiveStore } from '../links/canvas/live-store.ts'
import { useMonitorTypes } from '../shared/use-monitor-types.ts'
import { lastMs, liveAt, sliderStepMs, statesOf, worstSpans } from './flow-model.ts'
import '../links/live/link-live.css'

interface TopologyProps {
  readonly report: FlowReport
  /** Called with the monitor of a node that was clicked. */
  readonly onChoose: (monitorId: string) => void
}

export function FlowTopology({ report, onChoose }: TopologyProps) {
  const t = useT()
  const { topology, lengthMs } = report
  // null: the end, which moves while the link runs.
  const [chosenMs, setChosenMs] = useState<number | null>(null)
  const atMs = Math.min(chosenMs ?? lastMs(report), lengthMs)
  const [store] = useState(createLiveStore)
  const types = useMonitorTypes()
  const context = useMemo(() => ({ live: store, types }), [store, types])
  useEffect(() => store.set(liveAt(report, atMs)), [store, report, atMs])
  const shown = useShown(report)
  return (
    <section className="flow-map" aria-label={t('flow.map')}>
      <div className="link-canvas link-live">
        <ReactFlowProvider>
          <LinkContext value={context}>
            <LinkCanvas
              defaultNodes={shown.nodes}
              defaultEdges={shown.edges}
              refits
              nodesDraggable={false}
              nodesConnectable={false}
              onNodeClick={(_, { id }) => {
                const monitorId = topology.nodes.find(node => node.id === id)?.monitorId
                if (typeof monitorId === 'string') onChoose(monitorId)
              }}
            >
              <BackgroundPicture background={topology.background} />
            </LinkCanvas>
          </LinkContext>
        </ReactFlowProvider>
      </div>
      <TimeSlider report={report} atMs={atMs} isLatest={chosenMs === null} onChange={setChosenMs} />
    </section>
  )
}

/** Nodes and edges do not change with the instant, so that the canvas is laid out once. */
function useShown({ topology, monitoring: { monitors } }: FlowReport) {
  const present = monitors
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ id }) => id)
    .join(' ')
  return useMemo(() => {
    const marks = { problems: [], monitors: new Set(present.split(' ')) }
    return { nodes: flowNodes(topology, marks, []), edges: flowEdges(topology, marks, []) }
    // A topology of a session never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [present])
}

interface SliderProps {
  readonly report: FlowReport
  readonly atMs: number
  readonly isLatest: boolean
  readonly onChange: (atMs: number | null) => void
}

function TimeSlider({ report, atMs, isLatest, onChange }: SliderProps) {
  const t = useT()
  const { session, lengthMs } = report
  const spans = useMemo(() => worstSpans(report), [report])
  const textAt = (ms: number) =>
    t('flow.atValue', {
      clock: formatClock(ms / 1_000),
      time: dayjs(session.startedAt + ms).format('HH:mm:ss'),
    })
  const states = statesOf(spans)
    .map(state => t(`monitor.state.${state}`))
    .join(', ')
  return (
    <div className="flow-time">
      <div className="flow-time-line">
        <div className="flow-states" role="img" aria-label={t('flow.worst', { states })}>
          {spans.map(({ state, fromMs, toMs }) => (
            <i
              key={fromMs}
              className={`flow-state-${state}`}
              title={`${textAt(fromMs)} ${t(`monitor.state.${state}`)}`}
              style={{ flexGrow: Math.max(1, toMs - fromMs) }}
            />
          ))}
        </div>
        <Slider
          min={0}
          max={Math.max(1, lengthMs)}
          step={Math.max(1, Math.min(sliderStepMs, lengthMs))}
          value={atMs}
          ariaLabelForHandle={t('flow.at')}
          ariaValueTextFormatterForHandle={textAt}
          tooltip={{ formatter: value => textAt(value ?? 0) }}
          onChange={onChange}
        />
      </div>
      <p className="flow-states-help">{t('flow.statesHelp')}</p>
      <span className="tabular">{textAt(atMs)}</span>
      <Button size="small" disabled={isLatest} onClick={() => onChange(null)}>
        {t('flow.latest')}
      </Button>
    </div>
  )
}
