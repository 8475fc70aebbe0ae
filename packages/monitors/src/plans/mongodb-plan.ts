/** Reads what `explain` of MongoDB answers with the verbosity `queryPlanner`, of any version since 3.6. Pure. */
import { isObject, valueAtPath } from '../reading/json.ts'
import { TargetFault } from '../target-fault.ts'
import { type ExecutionPlan, maxPlanNodes, type PlanNode, planNode } from './plan.ts'

type Fields = Readonly<Record<string, unknown>>

/** What tells nothing of values: bounds of indexes and filters would. */
const details = ['direction', 'isMultiKey', 'isUnique', 'isSparse', 'isPartial', 'memLimit', 'strategy']

/** @throws TargetFault `malformed` */
export function readMongoPlan(answer: unknown): ExecutionPlan {
  const nodes: PlanNode[] = []
  walkAnswer(answer, 0, nodes)
  if (nodes.length === 0) throw new TargetFault('malformed')
  return { nodes, isGeneric: false }
}

/** An answer is of a server, of the stages of a pipeline, or of every shard. */
function walkAnswer(answer: unknown, depth: number, nodes: PlanNode[]): void {
  if (!isObject(answer)) return
  const planner = answer['queryPlanner']
  const shards = answer['shards']
  const stages = answer['stages']
  if (isObject(planner)) walk(planner['winningPlan'], depth, nodes, textOf(planner['namespace']))
  else if (Array.isArray(stages)) for (const stage of stages) walkStage(stage, depth, nodes)
  else if (isObject(shards))
    for (const [shard, part] of Object.entries(shards)) {
      add({ depth, title: 'SHARD', object: shard }, nodes)
      walkAnswer(part, depth + 1, nodes)
    }
}

/** Stages of a pipeline come in their order; the first holds the plan that feeds them. */
function walkStage(stage: unknown, depth: number, nodes: PlanNode[]): void {
  if (!isObject(stage)) return
  const [name = ''] = Object.keys(stage)
  add({ depth, title: name, object: textOf(valueAtPath(stage, '$lookup.from')) }, nodes)
  walkAnswer(stage[name], depth + 1, nodes)
}

function walk(plan: unknown, depth: number, nodes: PlanNode[], namespace: string): void {
  if (!isObject(plan) || nodes.length >= maxPlanNodes || depth > 100) return
  const tree = plan['queryPlan']
  if (isObject(tree)) {
    walk(tree, depth, nodes, namespace)
    return
  }
  if (typeof plan['stage'] === 'string') add({ depth, ...nodeOf(plan, namespace) }, nodes)
  for (const child of childrenOf(plan)) walk(child, depth + 1, nodes, namespace)
}

function nodeOf(plan: Fields, namespace: string): Pick<PlanNode, 'title' | 'object' | 'details'> {
  const [title, index] = [textOf(plan['stage']), textOf(plan['indexName'])]
  const reads = /^(?:COLLSCAN|IXSCAN|FETCH|COUNT_SCAN|DISTINCT_SCAN|TEXT|IDHACK|EXPRESS)/.test(title)
  const object = [reads ? namespace : '', index === '' ? '' : `(${index})`].filter(Boolean).join(' ')
  const keys = ['keyPattern', 'sortPattern'].flatMap(name => {
    const pattern = plan[name]
    return isObject(pattern) ? [{ name, value: JSON.stringify(pattern) }] : []
  })
  const plain = details.flatMap(name => {
    const value = plan[name]
    const isTold = typeof value === 'string' || typeof value === 'number' || value === true
    return isTold ? [{ name, value: String(value) }] : []
  })
  return { title, object, details: [...keys, ...plain] }
}

const childrenOf = (plan: Fields): readonly unknown[] =>
  ['inputStage', 'outerStage', 'innerStage', 'thenStage', 'elseStage', 'inputStages', 'shards', 'winningPlan']
    .map(name => plan[name])
    .flatMap(child => (Array.isArray(child) ? (child as readonly unknown[]) : [child]))

function add(
  node: Pick<PlanNode, 'depth' | 'title' | 'object'> & Partial<PlanNode>,
  nodes: PlanNode[],
): void {
  const whole = planNode({ cost: null, rows: null, details: [], ...node })
  if (whole !== undefined && nodes.length < maxPlanNodes) nodes.push(whole)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
