/** Requests under the transactions that they are steps of, for tables of a run's figures; pure. */
import type { RunLabel } from './run-label.ts'

export interface LabelNode<Row> {
  readonly row: Row
  /** Nested transactions and requests, in the order of the rows; empty for requests. */
  readonly children: readonly LabelNode<Row>[]
}

export interface LabelTree<Row> {
  readonly iterations: readonly Row[]
  /** The outermost transactions. */
  readonly transactions: readonly LabelNode<Row>[]
  /** Requests outside of all transactions; all requests where it is not known to which they belong. */
  readonly outside: readonly Row[]
}

/** A request whose transaction has no row counts as outside. */
export function labelTree<Row extends { readonly label: RunLabel }>(rows: readonly Row[]): LabelTree<Row> {
  const nodes = new Map(rows.map(row => [row.label.index, { row, children: [] as LabelNode<Row>[] }]))
  const transactions: LabelNode<Row>[] = []
  const outside: Row[] = []
  for (const { row, children } of nodes.values()) {
    const { kind, parent } = row.label
    // A parent stands before its children in the table of labels; anything else would be a circle.
    const within = parent === undefined || parent >= row.label.index ? undefined : nodes.get(parent)
    if (within !== undefined) within.children.push({ row, children })
    else if (kind === 'transaction') transactions.push({ row, children })
    else if (kind === 'request') outside.push(row)
  }
  return { iterations: rows.filter(({ label }) => label.kind === 'iteration'), transactions, outside }
}

/** Whether any request or transaction is known to be part of a transaction. */
export const hasNesting = (rows: readonly { readonly label: RunLabel }[]): boolean =>
  rows.some(({ label }) => label.parent !== undefined)

/** Names of the transactions around a label, the outermost first; empty outside of transactions. */
export function transactionsAround(label: RunLabel, labels: readonly RunLabel[]): string[] {
  const names: string[] = []
  const byIndex = new Map(labels.map(each => [each.index, each]))
  for (let at = label; at.parent !== undefined && at.parent < at.index; ) {
    const parent = byIndex.get(at.parent)
    if (parent === undefined) break
    names.unshift(parent.name)
    at = parent
  }
  return names
}
