import type { ProfileRecord } from '@pone/contract/entities/profile.ts'
import { expect, it } from 'vitest'
import { toRunDetail } from '../run-record.ts'
import { sampleRun } from '../sample-run.ts'
import { flameDiagramRows, flameDiagramsHtml, flameMarks } from './flame-diagrams.ts'
import { lineChart } from './svg/line-chart.ts'

const run = toRunDetail(sampleRun({ seconds: 60 }).record, 0)
const startedAt = run.startedAt ?? 0
const whole = { run, fromMs: 0, toMs: 60_000 }
const diagram = (name: string, fromMs: number | null): ProfileRecord => ({
  id: name,
  name,
  format: 'jfr',
  fileName: '',
  fileBytes: 0,
  startedAt: fromMs === null ? null : startedAt + fromMs,
  durationMs: 5_000,
  isCut: false,
  requests: null,
  run: null,
  origin: {
    monitorId: 'm',
    monitorName: 'shop',
    machine: 'host-1',
    process: 'Shop',
    pid: 1,
    runtime: 'JDK 17',
    engines: ['JFR'],
    notes: [],
    cost: null,
    included: '',
    excluded: '',
    reason: null,
  },
  parts: [
    {
      kind: 'cpu',
      unit: 'samples',
      source: 'jdk.ExecutionSample',
      total: 200,
      nodes: 1,
      names: 1,
      deepest: 1,
      storedBytes: 1,
      topMethod: { name: 'shop.Prices.<discounted>', self: 150 },
    },
  ],
  createdBy: '',
  createdAt: 0,
  isKept: false,
  expiresAt: null,
})

it('a flame diagram is listed with its part of the run and its heaviest method', () => {
  expect(flameDiagramRows([diagram('peak', 12_000)], whole, 'en')).toEqual([
    [],
    [
      'Flame diagrams taken during the run',
      'Each row holds for the time in which it was taken, not for the whole run',
    ],
    ['Name', 'Part of the run', 'Target', 'Type', 'Most weight of its own', 'Its share'],
    ['peak', '0:12 – 0:17', 'shop · host-1', 'CPU · jdk.ExecutionSample', 'shop.Prices.<discounted>', '75 %'],
  ])
})

it('the report of a part lists those that lie in it, and those whose instant is not known', () => {
  const all = [diagram('early', 1_000), diagram('peak', 20_000), diagram('uploaded', null)]
  const names = flameDiagramRows(all, { run, fromMs: 18_000, toMs: 60_000 }, 'zh')
    .slice(3)
    .map(([name, range]) => [name, range])
  expect(names).toEqual([
    ['peak', '0:20 – 0:25'],
    ['uploaded', '–'],
  ])
})

it('the exported file has escaped names, and nothing without flame diagrams', () => {
  const shown = flameDiagramsHtml([diagram('peak', 1_000)], whole, 'zh')?.html
  expect(shown).toContain('执行期间的火焰图')
  expect(shown).toContain('shop.Prices.&lt;discounted&gt;')
  expect(flameDiagramsHtml([], whole, 'en')).toBeNull()
  expect(flameDiagramRows([], whole, 'en')).toEqual([])
})

it('charts have the parts in which flame diagrams were taken, named as in the list', () => {
  const all = [diagram('early', 1_000), diagram('uploaded', null), diagram('peak', 20_000)]
  const marks = flameMarks(all, whole)
  expect(marks).toEqual([
    { name: 'F1', text: 'early 0:01 – 0:06', fromSecond: 1, toSecond: 6 },
    { name: 'F2', text: 'peak 0:20 – 0:25', fromSecond: 20, toSecond: 25 },
  ])
  const listed = flameDiagramsHtml(all, whole, 'en')?.html
  expect(listed).toContain('<td>F2</td><td>peak</td>')
  expect(listed).toContain('<td></td><td>uploaded</td>')
})

it('a chart shades what of a mark lies on its axis, and leaves out names that would cover each other', () => {
  const mark = (name: string, fromSecond: number) => ({
    name,
    text: '',
    fromSecond,
    toSecond: fromSecond + 10,
  })
  const svg = lineChart({
    label: '',
    seconds: [100, 200],
    secondsPerPoint: 1,
    series: [],
    suspect: [],
    marks: [],
    taken: [mark('F1', 80), mark('F2', 95), mark('F3', 101), mark('F4', 195)],
    formatValue: String,
    tickKind: 'whole',
  }).html
  expect(svg.match(/fill="var\(--taken\)"/g)).toHaveLength(3)
  expect(svg.match(/>F\d</g)).toEqual(['>F2<', '>F4<'])
  expect(svg).toContain('<title>F3 </title>')
})
