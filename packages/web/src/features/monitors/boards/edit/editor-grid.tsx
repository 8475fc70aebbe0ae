/** The charts of a group while it is edited: each can be moved and resized by pointer or arrow keys, edited, copied and removed. */
import { CopyOutlined, DeleteOutlined, EditOutlined, HolderOutlined } from '@ant-design/icons'
import type { ChartPlace, GroupChart } from '@pone/contract/entities/chart-group.ts'
import { Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { titleOf } from '../charts/chart-lines.ts'
import { GroupChartView } from '../charts/group-chart.tsx'
import { BoardGrid, innerHeight } from '../grid/board-grid.tsx'
import { placeAt } from '../grid/grid-model.ts'
import { useGridDrag } from '../grid/use-grid-drag.ts'

/** Of the row of buttons above a chart, px. */
const handlesHeight = 32

interface EditorGridProps {
  readonly charts: readonly GroupChart[]
  readonly label: string
  readonly onCharts: (charts: GroupChart[]) => void
  readonly onEdit: (chart: GroupChart) => void
  readonly onCopy: (id: string) => void
  readonly onRemove: (id: string) => void
}

export function EditorGrid({ charts, label, onCharts, onEdit, onCopy, onRemove }: EditorGridProps) {
  const t = useT()
  const language = useSession('language')
  const types = useMonitorTypes()
  const grid = useRef<HTMLUListElement>(null)
  const [told, setTold] = useState('')
  const nameOf = ({ title, counters }: GroupChart) =>
    titleOf(
      { title, counters: counters.map(counter => ({ ...counter, monitorId: '' })) },
      type => types.typeOf({ type }),
      language,
    )
  const put = (id: string, wanted: ChartPlace) => {
    const next = placeAt(charts, id, wanted)
    const chart = next.find(each => each.id === id)
    onCharts(next)
    if (chart === undefined) return
    const { x, y, width, height } = chart.place
    setTold(t('chartGroup.placed', { name: nameOf(chart), column: x + 1, row: y + 1, width, height }))
  }
  const { shown, draggedId, handlers } = useGridDrag(grid, charts, put)
  return (
    <>
      <BoardGrid charts={shown} label={label} draggedId={draggedId} ref={grid}>
        {chart => {
          const name = nameOf(chart)
          // A drag begins where the chart is stored, not where it is shown meanwhile.
          const stored = charts.find(({ id }) => id === chart.id) ?? chart
          return (
            <>
              <div className="board-handles">
                <Button
                  type="text"
                  size="small"
                  className="board-move"
                  icon={<HolderOutlined />}
                  aria-label={t('chartGroup.move', { name })}
                  title={t('chartGroup.keysHelp')}
                  {...handlers(stored, 'move')}
                />
                <ChartButton
                  icon={<EditOutlined />}
                  action={t('action.edit')}
                  of={name}
                  onClick={() => onEdit(stored)}
                />
                <ChartButton
                  icon={<CopyOutlined />}
                  action={t('action.copy')}
                  of={name}
                  onClick={() => onCopy(chart.id)}
                />
                <ChartButton
                  icon={<DeleteOutlined />}
                  action={t('action.remove')}
                  of={name}
                  onClick={() => onRemove(chart.id)}
                />
              </div>
              <GroupChartView chart={chart} height={innerHeight(chart) - handlesHeight} />
              <button
                type="button"
                className="board-resize"
                aria-label={t('chartGroup.resize', { name })}
                title={t('chartGroup.keysHelp')}
                {...handlers(stored, 'resize')}
              />
            </>
          )
        }}
      </BoardGrid>
      <p role="status" className="visually-hidden">
        {told}
      </p>
    </>
  )
}

function ChartButton(props: {
  readonly icon: ReactNode
  readonly action: string
  readonly of: string
  readonly onClick: () => void
}) {
  const { icon, action, of, onClick } = props
  const t = useT()
  const label = t('action.of', { action, name: of })
  return <Button type="text" size="small" icon={icon} aria-label={label} title={label} onClick={onClick} />
}
