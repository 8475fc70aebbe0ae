/** The transactions of a standalone execution, which may be thousands: only the rows in view are drawn. */
import { formatMs } from '@pone/metrics/figures.ts'
import { Fragment, useMemo, useRef } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useMeasuredRows } from '../../../ui/virtual-rows/use-measured-rows.ts'
import type { DebugRun } from '../exchange/debug-model.ts'
import { PassCell } from '../exchange/pass-mark.tsx'

/** Height of a row whose name is not wrapped, CSS pixels; `.cd-table` draws it. */
const rowPx = 31

type Transactions = DebugRun['transactions']

interface TransactionTableProps {
  readonly run: DebugRun | null
  readonly onReveal: (path: string) => void
}

export function TransactionTable({ run, onReveal }: TransactionTableProps) {
  const t = useT()
  if (!run || run.transactions.length === 0)
    return <p className="cd-hint cd-dock-hint">{t('component.debug.noTransactions')}</p>
  return <Rows transactions={run.transactions} onReveal={onReveal} />
}

function Rows({
  transactions,
  onReveal,
}: Pick<TransactionTableProps, 'onReveal'> & { readonly transactions: Transactions }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  // Only the name may be wrapped.
  const texts = useMemo(() => transactions.map(({ name }) => name), [transactions])
  const { placed, belowPx } = useMeasuredRows({ box, texts, estimatePx: rowPx })
  const isPart = placed.length < transactions.length
  return (
    <div
      ref={box}
      className="cd-transactions"
      role="group"
      aria-label={t('component.dock.transactions')}
      // A scrollable area must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className="cd-table" aria-rowcount={isPart ? transactions.length + 1 : undefined}>
        <thead>
          <tr>
            <th>{t('component.debug.result')}</th>
            <th>{t('component.name')}</th>
            <th>{t('component.debug.user')}</th>
            <th>{t('component.debug.iteration')}</th>
            <th className="cd-right">{t('component.debug.time')}</th>
          </tr>
        </thead>
        <tbody>
          {placed.map(({ index, gapPx }) => (
            // Events have no id; their position identifies them.
            <Fragment key={index}>
              {gapPx > 0 && <tr aria-hidden style={{ height: gapPx }} />}
              <Row index={index} isPart={isPart} transaction={transactions[index]} onReveal={onReveal} />
            </Fragment>
          ))}
          {belowPx > 0 && <tr aria-hidden style={{ height: belowPx }} />}
        </tbody>
      </table>
    </div>
  )
}

function Row({
  index,
  isPart,
  transaction,
  onReveal,
}: Pick<TransactionTableProps, 'onReveal'> & {
  readonly index: number
  /** Whether other rows are not drawn. */
  readonly isPart: boolean
  readonly transaction: Transactions[number] | undefined
}) {
  if (transaction === undefined) return null
  return (
    <tr data-index={index} aria-rowindex={isPart ? index + 2 : undefined}>
      <PassCell isPassed={transaction.passed} />
      <td>
        <button type="button" className="cd-link" onClick={() => onReveal(`${transaction.stepId}:`)}>
          {transaction.name}
        </button>
      </td>
      <td>{transaction.user}</td>
      <td>{transaction.iteration}</td>
      <td className="cd-right">{formatMs(transaction.durationMs)}</td>
    </tr>
  )
}
