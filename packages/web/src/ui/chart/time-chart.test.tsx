import { fireEvent, screen, waitFor } from '@testing-library/react'
import type uPlot from 'uplot'
import { expect, onTestFinished, test, vi } from 'vitest'
import { outline } from '../../test-outline.ts'
import { draw } from '../../test-page.tsx'
import { ChartMarks } from './chart-marks.tsx'
import { formatValue, type PlotSetup, plotOptions } from './chart-plot.ts'
import { DayBars } from './day-bars.tsx'
import { StackedBars } from './stacked-bars.tsx'
import { TimeChart, type TimeChartProps } from './time-chart.tsx'
import type { ChartSeries } from './time-series.ts'

const series: readonly ChartSeries[] = [
  { key: 'a', label: 'first', color: 'p50', values: [1, null, 3] },
  { key: 'b', label: 'second', color: 'p95', values: [10, 20, 1_500] },
  { key: 'c', label: 'third', color: 'p99', values: [7, 8, 9] },
]
const chart: TimeChartProps = { title: 'Times', unit: 'ms', seconds: [0, 1, 2], series, syncKey: 'test' }
const legend = () =>
  screen
    .getAllByRole('button', { name: /^(first|second|third)/ })
    .map(each => `${each.textContent} ${each.getAttribute('aria-pressed')}`)

test('a chart has a legend, a text summary, and a table', async () => {
  const { user } = await draw(<TimeChart {...chart} />)
  expect(outline()).toMatchInlineSnapshot(`
    "figure "Times"
      heading "Times"
      button "Show as table"
      button "Download"
      list
        listitem
          button "first" [pressed] title "Click to show only this series; click again to show all"
        listitem
          button "second" [pressed] title "Click to show only this series; click again to show all"
        listitem
          button "third" [pressed] title "Click to show only this series; click again to show all"
      first: min 1 ms, max 3 ms, last 3 ms; second: min 10 ms, max 1.5 s, last 1.5 s; third: min 7 ms, max 9 ms, last 9 ms"
  `)
  await user.click(screen.getByRole('button', { name: /table/i }))
  expect(outline(screen.getByRole('table'))).toMatchInlineSnapshot(`
    "table "Times"
      row: columnheader "Time" | columnheader "first" | columnheader "second" | columnheader "third"
      row: columnheader "0:00" | 1 ms | 10 ms | 7 ms
      row: columnheader "0:01" | – | 20 ms | 8 ms
      row: columnheader "0:02" | 3 ms | 1.5 s | 9 ms"
  `)
  await user.click(screen.getByRole('button', { name: 'Show as chart' }))
  expect(screen.queryByRole('table')).toBeNull()
})

test('within marks of a run its first chart has links in the order of Tab, others repeat them', async () => {
  const mark = { key: 'a', from: 0, to: 1, label: 'Flame diagram peak, 0:00–0:01', href: '/flame' }
  await draw(
    <ChartMarks marks={[mark]}>
      <TimeChart {...chart} hasMarkStops />
      <TimeChart {...chart} title="Others" />
      <TimeChart {...chart} title="By users" axis={{ label: 'Users', format: String }} />
    </ChartMarks>,
  )
  const found = screen.getAllByRole('link', { name: mark.label })
  expect(found.map(link => [link.getAttribute('href'), link.tabIndex])).toEqual([
    ['/flame', 0],
    ['/flame', -1],
  ])
})

test('over another axis than time no value is called the latest', async () => {
  await draw(<TimeChart {...chart} axis={{ label: 'Users', format: String }} line="dots" />)
  expect(screen.getByText(/^first: /).textContent).toBe(
    'first: min 1 ms, max 3 ms; second: min 10 ms, max 1.5 s; third: min 7 ms, max 9 ms',
  )
})

test('a live chart shows the latest values in its legend', async () => {
  await draw(<TimeChart {...chart} isLive />)
  expect(legend()).toEqual(['first 3 ms true', 'second 1.5 s true', 'third 9 ms true'])
})

test('one series can be shown alone, and all again', async () => {
  const { user } = await draw(<TimeChart {...chart} />)
  const second = () => screen.getByRole('button', { name: /^second/ })
  await user.click(second())
  expect(legend()).toEqual(['first  false', 'second  true', 'third  false'])
  await user.click(screen.getByRole('button', { name: /^first/ }))
  expect(legend()).toEqual(['first  true', 'second  false', 'third  false'])
  await user.click(screen.getByRole('button', { name: /^first/ }))
  expect(legend()).toEqual(['first  true', 'second  true', 'third  true'])
})

test('an axis other than time has its own values', async () => {
  const { user } = await draw(<TimeChart {...chart} axis={{ label: 'Users', format: x => `${x} u` }} />)
  await user.click(screen.getByRole('button', { name: /table/i }))
  expect(screen.getAllByRole('rowheader').map(each => each.textContent)).toEqual(['0 u', '1 u', '2 u'])
})

