/** The rules of a topology, as problems at its nodes and edges: the editor shows them there, the server refuses a save with the first. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { type LinkEdge, type LinkNode, type LinkTopology, messageProtocols } from './monitor-link.ts'

export const linkProblemTexts = {
  nameMissing: { zh: '请输入拓扑图名称', en: 'Enter a name for the topology map' },
  edgeNeeded: { zh: '请至少创建一条连线', en: 'Create at least one connection' },
  aliasMissing: { zh: '请输入别名', en: 'Enter an alias' },
  aliasTaken: { zh: '别名“{alias}”重复', en: 'The alias “{alias}” is used twice' },
  monitorMissing: { zh: '请选择监控', en: 'Choose a monitor' },
  machineMissing: { zh: '请选择压力机', en: 'Choose a load machine' },
  protocolMissing: {
    zh: '请设置连线属性：选择协议',
    en: 'Set the properties of the connection: choose a protocol',
  },
  topicNeeded: { zh: '请至少添加一个主题', en: 'Add at least one topic' },
  topicBlank: { zh: '主题名称不能为空', en: 'The name of a topic must not be blank' },
  topicTaken: { zh: '主题名称“{topic}”重复', en: 'The topic “{topic}” is named twice' },
  propertyBlank: { zh: '属性名称不能为空', en: 'The name of a property must not be blank' },
  propertyTaken: { zh: '属性“{property}”重复', en: 'The property “{property}” is set twice' },
  endMissing: { zh: '连线的一端不存在', en: 'One end of the connection does not exist' },
  selfCall: { zh: '连线的两端不能是同一个节点', en: 'A connection must have two different ends' },
  groupMissing: { zh: '节点所在的分组不存在', en: 'The group of the node does not exist' },
  counterForeign: { zh: '指标不属于连线的两端', en: 'A counter belongs to neither end of the connection' },
} as const satisfies Record<string, Bilingual>
export type LinkProblemCode = keyof typeof linkProblemTexts

export interface LinkProblem {
  readonly code: LinkProblemCode
  /** What it concerns; `map`: the whole. */
  readonly at: 'map' | 'node' | 'edge'
  /** Of the node or edge; '' for the map. */
  readonly id: string
  readonly params: Readonly<Record<string, string>>
}

type Draft = { readonly name: string } & {
  readonly [K in 'nodes' | 'edges']: readonly LinkTopology[K][number][]
}

/** All problems: of the map, then of nodes and edges in their order. */
export function linkProblems({ name, nodes, edges }: Draft): LinkProblem[] {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const nodeAliases = timesOf(nodes.map(node => node.alias))
  const edgeAliases = timesOf(edges.map(edge => edge.alias))
  const map: LinkProblemCode[] = [
    ...(name.trim() === '' ? (['nameMissing'] as const) : []),
    ...(edges.length === 0 ? (['edgeNeeded'] as const) : []),
  ]
  return [
    ...map.map((code): LinkProblem => ({ code, at: 'map', id: '', params: {} })),
    ...nodes.flatMap(node =>
      nodeProblems(node, { byId, aliases: nodeAliases }).map(
        (problem): LinkProblem => ({ ...problem, at: 'node', id: node.id }),
      ),
    ),
    ...edges.flatMap(edge =>
      edgeProblems(edge, { byId, aliases: edgeAliases }).map(
        (problem): LinkProblem => ({ ...problem, at: 'edge', id: edge.id }),
      ),
    ),
  ]
}

type Found = Pick<LinkProblem, 'code' | 'params'>
interface Others {
  readonly byId: ReadonlyMap<string, LinkNode>
  readonly aliases: ReadonlyMap<string, number>
}

const found = (code: LinkProblemCode, params: Found['params'] = {}): Found => ({ code, params })
/** Upper and lower case make no difference to the eye. */
const keyOf = (text: string): string => text.trim().toLowerCase()

function timesOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const text of texts) times.set(keyOf(text), (times.get(keyOf(text)) ?? 0) + 1)
  return times
}

function aliasProblems(alias: string, aliases: Others['aliases']): Found[] {
  if (alias.trim() === '') return [found('aliasMissing')]
  return (aliases.get(keyOf(alias)) ?? 0) > 1 ? [found('aliasTaken', { alias })] : []
}

function nodeProblems(node: LinkNode, { byId, aliases }: Others): Found[] {
  const isInGroup = node.groupId === null || byId.get(node.groupId)?.kind === 'group'
  return [
    ...aliasProblems(node.alias, aliases),
    ...(node.kind === 'monitor' && node.monitorId === null ? [found('monitorMissing')] : []),
    ...(node.kind === 'machine' && node.machineId === null ? [found('machineMissing')] : []),
    // Groups do not nest.
    ...(isInGroup && !(node.kind === 'group' && node.groupId !== null) ? [] : [found('groupMissing')]),
  ]
}

function edgeProblems(edge: LinkEdge, { byId, aliases }: Others): Found[] {
  const isMessage = edge.protocol !== null && messageProtocols.includes(edge.protocol)
  return [
    ...(byId.has(edge.from) && byId.has(edge.to) ? [] : [found('endMissing')]),
    ...(edge.from === edge.to ? [found('selfCall')] : []),
    ...aliasProblems(edge.alias, aliases),
    ...(edge.protocol === null ? [found('protocolMissing')] : []),
    ...(isMessage && edge.topics.length === 0 ? [found('topicNeeded')] : []),
    ...(isMessage
      ? namesProblems(
          edge.topics.map(topic => topic.name),
          { blank: found('topicBlank'), taken: topic => found('topicTaken', { topic }) },
        )
      : []),
    ...namesProblems(
      edge.properties.map(property => property.name),
      { blank: found('propertyBlank'), taken: property => found('propertyTaken', { property }) },
    ),
    ...(edge.counters.every(({ nodeId }) => nodeId === edge.from || nodeId === edge.to)
      ? []
      : [found('counterForeign')]),
  ]
}

/** Each kind of problem once per name. Names of topics and properties are told apart by case. */
function namesProblems(
  names: readonly string[],
  as: { readonly blank: Found; readonly taken: (name: string) => Found },
): Found[] {
  const trimmed = names.map(name => name.trim())
  const taken = new Set(trimmed.filter((name, index) => name !== '' && trimmed.indexOf(name) < index))
  return [...(trimmed.includes('') ? [as.blank] : []), ...[...taken].map(as.taken)]
}
