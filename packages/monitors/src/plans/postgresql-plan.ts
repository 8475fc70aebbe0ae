/** Reads what `EXPLAIN (FORMAT JSON)` of PostgreSQL answers. Pure. */
import { z } from 'zod'
import { maskText } from '../reading/masking.ts'
import { TargetFault } from '../target-fault.ts'
import { type ExecutionPlan, maxPlanNodes, type PlanNode, planNode } from './plan.ts'

const nodeSchema = z.record(z.string(), z.json())
const answerSchema = z.array(z.object({ Plan: nodeSchema })).min(1)

/** What the title, the object and the figures say. */
const told = new Set([
  'Node Type',
  'Relation Name',
  'Schema',
  'Index Name',
  'Alias',
  'Function Name',
  'CTE Name',
  'Total Cost',
  'Startup Cost',
  'Plan Rows',
  'Plan Width',
  'Plans',
  'Async Capable',
  'Parallel Aware',
  'Disabled',
  'Parent Relationship',
])

/** @throws TargetFault `malformed` */
export function readPostgresPlan(text: string): ExecutionPlan {
  const [first] = answerOf(text)
  const nodes: PlanNode[] = []
  if (first) walk(first.Plan, 0, nodes)
  return { nodes, isGeneric: true }
}

function answerOf(text: string): z.infer<typeof answerSchema> {
  try {
    return answerSchema.parse(JSON.parse(text))
  } catch {
    throw new TargetFault('malformed')
  }
}

function walk(plan: z.infer<typeof nodeSchema>, depth: number, nodes: PlanNode[]): void {
  const textOf = (name: string) => (typeof plan[name] === 'string' ? plan[name] : '')
  const numberOf = (name: string) => (typeof plan[name] === 'number' ? plan[name] : null)
  const [relation, alias, index] = [textOf('Relation Name'), textOf('Alias'), textOf('Index Name')]
  const named = relation || textOf('CTE Name') || textOf('Function Name')
  const node = planNode({
    depth,
    title: textOf('Node Type'),
    object: [named, alias === named ? '' : alias, index === '' ? '' : `(${index})`].filter(Boolean).join(' '),
    cost: numberOf('Total Cost'),
    rows: numberOf('Plan Rows'),
    details: Object.entries(plan).flatMap(([name, value]) =>
      told.has(name) || value === false ? [] : [{ name, value: maskText(valueText(value), 'postgresql') }],
    ),
  })
  if (node === undefined || nodes.length >= maxPlanNodes) return
  nodes.push(node)
  const children = z.array(nodeSchema).safeParse(plan['Plans']).data ?? []
  for (const child of children) walk(child, depth + 1, nodes)
}

const valueText = (value: z.infer<ReturnType<typeof z.json>>): string =>
  Array.isArray(value)
    ? value.map(valueText).join(', ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
