/** The results of a standalone execution as lines of a tree: samples with their subsamples, transactions above the requests they contain; pure. */
import type { DebugRun, ExchangeRow } from '../exchange/debug-model.ts'

interface Place {
  /** Id of the step; for a subsample its path, e.g. `3.1`. */
  readonly stepId: string
  /** 0 at the top level. */
  readonly depth: number
}

/** A line of the list: a request, or a transaction above its requests. */
export type ResultLine =
  | (Place & { readonly kind: 'request'; readonly row: ExchangeRow })
  | (Place & { readonly kind: 'transaction'; readonly transaction: DebugRun['transactions'][number] })

/** The requests as a flat list, as for a PR component. */
export const flatLines = (rows: readonly ExchangeRow[]): ResultLine[] =>
  rows.map(row => ({ kind: 'request', stepId: row.stepId, depth: 0, row }))

/** Samples with their subsamples, transactions above the requests they contain; with `shown`, only these requests and their ancestors, and transactions that failed by themselves. */
export function treeLines(
  { exchanges, transactions }: Pick<DebugRun, 'exchanges' | 'transactions'>,
  shown: ReadonlySet<ExchangeRow> | null,
): ResultLine[] {
  const lines: ResultLine[] = [
    ...flatLines(exchanges),
    ...transactions.map(
      transaction => ({ kind: 'transaction', stepId: transaction.stepId, depth: 0, transaction }) as const,
    ),
  ]
  const kept = shown === null ? null : new Set([...shown].flatMap(row => withHolders(row.stepId)))
  return lines
    .filter(line => kept === null || kept.has(line.stepId))
    .map(line => ({ ...line, depth: line.stepId.split('.').length - 1 }))
    .toSorted((one, other) => comparePlaces(one.stepId, other.stepId))
}

/** `3.1.2` → `3`, `3.1`, `3.1.2`. */
function withHolders(stepId: string): string[] {
  const parts = stepId.split('.')
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
}

function comparePlaces(one: string, other: string): number {
  const [ones, others] = [one.split('.').map(Number), other.split('.').map(Number)]
  for (let at = 0; at < Math.min(ones.length, others.length); at += 1) {
    const apart = (ones[at] ?? 0) - (others[at] ?? 0)
    if (apart !== 0) return apart
  }
  return ones.length - others.length
}
