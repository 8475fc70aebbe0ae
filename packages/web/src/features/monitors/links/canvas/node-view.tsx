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
import { counterName, counterValue } from './counter-texts.ts'
import type { FlowNode, NodeData } from './flow-model.ts'
import { breaches, type Health, keyOf, nodeHealth } from './health.ts'
import { HealthMark } from './health-mark.tsx'
import { LinkContext } from './link-context.ts'
import type { LiveMonitor } from './live-store.ts'

const icons = {
  monitor: LineChartOutlined,
  host: DesktopOutlined,
  external: ApiOutlined,
  machine: ThunderboltOutlined,
  group: CloudServerOutlined,
} as const

const nothing = () => () => undefined

/** Newest values of the monitor of a node, and its health; null while it is drawn. */
export function useNodeLive(
  node: LinkNode | undefined,
  isLost: boolean,
): { readonly health: Health; readonly live: LiveMonitor | undefined } | null {
  const { live: store, types } = useContext(LinkContext)
  const monitorId = node?.monitorId ?? null
  const machineId = node?.machineId ?? null
  const live = useSyncExternalStore(store?.subscribe ?? nothing, () => store?.monitor(monitorId))
  const isOnline = useSyncExternalStore(store?.subscribe ?? nothing, () => store?.machine(machineId))
  if (store === null || node === undefined) return null
  const type = types.typeOf({ type: node.targetType })
  return { health: nodeHealth(node, { live, isOnline, isLost, type }), live }
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
  const found = useNodeLive(node, isLost)
  const health = found?.health ?? (isLost ? 'lost' : 'none')
  const Icon = icons[node.kind]
  return (
    <div
      className={`link-node link-color-${node.color} link-health-${health}${selected ? ' link-selected' : ''}${
        problems.length > 0 ? ' link-faulty' : ''
      }`}
    >
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
      <Counters node={node} live={found?.live} isLive={found !== null} />
      <Handle type="source" position={Position.Right} isConnectable={isConnectable} />
    </div>
  )
})

function Counters(props: {
  readonly node: LinkNode
  readonly live: LiveMonitor | undefined
  readonly isLive: boolean
}) {
  const { node, live, isLive } = props
  const language = useSession('language')
  const { types } = useContext(LinkContext)
  if (node.counters.length === 0) return null
  const type = types.typeOf({ type: node.targetType })
  const broken = breaches(type, live?.values ?? [])
  return (
    <dl className="link-counters">
      {node.counters.map(shown => {
        const value = live?.values.find(each => keyOf(each) === keyOf(shown))?.value ?? null
        return (
          <div key={keyOf(shown)} className={broken.has(keyOf(shown)) ? 'link-broken' : undefined}>
            <dt title={counterName(type, shown, language)}>{counterName(type, shown, language)}</dt>
            {isLive && <dd>{counterValue(type, shown, { value, language })}</dd>}
          </div>
        )
      })}
    </dl>
  )
}

/** How many incidents of the monitor are open; nothing while there are none. */
function OpenAlerts({ monitorId }: { readonly monitorId: string | null }) {
  const t = useT()
  const { live: store } = useContext(LinkContext)
  const count = useSyncExternalStore(store?.subscribe ?? nothing, () => store?.alerts(monitorId) ?? 0)
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
