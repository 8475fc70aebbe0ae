/** The labels table: sticky head and name column; only the rows in view are drawn. */
import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import type { ComparedLabel, ComparisonMetric } from '@pone/contract/entities/comparison.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { isOverflowLabel } from '@pone/plan/scenario/run-label.ts'
import { Fragment, memo, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { shortLabels, usualLength } from '../../../lib/short-label.ts'
import { useIsPrinting } from '../../../ui/print/use-is-printing.ts'
import { useWidth } from '../../../ui/use-width.ts'
import { useMeasuredRows } from '../../../ui/virtual-rows/use-measured-rows.ts'
import { ChangePercent } from '../changes/change-mark.tsx'
import { metricValue } from '../metric-text.ts'
import { RunName } from '../run-name.tsx'
import type { ShownRun } from '../shown-run.ts'
import { type LabelChoice, type LabelGroup, nextSort } from './label-rows.ts'

export interface LabelsTableProps {
  readonly groups: readonly LabelGroup[]
  /** Names of all labels, also of those that are filtered out: short forms differ from each of them. */
  readonly names: readonly string[]
  readonly runs: readonly ShownRun[]
  readonly choice: LabelChoice
  readonly chosen: string | null
  readonly onChoose: (key: string | null) => void
  readonly onSort: (sort: LabelChoice['sort'], descending: boolean) => void
}

/** CSS px of a row whose name is not wrapped, of the narrowest and the widest figure columns, and of a character. */
const rowPx = 35
const valuePx = 105
const changePx = 95
const characterPx = 7.5
const leastNamePx = 420

/** A row of the table: the head of a group, or a label. */
interface Line {
  readonly group: LabelGroup
  readonly label: ComparedLabel | null
}

export function LabelsTable({ groups, names, runs, choice, chosen, onChoose, onSort }: LabelsTableProps) {
  const t = useT()
  // The same function on every render, so that rows are redrawn only when their own data changes.
  const latest = useRef(onChoose)
  useLayoutEffect(() => {
    latest.current = onChoose
  })
  const choose = useCallback((key: string | null) => latest.current(key), [])
  const isPrinting = useIsPrinting()
  const [box, widthPx] = useWidth<HTMLDivElement>(800)
  const figuresPx = runs.length * (valuePx + changePx) - changePx
  const namePx = Math.max(leastNamePx, widthPx - figuresPx)
  const shortNames = useMemo(
    () =>
      shortLabels(
        names,
        isPrinting ? Number.POSITIVE_INFINITY : Math.max(usualLength, Math.floor(namePx / characterPx)),
      ),
    [names, namePx, isPrinting],
  )
  const isFiltered = choice.isNotableOnly || choice.search !== ''
  const lines = useMemo(() => linesOf(groups, isFiltered), [groups, isFiltered])
  const texts = useMemo(
    () => lines.map(({ label, group }) => label?.key ?? `head ${String(group.runs)}`),
    [lines],
  )
  const { placed, belowPx } = useMeasuredRows({ box, texts, estimatePx: rowPx, isWhole: isPrinting })
  return (
    <div
      ref={box}
      className="cmp-scroll cmp-labels-scroll"
      style={{ ['--cmp-name-most' as string]: `${namePx}px` }}
      // A scrollable element must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={t('comparison.labels')}
    >
      <table
        className="cmp-table cmp-labels"
        aria-rowcount={placed.length < lines.length ? lines.length + 1 : undefined}
      >
        <TableHead runs={runs} choice={choice} onSort={onSort} />
        {groups.map(group => {
          const own = placed.filter(({ index }) => lines[index]?.group === group)
          return (
            <tbody key={group.runs?.join() ?? 'common'}>
              {own.map(({ index, gapPx }) => (
                <Fragment key={texts[index]}>
                  {gapPx > 0 && <tr aria-hidden style={{ height: gapPx }} />}
                  <LineRow
                    index={index}
                    line={lines[index]}
                    shortNames={shortNames}
                    runs={runs}
                    choice={choice}
                    chosen={chosen}
                    onChoose={choose}
                  />
                </Fragment>
              ))}
            </tbody>
          )
        })}
        {belowPx > 0 && (
          <tbody aria-hidden>
            <tr style={{ height: belowPx }} />
          </tbody>
        )}
      </table>
    </div>
  )
}

/** The rows of all groups, each below its head; labels that can be compared have one only where there are none without a filter. */
const linesOf = (groups: readonly LabelGroup[], isFiltered: boolean): Line[] =>
  groups.flatMap(group => {
    const labels = group.labels.map(label => ({ group, label }))
    const hasHead = group.runs !== null || (labels.length === 0 && !isFiltered)
    return hasHead ? [{ group, label: null }, ...labels] : labels
  })

function LineRow({
  index,
  line,
  shortNames,
  runs,
  choice,
  chosen,
  onChoose,
}: Pick<LabelsTableProps, 'runs' | 'choice' | 'chosen' | 'onChoose'> & {
  readonly index: number
  readonly line: Line | undefined
  readonly shortNames: ReadonlyMap<string, string>
}) {
  if (line === undefined) return null
  if (line.label === null) return <GroupHead index={index} group={line.group} runs={runs} />
  const { name } = line.label.label
  return (
    <LabelRow
      index={index}
      label={line.label}
      shortName={shortNames.get(name) ?? name}
      metric={choice.metric}
      tolerancePercent={choice.tolerancePercent}
      isChosen={line.label.key === chosen}
      onChoose={onChoose}
    />
  )
}

function TableHead({ runs, choice, onSort }: Pick<LabelsTableProps, 'runs' | 'choice' | 'onSort'>) {
  const t = useT()
  return (
    <thead>
      <tr>
        <SortHead
          of="name"
          choice={choice}
          onSort={onSort}
          label={t('comparison.labels.sortBy', { name: t('comparison.labels.name') })}
        >
          {t('comparison.labels.name')}
        </SortHead>
        {runs.map((run, at) => (
          <SortHead
            key={run.id}
            of={at}
            choice={choice}
            onSort={onSort}
            span={at === 0 ? 1 : 2}
            label={t(at === 0 ? 'comparison.labels.sortValue' : 'comparison.labels.sortChange', {
              number: run.number,
            })}
          >
            <RunName color={run.color} number={run.number} />
            {at === 0 && <small>{t('comparison.baseline')}</small>}
          </SortHead>
        ))}
      </tr>
    </thead>
  )
}

/** Which runs have the labels of a group, or that no label can be compared. */
function GroupHead({
  index,
  group,
  runs,
}: Pick<LabelsTableProps, 'runs'> & { readonly index: number; readonly group: LabelGroup }) {
  const t = useT()
  const columns = runs.length * 2
  if (group.runs === null) {
    return (
      <tr data-index={index}>
        <td colSpan={columns} className="secondary">
          {t('comparison.labels.noCommon')}
        </td>
      </tr>
    )
  }
  const names = group.runs.map(at => `#${runs[at]?.number ?? ''}`).join(t('comparison.labels.runSeparator'))
  const text = group.runs.length === 1 ? 'comparison.labels.onlyIn' : 'comparison.labels.notInBaseline'
  return (
    <tr data-index={index} aria-rowindex={index + 2} className="cmp-group-row">
      <th scope="rowgroup" colSpan={columns}>
        <span>
          {t(text, { runs: names })}{' '}
          <small>{t('comparison.labels.groupCount', { count: group.labels.length })}</small>
        </span>
      </th>
    </tr>
  )
}

function SortHead({
  of,
  choice,
  onSort,
  span = 1,
  label,
  children,
}: Pick<LabelsTableProps, 'choice' | 'onSort'> & {
  readonly of: LabelChoice['sort']
  readonly span?: number
  readonly label: string
  readonly children: ReactNode
}) {
  const isSorted = choice.sort === of
  const onClick = () => {
    const next = nextSort(choice, of)
    onSort(next.sort, next.descending)
  }
  return (
    <th
      scope="col"
      colSpan={span}
      className={of === 'name' ? undefined : 'cmp-number cmp-first'}
      aria-sort={isSorted ? (choice.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className="cmp-sort" title={label} aria-label={label} onClick={onClick}>
        {children}
        <span className={isSorted ? 'cmp-caret cmp-caret-on' : 'cmp-caret'} aria-hidden>
          {isSorted && !choice.descending ? <CaretUpOutlined /> : <CaretDownOutlined />}
        </span>
      </button>
    </th>
  )
}

const LabelRow = memo(function LabelRow({
  index,
  label: { key, label, cells },
  shortName,
  metric,
  tolerancePercent,
  isChosen,
  onChoose,
}: {
  readonly index: number
  readonly label: ComparedLabel
  readonly shortName: string
  readonly metric: ComparisonMetric
  readonly tolerancePercent: number
  readonly isChosen: boolean
  readonly onChoose: (key: string | null) => void
}) {
  const t = useT()
  const isOverflow = isOverflowLabel(label)
  const name = isOverflow ? t('comparison.labels.others') : label.name
  return (
    <tr data-index={index} aria-rowindex={index + 2} className={isChosen ? 'cmp-chosen' : undefined}>
      <th scope="row">
        <button
          type="button"
          className={label.kind === 'transaction' ? 'cmp-label cmp-transaction' : 'cmp-label'}
          title={t('comparison.labels.choose', { name })}
          aria-pressed={isChosen}
          onClick={() => onChoose(isChosen ? null : key)}
        >
          {isOverflow ? name : shortName}
        </button>
      </th>
      {cells.map((cell, at) => {
        const change = cell?.changes?.[metric]
        return [
          // The runs of one comparison never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <td key={`${at} value`} className="cmp-number cmp-first">
            {cell ? metricValue(metric, cell.statistics[metric]) : noValue}
          </td>,
          ...(at === 0
            ? []
            : [
                // oxlint-disable-next-line react/no-array-index-key
                <td key={`${at} change`} className="cmp-number">
                  {change && (
                    <ChangePercent metric={metric} change={change} tolerancePercent={tolerancePercent} />
                  )}
                </td>,
              ]),
        ]
      })}
    </tr>
  )
})