test('the table of 10,000 points renders those in view', async () => {
  const seconds = Array.from({ length: 10_000 }, (_, at) => at)
  const { user } = await draw(
    <TimeChart {...chart} seconds={seconds} series={[{ ...series[0], values: seconds }] as typeof series} />,
  )
  await user.click(screen.getByRole('button', { name: /table/i }))
  const table = screen.getByRole('table')
  expect(table.getAttribute('aria-rowcount')).toBe('10001')
  const rows = () =>
    screen.getAllByRole('rowheader').map(each => each.closest('tr')?.getAttribute('aria-rowindex'))
  expect(rows().length).toBeLessThan(100)
  expect(rows()[0]).toBe('2')
  const box = table.parentElement as HTMLElement
  box.scrollTop = 9_999 * 24
  fireEvent.scroll(box)
  expect(rows().at(-1)).toBe('10001')
  expect(rows().length).toBeLessThan(100)
})

test('the figures are downloaded as a file', async () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  onTestFinished(() => made.mockRestore())
  const { user } = await draw(<TimeChart {...chart} />)
  await user.hover(screen.getByRole('button', { name: /download/i }))
  await user.click(await screen.findByText('CSV'))
  await waitFor(() => expect(made).toHaveBeenCalled())
  const file = made.mock.calls[0]?.[0] as Blob
  const lines = (await file.text()).replace('\ufeff', '').split('\r\n')
  expect(lines.slice(0, 3)).toEqual(['Time,first,second,third', '0,1,10,7', '1,,20,8'])
})

test('a double click shows the whole range again', async () => {
  const onRange = vi.fn()
  await draw(<TimeChart {...chart} range={[0, 1]} onRange={onRange} />)
  fireEvent.doubleClick(document.querySelector('.time-chart-plot') as HTMLElement)
  expect(onRange).toHaveBeenCalledWith(null)
})

const setup = (over: Partial<PlotSetup> = {}): PlotSetup => ({
  series,
  unit: 'ms',
  scheme: 'light',
  width: 800,
  height: 190,
  syncKey: 'k',
  events: () => [],
  onCursor: () => {},
  onZoom: () => {},
  ...over,
})
const none = undefined as unknown as uPlot
const valuesOf = (axis: uPlot.Axis | undefined) => axis?.values as (plot: uPlot, splits: number[]) => string[]
const labels = (unit: PlotSetup['unit'], values: number[]) => {
  const format = plotOptions(setup({ unit })).axes?.[1]?.values as (plot: uPlot, splits: number[]) => string[]
  return format(none, values)
}

test.each([
  ['ms', ['0 ms', '1.5 s']],
  ['count', ['0', '1,500']],
  ['perSecond', ['0', '1,500']],
  ['percent', ['0 %', '1,500 %']],
  ['bytesPerSecond', ['0 B', '1.46 KiB']],
] as const)('the axis of %s', (unit, texts) => expect(labels(unit, [0, 1_500])).toEqual(texts))

test('large counts are abbreviated on the axis', () => {
  expect(labels('count', [9_999, 10_000, 999_999, 1_000_000, -20_000])).toEqual([
    '9,999',
    '10k',
    '1,000k',
    '1M',
    '-20k',
  ])
})

test.each([
  [null, 'ms', '–'],
  [null, 'perSecond', '–'],
  [null, 'bytesPerSecond', '–'],
  [12, 'perSecond', '12/s'],
  [2_048, 'bytesPerSecond', '2 KiB/s'],
  [2.5, 'percent', '2.5 %'],
  [3, 'count', '3'],
] as const)('%s in %s is %s', (value, unit, text) => expect(formatValue(value, unit)).toBe(text))

test('the range of values starts at 0 and leaves room above', () => {
  const range = plotOptions(setup()).scales?.['y']?.range as unknown as (
    plot: uPlot,
    min: number,
    max: number,
  ) => number[]
  expect(range(none, 5, 100)).toEqual([0, 108])
  expect(range(none, 0, 0)).toEqual([0, 1])
})

test('lines, steps and dots connect points differently', () => {
  const of = (line: PlotSetup['line']) => plotOptions(setup({ line })).series[1] as uPlot.Series
  expect(of(undefined)).toMatchObject({ points: { show: true }, spanGaps: false })
  expect(of('dots')).toMatchObject({ points: { show: true, size: 6 } })
  expect(of('dots').paths?.(none, 0, 0, 0)).toBeNull()
  expect(of('steps')).toMatchObject({ points: { show: false }, spanGaps: true })
  expect(of('steps').paths).toBeDefined()
  const show = of('joined').points?.show as (plot: object) => boolean
  expect([
    show({ data: [Array.from({ length: 60 })] }),
    show({ data: [Array.from({ length: 61 })] }),
    show({ data: [] }),
  ]).toEqual([true, false, true])
})

test('a value between two gaps is a dot, because no line reaches it', () => {
  const { filter } = (plotOptions(setup()).series[1] as uPlot.Series).points ?? {}
  const dots = (values: readonly (number | null)[]) =>
    (filter as (plot: object, series: number) => number[])({ data: [[], values] }, 1)
  expect(dots([7])).toEqual([0])
  expect(dots([7, null, 8, 9, null, 0])).toEqual([0, 5])
  expect(dots([1, 2, 3])).toEqual([])
  expect(dots([])).toEqual([])
})

