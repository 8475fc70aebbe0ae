/** Reads what `EXPLAIN FORMAT=JSON` of MySQL or MariaDB answers; their versions nest the same parts in different ways. Pure. */
import { z } from 'zod'
import { maskText } from '../reading/masking.ts'
import { TargetFault } from '../target-fault.ts'
import { type ExecutionPlan, maxPlanNodes, type PlanNode, planNode } from './plan.ts'

const objectSchema = z.record(z.string(), z.json())
type Part = z.infer<typeof objectSchema>

const costNames = ['query_cost', 'prefix_cost', 'sort_cost', 'cost', 'estimated_total_cost'] as const
const rowNames = ['rows_examined_per_scan', 'rows', 'estimated_rows'] as const
/** What the title, the object and the figures say, or what repeats the statement. */
const told = new Set<string>([
  ...costNames,
  ...rowNames,
  'table_name',
  'key',
  'operation',
  'query',
  'select_id',
  'cost_info',
  'used_columns',
  'index_name',
  'json_schema_version',
])

/** @throws TargetFault `malformed` */
export function readMysqlPlan(text: string): ExecutionPlan {
  const nodes: PlanNode[] = []
  walk('query', objectOf(text), 0, nodes)
  // The outermost part holds nothing but the others.
  const isWrapped = nodes[0]?.title === 'query' && nodes.filter(({ depth }) => depth === 1).length > 0
  const shown = isWrapped ? nodes.slice(1).map(node => ({ ...node, depth: node.depth - 1 })) : nodes
  return { nodes: shown, isGeneric: false }
}

function objectOf(text: string): Part {
  try {
    return objectSchema.parse(JSON.parse(text))
  } catch {
    throw new TargetFault('malformed')
  }
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function walk(name: string, part: Part, depth: number, nodes: PlanNode[]): void {
  if (nodes.length >= maxPlanNodes) return
  const figures = isPart(part['cost_info']) ? { ...part, ...part['cost_info'] } : part
  const firstNumber = (names: readonly string[]): number | null => {
    const value = names.map(each => figures[each]).find(each => each !== undefined)
    const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
    return Number.isFinite(number) ? number : null
  }
  const textOf = (key: string) => (typeof part[key] === 'string' ? part[key] : '')
  const index = textOf('key') || textOf('index_name')
  const operation = textOf('operation')
  const node = planNode({
    depth,
    title: operation === '' ? name.replaceAll('_', ' ') : maskText(operation, 'mysql'),
    object: [textOf('table_name'), index === '' ? '' : `(${index})`].filter(Boolean).join(' '),
    cost: firstNumber(costNames),
    rows: firstNumber(rowNames),
    details: Object.entries(part).flatMap(([key, value]) => detailOf(key, value)),
  })
  if (node === undefined) return
  nodes.push(node)
  for (const [key, value] of Object.entries(part)) {
    if (key === 'cost_info') continue
    if (isPart(value)) walk(key, value, depth + 1, nodes)
    else if (Array.isArray(value))
      for (const child of value) if (isPart(child)) walkItem(key, child, depth + 1, nodes)
  }
}

/** An item of a list that holds only one part is that part. */
function walkItem(name: string, item: Part, depth: number, nodes: PlanNode[]): void {
  const [first, ...others] = Object.entries(item)
  if (first !== undefined && others.length === 0 && isPart(first[1])) walk(first[0], first[1], depth, nodes)
  else walk(name, item, depth, nodes)
}

function detailOf(name: string, value: unknown): PlanNode['details'][number][] {
  if (told.has(name)) return []
  const values = Array.isArray(value) ? value : [value]
  const texts = values.filter(each => typeof each !== 'object' && each !== false).map(String)
  if (texts.length === 0) return []
  const isFigure = texts.every(text => /^-?[\d.]+$/.test(text))
  const text = texts.join(', ')
  return [{ name: name.replaceAll('_', ' '), value: isFigure ? text : maskText(text, 'mysql') }]
}
