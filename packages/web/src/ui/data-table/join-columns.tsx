/** Draws columns below others where a table is too narrow for all of them, so that figures stay in sight without scrolling. */
import { noValue } from '@pone/metrics/figures.ts'
import { Fragment } from 'react'
import type { DataColumn } from './data-column.ts'

/** `shown` with each column that joins another at this width, in px, drawn in the cells and the title of that one. */
export function joinColumns<Row, S extends string>(
  shown: readonly DataColumn<Row, S>[],
  width: number,
): readonly DataColumn<Row, S>[] {
  const keys = new Set(shown.map(({ key }) => key))
  const targetOf = ({ joins }: DataColumn<Row, S>): string | null =>
    joins && width < joins.below && keys.has(joins.to) ? joins.to : null
  /** The column that is drawn in the end: a column may join one that joins another. */
  const hostOf = (column: DataColumn<Row, S>): string => {
    const target = shown.find(({ key }) => key === targetOf(column))
    return target === undefined ? column.key : hostOf(target)
  }
  return shown
    .filter(column => targetOf(column) === null)
    .map(column => {
      const joined = shown.filter(other => other !== column && hostOf(other) === column.key)
      return joined.length === 0 ? column : withLine(column, joined)
    })
}

/** The column with those that joined it in a second line, without those that have no value in a row; it is sorted by the first of them that can be sorted. */
function withLine<Row, S extends string>(
  column: DataColumn<Row, S>,
  joined: readonly DataColumn<Row, S>[],
): DataColumn<Row, S> {
  const sort = [column, ...joined].find(one => one.sort !== undefined)?.sort
  return {
    ...column,
    title: [column, ...joined].map(({ title }) => title).join(' / '),
    titleLines: [column.title, joined.map(({ title }) => title).join(' · ')],
    render: row => {
      const drawn = joined
        .map(({ key, render }) => ({ key, value: render(row) }))
        .filter(({ value }) => value !== noValue)
      return (
        <>
          <div className="data-table-first">{column.render(row)}</div>
          {drawn.length > 0 && (
            <div className="data-table-joined">
              {drawn.map(({ key, value }, index) => (
                <Fragment key={key}>
                  {index > 0 && <span className="data-table-between"> · </span>}
                  {value}
                </Fragment>
              ))}
            </div>
          )}
        </>
      )
    },
    ...(sort !== undefined && { sort }),
  }
}
