/** Charts on a grid of twelve columns; in a narrow window one below the other. */
import type { CSSProperties, ReactNode } from 'react'
import type { Placed } from './grid-model.ts'
import { gridGap, rowHeight } from './use-grid-drag.ts'
import './board-grid.css'

/** Padding and border of a cell, px. */
const cellFrame = 18

/** Height of what is inside a cell, px. */
export const innerHeight = ({ place }: Placed): number => place.height * rowHeight - gridGap - cellFrame

interface BoardGridProps<P extends Placed> {
  readonly charts: readonly P[]
  readonly children: (chart: P) => ReactNode
  readonly label: string
  readonly draggedId?: string | null
  readonly ref?: React.Ref<HTMLUListElement>
}

export function BoardGrid<P extends Placed>({ charts, children, label, draggedId, ref }: BoardGridProps<P>) {
  return (
    <>
      {/* Charts are headings of the third level. */}
      <h2 className="visually-hidden">{label}</h2>
      <ul className="board-grid" aria-label={label} ref={ref}>
        {charts.map(chart => (
          <li
            key={chart.id}
            data-chart={chart.id}
            className={chart.id === draggedId ? 'board-cell board-cell-dragged' : 'board-cell'}
            style={cellStyle(chart)}
          >
            {children(chart)}
          </li>
        ))}
      </ul>
    </>
  )
}

const cellStyle = ({ place: { x, y, width, height } }: Placed): CSSProperties => ({
  gridColumn: `${x + 1} / span ${width}`,
  gridRow: `${y + 1} / span ${height}`,
})
