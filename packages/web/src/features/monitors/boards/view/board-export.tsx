/** Exports a chart group as it is shown: range, variables and marks; all of its charts, also those out of view. */
import type { ChartGroup } from '@pone/contract/entities/chart-group.ts'
import { exportFileName } from '@pone/schema/file-name.ts'
import dayjs from 'dayjs'
import { saveFile } from '../../../../lib/api.ts'
import { type Translate, useT } from '../../../../lib/i18n.ts'
import { notify } from '../../../../lib/notices.ts'
import { useSession } from '../../../../lib/session/session.ts'
import type { ChartUnit } from '../../../../ui/chart/time-series.ts'
import { useScheme } from '../../../../ui/theme/use-scheme.ts'
import { instantText, tickText } from '../../info/monitor-chart.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import type { Board } from '../charts/board-context.ts'
import { bandsOf, notesOf } from '../charts/chart-notes.ts'
import { inReadingOrder, settled } from '../grid/grid-model.ts'
import { boardCsv, exportedCharts } from './board-charts.ts'
import { boardPicture, type PictureChart } from './board-picture.ts'

/** Of the values in a column; counts have none. */
const unitTexts: Readonly<Record<ChartUnit, string>> = {
  ms: 'ms',
  bytes: 'B',
  bytesPerSecond: 'B/s',
  percent: '%',
  perSecond: '1/s',
  count: '',
}

export function BoardExport({ group, board }: { readonly group: ChartGroup; readonly board: Board }) {
  const t = useT()
  const language = useSession('language')
  const scheme = useScheme()
  const read = () => exportedCharts(inReadingOrder(settled(group.charts)), board, language)
  const nameOf = (ending: string) => exportFileName([group.name, dayjs().format('YYYY-MM-DD HH-mm')], ending)
  const takeCsv = async () => {
    const csv = boardCsv(await read(), {
      time: t('monitor.time'),
      omitted: count => t('chartGroup.csvOmitted', { count }),
      unitOf: ({ unit }) => (unit.note === '' ? unitTexts[unit.unit] : ''),
    })
    saveFile(new Blob([csv], { type: 'text/csv' }), nameOf('csv'))
  }
  const takePicture = async () => {
    const charts = (await read()).map((each): PictureChart => {
      const { curves, chart, title } = each
      const shown = {
        place: chart.place,
        title,
        shape: chart.style ?? group.style,
        events: board.runs.events,
      }
      if (curves === null)
        return { ...shown, notes: [t('chartGroup.noMonitor')], lines: null, range: [0, 1], bands: [] }
      const { answer, lines, resolved } = curves
      return {
        ...shown,
        notes: notesOf(lines, answer, t),
        lines: lines.series.length === 0 ? null : lines,
        range: [answer.from / 1_000, answer.to / 1_000],
        bands: bandsOf(resolved, answer, { board, t, language }),
      }
    })
    const axis = { label: t('monitor.time'), format: instantText, tick: tickText }
    const look = { title: group.name, note: rangeOf(charts, t), scheme, axis }
    const picture = await boardPicture(charts, look)
    if (picture === null) notify({ kind: 'error', text: t('chartGroup.pictureFailed') })
    else saveFile(picture, nameOf('png'))
  }
  return (
    <ExportMenu
      label={t('chartGroup.export')}
      items={[
        { key: 'png', label: t('chartGroup.exportPng'), take: takePicture },
        { key: 'csv', label: t('chartGroup.exportCsv'), take: takeCsv },
      ]}
    />
  )
}

/** Of the charts that have curves; '' when none has. */
function rangeOf(charts: readonly PictureChart[], t: Translate): string {
  const found = charts.find(({ lines }) => lines !== null)?.range
  if (found === undefined) return ''
  const [from, to] = found.map(second => dayjs(second * 1_000).format('YYYY-MM-DD HH:mm:ss'))
  return t('chartGroup.pictureRange', { from: from ?? '', to: to ?? '' })
}
