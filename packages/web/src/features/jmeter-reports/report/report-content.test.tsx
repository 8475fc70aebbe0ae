/** A JMeter report on the page: content that the product's own code computed from a results file. */
import {
  type JmeterReportContent,
  type JmeterReportSettings,
  jmeterReportContentSchema,
  jmeterReportSettingsSchema,
} from '@pone/contract/entities/jmeter-report.ts'
import { Dashboard } from '@pone/jmeter/dashboard/dashboard.ts'
import { defaultHeader } from '@pone/jmeter/dashboard/odd-results.ts'
import { JtlReader } from '@pone/jmeter/jtl/reader.ts'
import { reportContent } from '@pone/results/jmeter/report-content.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { draw } from '../../../test-page.tsx'
import { ResponseOverview } from '../charts/response-overview.tsx'
import { PrintFrame } from './print-frame.tsx'
import { ReportContentView } from './report-content.tsx'

const startMs = 1_700_000_040_000

interface Sample {
  readonly atMs: number
  readonly elapsedMs: number
  readonly label: string
  readonly failure?: string
}
const line = ({ atMs, elapsedMs, label, failure = '' }: Sample): string => {
  const [code, message] = failure === '' ? ['200', 'OK'] : ['500', failure]
  return `${startMs + atMs},${elapsedMs},${label},${code},"${message}",Group 1-1,text,${failure === ''},,1024,512,1,1,null,10,0,1`
}
/** Ten requests of two labels: 6 satisfied, 2 tolerated, 1 above both thresholds, 1 failed. */
const samples: readonly Sample[] = [
  ...[100, 120, 140, 160, 180, 200].map((elapsedMs, index) => ({
    atMs: index * 500,
    elapsedMs,
    label: 'home',
  })),
  { atMs: 3_000, elapsedMs: 600, label: 'pay' },
  { atMs: 3_500, elapsedMs: 1_400, label: 'pay' },
  { atMs: 4_000, elapsedMs: 1_900, label: 'pay' },
  { atMs: 4_500, elapsedMs: 50, label: 'pay', failure: 'Internal Server Error' },
]

function contentOf(
  rows: readonly Sample[],
  over: Partial<JmeterReportContent> = {},
  settings: Partial<JmeterReportSettings> = {},
): JmeterReportContent {
  const dashboard = new Dashboard({ granularityMs: 1_000 })
  const reader = new JtlReader({ onRow: row => dashboard.add(row) })
  reader.push(new TextEncoder().encode(`${[defaultHeader, ...rows.map(line)].join('\n')}\n`))
  reader.end()
  const content = reportContent({
    figures: dashboard.figures(),
    settings: { ...jmeterReportSettingsSchema.parse({}), ...settings },
    sources: [{ machine: 'load-01', rows: rows.length, skipped: [], isCutOff: false, fault: null }],
    missingLogs: 0,
  })
  return jmeterReportContentSchema.parse({ ...content, ...over })
}

async function show(content: JmeterReportContent) {
  await draw(<ReportContentView content={content} report={null} syncKey="test" />)
  return {
    section: (name: string) => screen.getByRole('region', { name }),
    cells: (name: string) =>
      within(screen.getByRole('region', { name }))
        .getAllByRole('row')
        .map(row =>
          within(row)
            .queryAllByRole('cell')
            .map(cell => cell.textContent),
        )
        .filter(row => row.length > 0),
  }
}