test('a time axis shows clock times, another axis its own labels', () => {
  const texts = (over: Partial<PlotSetup>) => valuesOf(plotOptions(setup(over)).axes?.[0])(none, [0, 90])
  expect(texts({})).toEqual(['0:00', '1:30'])
  expect(texts({ axis: { label: 'x', format: x => `<${x}>` } })).toEqual(['<0>', '<90>'])
  expect(plotOptions(setup()).axes?.[0]?.incrs?.[0 as never]).toBe(1)
})

test('a selection zooms, a very small one does not; cursor positions are reported', () => {
  const onZoom = vi.fn()
  const onCursor = vi.fn()
  const { hooks } = plotOptions(setup({ onZoom, onCursor }))
  const plot = (width: number) =>
    ({
      select: { left: 10, width },
      posToVal: (at: number) => at / 10,
      setSelect: vi.fn(),
      cursor: { idx: 3 },
    }) as unknown as uPlot
  const [select] = hooks?.setSelect ?? []
  select?.(plot(3))
  expect(onZoom).not.toHaveBeenCalled()
  const wide = plot(40)
  const { setSelect } = wide as unknown as { setSelect: ReturnType<typeof vi.fn> }
  select?.(wide)
  expect(onZoom).toHaveBeenCalledWith([1, 5])
  expect(setSelect).toHaveBeenCalledWith({ left: 0, top: 0, width: 0, height: 0 }, false)
  select?.(plot(4))
  expect(onZoom).toHaveBeenCalledTimes(2)
  const [cursor] = hooks?.setCursor ?? []
  cursor?.(wide)
  expect(onCursor).toHaveBeenLastCalledWith(3)
  cursor?.({ cursor: { idx: null } } as unknown as uPlot)
  expect(onCursor).toHaveBeenLastCalledWith(null)
})

test('events are drawn within the plot only', () => {
  const events = [5, 95, 50, 10, 90].map(second => ({ second, label: '', tone: 'failed' as const }))
  const [marks] = plotOptions(setup({ events: () => events })).plugins ?? []
  const ctx = {
    save: vi.fn(),
    restore: vi.fn(),
    setLineDash: vi.fn(),
    beginPath: vi.fn(),
    stroke: vi.fn(),
    moveTo: vi.fn(),
    lineTo: vi.fn(),
  }
  const plot = {
    ctx,
    bbox: { left: 10, top: 2, width: 80, height: 100 },
    valToPos: (value: number) => value,
  } as unknown as uPlot
  const drawMarks = marks?.hooks.draw as (plot: uPlot) => void
  drawMarks(plot)
  expect(ctx.moveTo.mock.calls).toEqual([
    [50, 2],
    [10, 2],
    [90, 2],
  ])
  expect(ctx.lineTo.mock.calls).toEqual([
    [50, 102],
    [10, 102],
    [90, 102],
  ])
})

test('days are bars with their counts as text', async () => {
  await draw(
    <DayBars
      days={[
        { day: '2020-11-21', complete: 3, failed: 1, stopped: 0 },
        { day: '2020-11-22', complete: 0, failed: 0, stopped: 0 },
      ]}
    />,
  )
  expect(outline()).toMatchInlineSnapshot(`
    "figure
      list
        listitem "11-21: 3 complete, 0 stopped, 1 failed"
        listitem "11-22: 0 complete, 0 stopped, 0 failed"
      Complete Stopped Failed"
  `)
  expect(
    [...document.querySelectorAll<HTMLElement>('.stacked-bars-bar')].map(
      each =>
        `${each.style.height} ${[...each.children].map(part => `${part.className} ${(part as HTMLElement).style.flexGrow}`).join(', ')}`,
    ),
  ).toMatchInlineSnapshot(`
    [
      "100% stacked-bars-failed 1, stacked-bars-passed 3",
      "0% ",
    ]
  `)
  expect(
    [...document.querySelectorAll('.stacked-bars-count, .stacked-bars-name')].map(each => each.textContent),
  ).toEqual(['4', '11-21', '', '11-22'])
})

test('with many bars only some have labels, always including the last one, and none has a figure', async () => {
  const bars = Array.from({ length: 32 }, (_, at) => ({
    key: `${at}`,
    name: `n${at}`,
    text: `t${at}`,
    counts: { a: at },
  }))
  const parts = [{ key: 'a', label: 'A', tone: 'passed' as const }]
  const { unmount } = await draw(<StackedBars bars={bars} parts={parts} />)
  const texts = (selector: string) =>
    [...document.querySelectorAll(selector)].map(each => each.textContent).filter(Boolean)
  expect(texts('.stacked-bars-name')).toEqual(['n3', 'n7', 'n11', 'n15', 'n19', 'n23', 'n27', 'n31'])
  expect(texts('.stacked-bars-count')).toEqual([])
  unmount()
  await draw(<StackedBars bars={bars.slice(0, 31)} parts={parts} />)
  expect(texts('.stacked-bars-count')).toHaveLength(30)
})
