/** Methods or packages of a profile by their own weight, or by that with all calls. */
import type { ProfileUnit } from '@pone/profiles/model/profile.ts'
import type { MethodWeight } from '@pone/profiles/views/methods.ts'
import { Table, Tooltip } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useRowPages } from '../data-table/use-row-pages.ts'
import { shareText, useWeightText } from './weight-text.ts'
import './flame.css'

/** Rows that a table has; the others hardly weigh anything. */
const maxRows = 1_000
const sorts = ['self', 'total'] as const

export function MethodTable(props: {
  /** By their own weight. */
  readonly rows: readonly MethodWeight[]
  readonly total: number
  readonly unit: ProfileUnit
  readonly of: 'method' | 'package'
  readonly pageSize?: number
  /** `self` or `total`; anything else that an address says is taken for `self`. */
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly onChoose?: (row: MethodWeight) => void
}) {
  const { rows, total, unit, of, onChoose, onSort, pageSize = 50 } = props
  const t = useT()
  const weightText = useWeightText()
  const sort = sorts.find(each => each === props.sort) ?? 'self'
  const shown = useMemo(
    () => (sort === 'self' ? rows : rows.toSorted((a, b) => b.total - a.total)).slice(0, maxRows),
    [rows, sort],
  )
  const pagination = useRowPages(shown.length, pageSize)
  const nameText = (row: MethodWeight) => row.name || t('flame.noPackage')
  const weight = (key: 'self' | 'total', title: string) => ({
    key,
    title,
    align: 'right' as const,
    className: 'flame-weight',
    sorter: true,
    sortDirections: ['descend' as const],
    ...(key === 'self' && { showSorterTooltip: { title: t('flame.selfHelp') } }),
    sortOrder: sort === key ? ('descend' as const) : null,
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
        onChange={(_page, _filters, sorter) => {
          const { order, columnKey } = Array.isArray(sorter) ? {} : sorter
          if (order === 'descend' && typeof columnKey === 'string') onSort(columnKey)
        }}
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
