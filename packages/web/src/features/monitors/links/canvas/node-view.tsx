/** A node on the canvas: what it stands for, its health and the newest values of its counters. */
import {
  ApiOutlined,
  BellFilled,
  CloudServerOutlined,
  DesktopOutlined,
  ExclamationCircleFilled,
  LineChartOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons'
import type { LinkNode } from '@pone/contract/entities/monitor-link.ts'
import { linkProblemTexts } from '@pone/contract/entities/monitor-link-rules.ts'
import { textIn } from '@pone/schema/bilingual.ts'
import { Handle, type NodeProps, NodeResizer, Position } from '@xyflow/react'
import { memo, useContext, useSyncExternalStore } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { Counters, MainCounter, nothing } from './counters-view.tsx'
import type { FlowNode, NodeData } from './flow-model.ts'
import { type Health, nodeHealth } from './health.ts'
import { HealthMark } from './health-mark.tsx'
import { CompactContext, LinkContext } from './link-context.ts'

const icons = {
  monitor: LineChartOutlined,
  host: DesktopOutlined,
  external: ApiOutlined,
  machine: ThunderboltOutlined,
  group: CloudServerOutlined,
} as const

/** Health of a node; null while it is drawn. New values that do not change it draw nothing. */
export function useNodeHealth(node: LinkNode | undefined, isLost: boolean): Health | null {
  const { live: store, types } = useContext(LinkContext)
  const healthOf = () => {
    if (store === null || node === undefined) return null
    const live = store.monitor(node.monitorId)
    const type = types.typeOf({ type: node.targetType })
    return nodeHealth(node, { live, isOnline: store.machine(node.machineId), isLost, type })
  }
  const subscribe = store?.subscribeTo(node?.monitorId ?? node?.machineId ?? null)
  return useSyncExternalStore(subscribe ?? nothing, healthOf)
}

/** What the node stands for: name and type of its monitor, machine or address. */
function useTarget({ node, isLost }: NodeData): string {
  const t = useT()
  const language = useSession('language')
  const { types } = useContext(LinkContext)
  if (isLost) return t('monitorLink.lostMonitor', { name: node.targetName })
  if (node.monitorId !== null)
    return `${node.targetName} · ${types.nameOf({ type: node.targetType }, language)}`
  if (node.kind === 'machine') return node.targetName === '' ? t('monitorLink.kind.machine') : node.targetName
  return node.address === '' ? t(`monitorLink.kind.${node.kind}`) : node.address
}

export const PartNode = memo(function PartNode({ data, selected, isConnectable }: NodeProps<FlowNode>) {
  const { node, problems, isLost } = data
  const target = useTarget(data)
  const health = useNodeHealth(node, isLost) ?? (isLost ? 'lost' : 'none')
  const isCompact = useContext(CompactContext)
  const className = `link-node link-color-${node.color} link-health-${health}${selected ? ' link-selected' : ''}${
    problems.length > 0 ? ' link-faulty' : ''
  }`
  if (isCompact) return <CompactNode {...{ data, className, target, health, isConnectable }} />
  const Icon = icons[node.kind]
  return (
    <div className={className}>
      <Handle type="target" position={Position.Left} isConnectable={isConnectable} />
      <div className="link-node-title">
        <Icon aria-hidden />
        <strong title={node.alias}>{node.alias}</strong>
        <Problems problems={problems} />
        <OpenAlerts monitorId={node.monitorId} />
        <HealthMark health={health} />
      </div>
      <div className="link-node-target" title={node.note === '' ? target : `${target}\n${node.note}`}>
        {target}
      </div>
      <Counters node={node} />
      <Handle type="source" position={Position.Right} isConnectable={isConnectable} />
    </div>
  )
})

interface CompactNodeProps {
  readonly data: NodeData
  readonly className: string
  readonly target: string
  readonly health: Health
  readonly isConnectable: boolean
}

/** Seen from so far that small text cannot be read: alias and one value; a mark only where something is wrong. */
function CompactNode({ data, className, target, health, isConnectable }: CompactNodeProps) {
  const { node, problems } = data
  return (
    <div className={`${className} link-compact`}>
      {/* Edges end at handles, also where nothing can be connected. */}
      <Handle type="target" position={Position.Left} isConnectable={isConnectable} />
      <div className="link-compact-title">
        <strong title={`${node.alias}\n${target}`}>{node.alias}</strong>
        <Problems problems={problems} />
        <OpenAlerts monitorId={node.monitorId} />
        {health !== 'up' && <HealthMark health={health} />}
      </div>
      <MainCounter node={node} />
      <Handle type="source" position={Position.Right} isConnectable={isConnectable} />
    </div>
  )
}

/** How many incidents of the monitor are open; nothing while there are none. */
function OpenAlerts({ monitorId }: { readonly monitorId: string | null }) {
  const t = useT()
  const { live: store } = useContext(LinkContext)
  const count = useSyncExternalStore(
    store?.subscribeTo(monitorId) ?? nothing,
    () => store?.alerts(monitorId) ?? 0,
  )
  if (count === 0) return null
  const text = t('alertMark.count', { count })
  return (
    <span className="link-alerts" role="img" aria-label={text} title={text}>
      <BellFilled aria-hidden /> {count}
    </span>
  )
}

export function Problems({ problems }: { readonly problems: NodeData['problems'] }) {
  const language = useSession('language')
  if (problems.length === 0) return null
  const text = problems.map(({ code, params }) => textIn(linkProblemTexts[code], params, language)).join('\n')
  return <ExclamationCircleFilled className="link-problem" role="img" aria-label={text} title={text} />
}

export const GroupNode = memo(function GroupNode({ data, selected, isConnectable }: NodeProps<FlowNode>) {
  const { node, problems } = data
  return (
    <div className={`link-group link-color-${node.color}${selected ? ' link-selected' : ''}`}>
      <NodeResizer isVisible={selected && isConnectable} minWidth={120} minHeight={80} />
      <Handle type="target" position={Position.Left} isConnectable={isConnectable} />
      <div className="link-node-title">
        <strong>{node.alias}</strong>
        <Problems problems={problems} />
      </div>
      <Handle type="source" position={Position.Right} isConnectable={isConnectable} />
    </div>
  )
})
