/** Reads a plan of SQL Server, XML of its namespace showplan: a node per operator. Pure. */
import { SaxesParser } from 'saxes'
import { maskText } from '../reading/masking.ts'
import { TargetFault } from '../target-fault.ts'
import { type ExecutionPlan, maxPlanNodes, type PlanNode, planNode } from './plan.ts'

type Attributes = Readonly<Record<string, string>>

/** An operator while its parts are read. */
interface Operator {
  readonly depth: number
  readonly attributes: Attributes
  readonly objects: string[]
  readonly details: { name: string; value: string }[]
}

/** Parts of an operator whose texts say more, with the name under which they are shown. */
const conditions: Readonly<Record<string, string>> = {
  Predicate: 'Predicate',
  SeekPredicates: 'Seek predicate',
  ProbeResidual: 'Residual',
  Residual: 'Residual',
  PassThru: 'Passed through',
}
const figures = ['EstimateIO', 'EstimateCPU', 'AvgRowSize', 'Parallel', 'EstimatedExecutionMode'] as const

/** @throws TargetFault `malformed` */
export function readSqlServerPlan(text: string): ExecutionPlan {
  const reader = new PlanReader()
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', () => {
    throw new TargetFault('malformed', 'showplan')
  })
  parser.on('opentag', ({ name, attributes }) => reader.open(name, attributes))
  parser.on('closetag', ({ name }) => reader.close(name))
  parser.write(text).close()
  return { nodes: reader.nodes, isGeneric: true }
}

class PlanReader {
  readonly #operators: Operator[] = []
  readonly #all: Operator[] = []
  readonly #conditions: string[] = []

  get nodes(): PlanNode[] {
    return this.#all.flatMap(operator => nodeOf(operator) ?? [])
  }

  open(name: string, attributes: Attributes): void {
    const operator = this.#operators.at(-1)
    if (name === 'RelOp') this.#begin(attributes)
    else if (conditions[name] !== undefined) this.#conditions.push(conditions[name])
    else if (name === 'Object') operator?.objects.push(objectOf(attributes))
    else if (name === 'ScalarOperator') this.#condition(operator, attributes['ScalarString'])
  }

  close(name: string): void {
    if (name === 'RelOp') this.#operators.pop()
    else if (conditions[name] !== undefined) this.#conditions.pop()
  }

  #begin(attributes: Attributes): void {
    const operator = { depth: this.#operators.length, attributes, objects: [], details: [] }
    this.#operators.push(operator)
    if (this.#all.length < maxPlanNodes) this.#all.push(operator)
  }

  /** Of the operators of a condition, only the outermost has a text of its own. */
  #condition(operator: Operator | undefined, value: string | undefined): void {
    const name = this.#conditions.at(-1)
    if (operator && name !== undefined && value !== undefined)
      operator.details.push({ name, value: maskText(value, 'sqlserver') })
  }
}

function nodeOf({ depth, attributes, objects, details }: Operator): PlanNode | undefined {
  const physical = attributes['PhysicalOp'] ?? ''
  const logical = attributes['LogicalOp'] ?? ''
  return planNode({
    depth,
    title: logical === '' || logical === physical ? physical : `${physical} (${logical})`,
    object: objects[0] ?? '',
    cost: numberOf(attributes['EstimatedTotalSubtreeCost']),
    rows: numberOf(attributes['EstimateRows']),
    details: [
      ...details,
      ...figures.flatMap(name => {
        const value = attributes[name]
        return value === undefined ? [] : [{ name, value }]
      }),
    ],
  })
}

/** `schema.table (index)`, without the marks of names. */
function objectOf(attributes: Attributes): string {
  const part = (name: string) => (attributes[name] ?? '').replaceAll(/^\[|\]$/g, '')
  const table = [part('Schema'), part('Table')].filter(Boolean).join('.')
  const index = part('Index')
  return index === '' ? table : `${table} (${index})`
}

function numberOf(text: string | undefined): number | null {
  const number = Number(text ?? Number.NaN)
  return Number.isFinite(number) ? number : null
}
