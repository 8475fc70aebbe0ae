/** The levels that a capacity search has judged, a row each, with the value of every rule and its interval. */
import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import type { Capacity, JudgedLevel } from '@pone/contract/entities/capacity.ts'
import { formatClock, formatNumber } from '@pone/metrics/figures.ts'
import { Table } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { loadText, ruleHead, ruleLevelText, verdictText } from './capacity-texts.ts'

interface LevelRow extends JudgedLevel {
  /** Place in the order of time, from 1. */
  readonly key: number
}

/** The latest first while the search goes on. */
export function LevelTable({ capacity }: { readonly capacity: Capacity }) {
  const t = useT()
  const { rules, levels, end } = capacity
  const pages = useRowPages(levels.length)
  if (levels.length === 0) return null
  const inTime = levels.map((level, index): LevelRow => ({ ...level, key: index + 1 }))
  const number = (title: string, valueOf: (row: LevelRow) => string) => ({
    title,
    align: 'right' as const,
    className: 'numeric',
    render: (_: unknown, row: LevelRow) => valueOf(row),
  })
  return (
    <Table<LevelRow>
      size="small"
      dataSource={end === null ? inTime.toReversed() : inTime}
      pagination={pages}
      scroll={{ x: 960 }}
      columns={[
        number(t('run.capacity.level'), ({ key }) => formatNumber(key)),
        { ...number(t('run.capacity.load'), ({ load }) => loadText(capacity, load, t)), width: 140 },
        { title: t('run.capacity.verdict'), render: (_, row) => <Verdict level={row} /> },
        ...rules.map((rule, index) =>
          number(ruleHead(rule, t), row => ruleLevelText(rule, row.rules[index], t)),
        ),
        number(t('run.capacity.measured'), ({ seconds }) => formatClock(seconds)),
        number(t('run.capacity.requests'), ({ requests }) => formatNumber(requests)),
        number(t('run.capacity.perSecond'), ({ perSecond }) => formatNumber(perSecond)),
      ]}
    />
  )
}

function Verdict({ level }: { readonly level: JudgedLevel }) {
  const holds = level.state === 'holds'
  return (
    <span style={{ color: `var(--${holds ? 'passed' : 'failed'})` }}>
      {holds ? <CheckCircleOutlined aria-hidden /> : <CloseCircleOutlined aria-hidden />}{' '}
      {verdictText(level, useT())}
    </span>
  )
}
