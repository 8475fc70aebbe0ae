/** Makes a plan of the rows of v$sql_plan. Pure. */
import { maskText } from '../reading/masking.ts'
import type { Records } from '../reading/records.ts'
import { type ExecutionPlan, maxPlanNodes, type PlanNode, planNode } from './plan.ts'

/** Rows in the order of their steps, with the fields that `oracle/dialect.ts` asks for. */
export function readOraclePlan(records: Records): ExecutionPlan {
  return { nodes: records.slice(0, maxPlanNodes).flatMap(nodeOf), isGeneric: true }
}

function nodeOf(record: Records[number]): PlanNode[] {
  const numberOf = (name: string) => {
    const number = Number(record[name] ?? Number.NaN)
    return Number.isFinite(number) ? number : null
  }
  const conditions = [
    ['access', record['accessPredicates']],
    ['filter', record['filterPredicates']],
  ] as const
  const node = planNode({
    depth: numberOf('depth') ?? 0,
    title: [record['operation'], record['options']].filter(Boolean).join(' '),
    object: [record['owner'], record['object']].filter(Boolean).join('.'),
    cost: numberOf('cost'),
    rows: numberOf('cardinality'),
    details: conditions.flatMap(([name, text]) =>
      text === undefined ? [] : [{ name, value: maskText(text, 'oracle') }],
    ),
  })
  return node === undefined ? [] : [node]
}
