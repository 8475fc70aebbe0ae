/** Methods by how much their own weight changed, those that vanished included. */
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import type { ProfileUnit } from '@pone/profiles/model/profile.ts'
import type { MethodChange } from '@pone/profiles/views/difference.ts'
import { Table, Tooltip } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useRowPages } from '../../data-table/use-row-pages.ts'
import { useWeightText } from '../weight-text.ts'

const maxRows = 1_000

export function ChangeTable({
  changes,
  unit,
  onChoose,
}: {
  readonly changes: readonly MethodChange[]
  readonly unit: ProfileUnit
  readonly onChoose: (change: MethodChange) => void
}) {
  const t = useT()
  const weightText = useWeightText()
  const rows = changes.filter(({ before, after }) => before !== after).slice(0, maxRows)
  const pagination = useRowPages(rows.length, 20)
  const hasChance = rows.some(({ chance }) => chance !== null)
  return (
    <Table<MethodChange>
      size="small"
      aria-label={t('flame.change')}
      rowKey="name"
      dataSource={rows}
      pagination={pagination}
      columns={[
        {
          key: 'name',
          title: t('flame.method'),
          render: (_, change) => (
            <button type="button" className="link-button flame-name" onClick={() => onChoose(change)}>
              {change.name}
            </button>
          ),
        },
        {
          key: 'change',
          title: <Tooltip title={t('flame.selfHelp')}>{t('flame.change')}</Tooltip>,
          align: 'right',
          className: 'flame-weight',
          render: (_, { before, after }) => (
            <Tooltip title={`${weightText(unit, before)} → ${weightText(unit, after)}`}>
              {`${after > before ? '+' : '−'}${weightText(unit, Math.abs(after - before))}`}
            </Tooltip>
          ),
        },
        ...(hasChance
          ? [
              {
                key: 'chance',
                title: <Tooltip title={t('flame.chanceHelp')}>{t('flame.chance')}</Tooltip>,
                align: 'right' as const,
                render: (_: unknown, { chance }: MethodChange) => chanceText(chance),
              },
            ]
          : []),
      ]}
    />
  )
}

const chanceText = (chance: number | null): string =>
  chance === null ? noValue : chance < 0.001 ? '< 0.001' : formatNumber(Number(chance.toFixed(3)))
