/** Selected rows of a list, including those of other pages, with their data. */
import { useCallback, useState } from 'react'
import type { RowsPage } from './data-table.tsx'

export interface ChosenRows<Row> {
  readonly ids: readonly string[]
  /** In order of selection, with the data last fetched. */
  readonly rows: readonly Row[]
  readonly change: (ids: readonly string[]) => void
  readonly clear: () => void
  /** Adds these to the selection. */
  readonly add: (rows: readonly Row[]) => void
}

/** `shown` are the rows of the current page. */
export function useChosenRows<Row extends { readonly id: string }>(shown: readonly Row[]): ChosenRows<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const latest = new Map(shown.map(row => [row.id, row]))
  const rows = [...chosen].map(([id, row]) => latest.get(id) ?? row)
  const clear = useCallback(() => setChosen(new Map()), [])
  return {
    ids: [...chosen.keys()],
    rows,
    clear,
    change: ids =>
      setChosen(
        new Map(
          ids.flatMap(id => {
            const row = latest.get(id) ?? chosen.get(id)
            return row === undefined ? [] : [[id, row]]
          }),
        ),
      ),
    add: more => setChosen(new Map([...chosen, ...more.map(row => [row.id, row] as const)])),
  }
}

const readPageSize = 50

/** Reads all rows of a list page by page, at most `most`. @throws errors of `read` */
export async function readAllRows<Row>(
  read: (page: number, pageSize: typeof readPageSize) => Promise<RowsPage<Row>>,
  most: number,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < most; page += 1) {
    const answer = await read(page, readPageSize)
    rows.push(...answer.rows)
    if (answer.rows.length < readPageSize) break
  }
  return rows.slice(0, most)
}
