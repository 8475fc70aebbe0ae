/** An edge on the canvas: a curve from the caller to what it calls, its alias, and the newest values of its counters. */
import type { LinkEdge, LinkNode } from '@pone/contract/entities/monitor-link.ts'
import { BaseEdge, type EdgeProps, getBezierPath } from '@xyflow/react'
import { memo, useContext, useSyncExternalStore } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { protocolName } from '../protocol-name.ts'
import { counterName, counterValue } from './counter-texts.ts'
import { nothing } from './counters-view.tsx'
import type { EdgeData, FlowEdge } from './flow-model.ts'
import { edgeHealth, keyOf } from './health.ts'
import { CompactContext, LinkContext } from './link-context.ts'
import type { LiveMonitor } from './live-store.ts'
import { useNodeHealth } from './node-view.tsx'

/** Characters of an alias that a line shows; the list of properties shows all of it. */
const maxLine = 24

export const CallEdge = memo(function CallEdge(props: EdgeProps<FlowEdge>) {
  const { id, data, selected, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props
  const from = useNodeHealth(data?.from, data?.isLostFrom ?? false)
  const to = useNodeHealth(data?.to, data?.isLostTo ?? false)
  const [path, labelX, labelY] = getBezierPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
  })
  const isCompact = useContext(CompactContext)
  if (data === undefined) return null
  const health = from === null || to === null ? 'none' : edgeHealth(from, to)
  const isFaulty = data.problems.length > 0
  return (
    <g
      className={`link-edge link-health-${health}${selected ? ' link-selected' : ''}${isFaulty ? ' link-faulty' : ''}`}
    >
      <BaseEdge id={id} path={path} markerEnd="url(#link-arrow)" interactionWidth={16} />
      {!isCompact && <Label x={labelX} y={labelY} data={data} />}
    </g>
  )
})

/** Newest values of the monitor of an end that the edge shows counters of; nothing else draws it again. */
function useShownLive({ edge }: EdgeData, node: LinkNode | undefined): LiveMonitor | undefined {
  const { live: store } = useContext(LinkContext)
  const isShown = node !== undefined && edge.counters.some(({ nodeId }) => nodeId === node.id)
  return useSyncExternalStore(store?.subscribeTo(node?.monitorId ?? null) ?? nothing, () =>
    isShown ? store?.monitor(node.monitorId) : undefined,
  )
}

function Label(props: { readonly x: number; readonly y: number; readonly data: EdgeData }) {
  const { x, y, data } = props
  const { edge } = data
  const t = useT()
  const language = useSession('language')
  const { types } = useContext(LinkContext)
  const [ofFrom, ofTo] = [useShownLive(data, data.from), useShownLive(data, data.to)]
  const counters = edge.counters.map(shown => {
    const isFrom = shown.nodeId === edge.from
    const type = types.typeOf({ type: (isFrom ? data.from : data.to)?.targetType ?? '' })
    const live = isFrom ? ofFrom : ofTo
    const name = counterName(type, shown, language)
    const value = live?.values.find(each => keyOf(each) === keyOf(shown))?.value ?? null
    return live === undefined ? name : `${name} ${counterValue(type, shown, { value, language })}`
  })
  const [first, ...more] = aliasLines(edge.alias)
  const mark = data.problems.length > 0 ? '⚠ ' : ''
  const lines = [`${mark}${first}`, ...more, protocolText(edge, t), ...counters]
  return (
    <text className="link-edge-label" x={x} y={y - (lines.length - 1) * 7} textAnchor="middle">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and do not move
        <tspan key={index} x={x} dy={index === 0 ? 0 : 14}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

/** An alias made of two names takes two lines, so that it fits between the nodes. */
function aliasLines(alias: string): readonly string[] {
  const [from = '', ...to] = alias.split(' → ')
  const lines = to.length === 0 || alias.length <= 14 ? [alias] : [`${from} →`, to.join(' → ')]
  return lines.map(line => (line.length > maxLine ? `${line.slice(0, maxLine - 1)}…` : line))
}

function protocolText({ protocol, topics }: LinkEdge, t: ReturnType<typeof useT>): string {
  if (protocol === null) return ''
  const names = topics.map(topic => (topic.queue === '' ? topic.name : `${topic.name} / ${topic.queue}`))
  return [protocolName(protocol, t), ...names.slice(0, 2)].join(' · ')
}
