/** Pages of rows with fields from memory, such as the online state, which the database therefore cannot sort. */

/** There are at most thousands of machines and clusters. The sort is stable, so that rows with equal keys stay sorted by name. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  { page, pageSize, descending }: { page: number; pageSize: number; descending: boolean },
  keyOf: (row: Row) => string | number,
): { total: number; page: number; pageSize: number; rows: Row[] } {
  const sorted = rows
    .map(row => ({ row, key: keyOf(row) }))
    .sort((a, b) => (descending ? -1 : 1) * compare(a.key, b.key))
  const from = (page - 1) * pageSize
  return {
    total: rows.length,
    page,
    pageSize,
    rows: sorted.slice(from, from + pageSize).map(each => each.row),
  }
}

const byName = new Intl.Collator('en', { numeric: true })

function compare(a: string | number, b: string | number): number {
  return typeof a === 'string' || typeof b === 'string' ? byName.compare(String(a), String(b)) : a - b
}