describe('a report with passed and failed requests', () => {
  test('shows facts, APDEX with its rating, and the share of failures', async () => {
    const { section, cells } = await show(contentOf(samples))
    expect(outline(section('Test and report information'))).toMatchInlineSnapshot(`
      "region "Test and report information"
        heading "Test and report information"
        term: Start
        definition: 2023-11-14 22:14:00
        term: End
        definition: 2023-11-14 22:14:05
        term: Duration
        definition: 5.9 s
        term: Label filter
        definition: none
        term: Granularity
        definition: 1 s
        term: Percentiles
        definition: All samples
        term: Sources
        definition: list: listitem: load-01 (10 rows)"
    `)
    expect(cells('APDEX (application performance index)')).toMatchInlineSnapshot(`
      [
        [
          "home",
          "excellent1.000",
          "500 ms",
          "1.5 s",
        ],
        [
          "pay",
          "unacceptable0.250",
          "500 ms",
          "1.5 s",
        ],
        [
          "Total",
          "fair0.700",
          "500 ms",
          "1.5 s",
        ],
      ]
    `)
    expect(outline(section('Requests summary'))).toMatchInlineSnapshot(`
      "region "Requests summary"
        heading "Requests summary"
        term: Pass
        definition: 9 90 %
        term: Fail
        definition: 1 10 %"
    `)
  })

  test('counts requests by the thresholds of APDEX with their share of all', async () => {
    const { container } = await draw(<ResponseOverview content={contentOf(samples)} />)
    const figure = container.querySelector<HTMLElement>('figure')
    if (figure === null) throw new Error('No figure was drawn.')
    expect(outline(figure)).toMatchInlineSnapshot(`
      "figure
        heading "Response time overview"
        list
          listitem: at most 500 ms6 · 60 %
          listitem: 500 ms to 1.5 s2 · 20 %
          listitem: over 1.5 s1 · 10 %
          listitem: failed1 · 10 %"
    `)
    const bars = [...figure.querySelectorAll<HTMLElement>('.jr-overview-bar i')]
    expect(bars.map(bar => bar.style.width)).toEqual(['60%', '20%', '10%', '10%'])
  })

  test('lists errors with their share of errors and of samples, and the most frequent of each sampler', async () => {
    const { cells } = await show(contentOf(samples, { omittedErrors: 3 }))
    expect(cells('Errors')).toMatchInlineSnapshot(`
      [
        [
          "500/Internal Server Error",
          "1",
          "100 %",
          "10 %",
        ],
      ]
    `)
    expect(cells('Top 5 errors by sampler')).toMatchInlineSnapshot(`
      [
        [
          "Total",
          "10",
          "1",
          "500/Internal Server Error 1",
        ],
        [
          "pay",
          "4",
          "1",
          "500/Internal Server Error 1",
        ],
      ]
    `)
  })
})

test('a report without errors says so and lists none', async () => {
  const { section } = await show(contentOf(samples.slice(0, 6)))
  expect(section('Errors').textContent).toContain('No errors')
  expect(screen.queryByRole('region', { name: 'Top 5 errors by sampler' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a report of a part of the run, of some of the labels, says both', async () => {
  const settings = { fromMs: 60_000, toMs: null, labelFilter: 'home|pay', percentiles: 'legacy' } as const
  const { section } = await show(contentOf(samples, {}, settings))
  expect(section('Test and report information').textContent).toContain('5.9 s · 1:00 – …')
  expect(section('Test and report information').textContent).toContain('home|pay')
})

test('an incomplete report names every log that is missing, cut off or unreadable, and skipped lines', async () => {
  const source = { machine: 'load-01', rows: 10, skipped: [], isCutOff: false, fault: null }
  await show(
    contentOf(samples, {
      missingLogs: 2,
      sources: [
        source,
        { ...source, machine: 'load-02', fault: 'notJtl' },
        {
          ...source,
          machine: '',
          isCutOff: true,
          skipped: [{ reason: 'columns', count: 3, firstLines: [7, 9] }],
        },
      ],
    }),
  )
  expect(outline(screen.getByRole('alert'))).toMatchInlineSnapshot(`
    "alert
      img "exclamation-circle"
      The report is incomplete
      2 load machines have not delivered their JTL files
      load-02: not a JTL file
      JTL: 3 lines could not be read and are not included (lines 7, 9 …)
      JTL: the last line is incomplete and not included"
  `)
})

test('on paper the charts of all groups are drawn below the names of their groups, and all labels are listed', async () => {
  const labels = Array.from({ length: 30 }, (_, at) => ({
    atMs: at * 100,
    elapsedMs: 50,
    label: `page ${at}`,
  }))
  const { section, cells } = await show(contentOf(labels))
  const titles = () =>
    within(section('Charts'))
      .queryAllByRole('heading', { level: 3, hidden: true })
      .map(heading => heading.textContent)
  expect(titles()).not.toContain('Hits per second')
  fireEvent(window, new Event('beforeprint'))
  expect(titles()).toEqual(
    expect.arrayContaining([
      'Over time',
      'Throughput',
      'Hits per second',
      'Response times',
      'Time vs threads',
    ]),
  )
  expect(cells('Statistics').filter(([label]) => label?.startsWith('page '))).toHaveLength(30)
  fireEvent(window, new Event('afterprint'))
  expect(titles()).not.toContain('Throughput')
  expect(cells('Statistics').filter(([label]) => label?.startsWith('page '))).toHaveLength(20)
})

test('printed sheets name scenario, number, part and day', async () => {
  const { container } = await draw(
    <PrintFrame
      run={{ scenarioName: 'sale', number: 8, startedAt: new Date(2026, 10, 23, 9).getTime() }}
      content={contentOf(samples, {}, { fromMs: 10_000, toMs: 30_500 })}
    />,
  )
  expect(container.querySelector('style')?.textContent).toContain(
    '"sale · #8 · JMeter report · 0:10 – 0:30.5 · 2026-11-23"',
  )
})
