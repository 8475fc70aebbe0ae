/** Places of charts on a grid of twelve columns: moving and resizing one pushes the others away, and no row stays empty; pure. */
import { type ChartPlace, gridColumns, leastPlace } from '@pone/contract/entities/chart-group.ts'

export interface Placed {
  readonly id: string
  readonly place: ChartPlace
}

const maxHeight = 20

const overlap = (a: ChartPlace, b: ChartPlace): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const byRow = (a: Placed, b: Placed): number => a.place.y - b.place.y || a.place.x - b.place.x

/** Charts in the order in which they are read. */
export const inReadingOrder = <P extends Placed>(charts: readonly P[]): P[] => charts.toSorted(byRow)

/** Within the grid and neither too small nor too large. */
export function bounded({ x, y, width, height }: ChartPlace): ChartPlace {
  const within = (value: number, least: number, most: number) =>
    Math.min(most, Math.max(least, Math.round(value)))
  const wide = within(width, leastPlace.width, gridColumns)
  return {
    x: within(x, 0, gridColumns - wide),
    y: Math.max(0, Math.round(y)),
    width: wide,
    height: within(height, leastPlace.height, maxHeight),
  }
}

/** The chart takes the place, which is brought within bounds; charts below it move down, and all move up as far as there is room. */
export function placeAt<P extends Placed>(charts: readonly P[], id: string, wanted: ChartPlace): P[] {
  const place = bounded(wanted)
  return settled(
    charts.map(chart => (chart.id === id ? { ...chart, place } : chart)),
    id,
  )
}

/** No two charts overlap and none can move up; of those that overlap, `firstId` keeps its place. In the given order. */
export function settled<P extends Placed>(charts: readonly P[], firstId: string | null = null): P[] {
  const queue = charts.toSorted((a, b) => Number(b.id === firstId) - Number(a.id === firstId) || byRow(a, b))
  const apart: P[] = []
  for (const chart of queue) apart.push({ ...chart, place: freeBelow(chart.place, apart) })
  const resting = new Map<string, P>()
  for (const chart of apart.toSorted(byRow))
    resting.set(chart.id, { ...chart, place: movedUp(chart.place, [...resting.values()]) })
  return charts.map(chart => resting.get(chart.id) ?? chart)
}

/** Moved down until it overlaps none. */
function freeBelow(place: ChartPlace, others: readonly Placed[]): ChartPlace {
  let free = place
  for (;;) {
    const hit = others.find(other => overlap(other.place, free))
    if (hit === undefined) return free
    free = { ...free, y: hit.place.y + hit.place.height }
  }
}

function movedUp(place: ChartPlace, others: readonly Placed[]): ChartPlace {
  let free = place
  while (free.y > 0) {
    const next = { ...free, y: free.y - 1 }
    if (others.some(other => overlap(other.place, next))) return free
    free = next
  }
  return free
}

/** The first place, by rows, that a chart of this size fits into. */
export function freePlace(
  charts: readonly Placed[],
  { width, height }: Pick<ChartPlace, 'width' | 'height'>,
) {
  const end = charts.reduce((most, { place }) => Math.max(most, place.y + place.height), 0)
  for (let y = 0; y < end; y += 1)
    for (let x = 0; x + width <= gridColumns; x += 1) {
      const place = { x, y, width, height }
      if (!charts.some(chart => overlap(chart.place, place))) return place
    }
  return { x: 0, y: end, width, height }
}

/** Columns and rows that an arrow key moves by; null for other keys. */
export function arrowStep(key: string): { readonly columns: number; readonly rows: number } | null {
  if (key === 'ArrowLeft') return { columns: -1, rows: 0 }
  if (key === 'ArrowRight') return { columns: 1, rows: 0 }
  if (key === 'ArrowUp') return { columns: 0, rows: -1 }
  return key === 'ArrowDown' ? { columns: 0, rows: 1 } : null
}
