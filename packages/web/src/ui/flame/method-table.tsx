/** Methods or packages of a profile by their own weight. */
import type { ProfileUnit } from '@pone/profiles/model/profile.ts'
import type { MethodWeight } from '@pone/profiles/views/methods.ts'
import { Table, Tooltip } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { useRowPages } from '../data-table/use-row-pages.ts'
import { shareText, useWeightText } from './weight-text.ts'
import './flame.css'

/** Rows that a table has; the others hardly weigh anything. */
const maxRows = 1_000

export function MethodTable(props: {
  readonly rows: readonly MethodWeight[]
  readonly total: number
  readonly unit: ProfileUnit
  readonly of: 'method' | 'package'
  readonly pageSize?: number
  readonly onChoose?: (row: MethodWeight) => void
}) {
  const { rows, total, unit, of, onChoose, pageSize = 50 } = props
  const t = useT()
  const weightText = useWeightText()
  const shown = rows.slice(0, maxRows)
  const pagination = useRowPages(shown.length, pageSize)
  const nameText = (row: MethodWeight) => row.name || t('flame.noPackage')
  const weight = (key: 'self' | 'total', title: string) => ({
    key,
    title,
    align: 'right' as const,
    sorter: (a: MethodWeight, b: MethodWeight) => a[key] - b[key],
    sortDirections: ['descend' as const, 'ascend' as const],
    render: (_: unknown, row: MethodWeight) => (
      <Tooltip title={weightText(unit, row[key])}>{shareText(row[key], total)}</Tooltip>
    ),
  })
  return (
    <>
      {rows.length > maxRows && (
        <p className="flame-note">{t('flame.listed', { shown: maxRows, count: rows.length })}</p>
      )}
      <Table<MethodWeight>
        size="small"
        aria-label={t(`flame.${of}`)}
        rowKey="name"
        dataSource={shown}
        pagination={pagination}
        columns={[
          {
            key: 'name',
            title: t(`flame.${of}`),
            render: (_, row) =>
              onChoose ? (
                <button type="button" className="link-button flame-name" onClick={() => onChoose(row)}>
                  {nameText(row)}
                </button>
              ) : (
                <span className="flame-name">{nameText(row)}</span>
              ),
          },
          weight('self', t('flame.self')),
          weight('total', t('flame.withCalls')),
        ]}
      />
    </>
  )
}
