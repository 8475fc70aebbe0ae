import type { Run } from '@pone/contract/entities/run.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { draw, serve } from '../../../test-page.tsx'
import { idOf, runDetailOf, runOf, startedAt } from '../../../test-runs.ts'
import { Page } from './records-page.tsx'

const importing = (stage: string, over: object = {}) => ({
  fileName: 'night.jtl',
  stage,
  ahead: 0,
  percent: 0,
  rows: 0,
  failure: null,
  canRetry: false,
  outcome: null,
  ...over,
})
const rows: Run[] = [
  runOf(1),
  runOf(2, {
    engine: 'jmeter',
    state: 'failed',
    cause: 'agentLost',
    causeDetail: 'load-2',
    usersBasis: 'sampled',
    sla: 'broken',
  }),
  runOf(3, {
    state: 'running',
    endedAt: null,
    cause: null,
    requests: 0,
    failed: 0,
    p95Ms: null,
    sla: 'pending',
  }),
  runOf(4, { engine: 'jmeter', state: 'running', endedAt: null, cause: null }),
  runOf(5, {
    source: 'import',
    engine: 'jmeter',
    importing: importing('done', { outcome: { rows: 9, leftOut: 0, skips: [], isCutOff: false } }),
  }),
  runOf(6, {
    source: 'import',
    state: 'new',
    cause: null,
    startedAt: null,
    endedAt: null,
    importing: importing('waiting', { ahead: 2 }),
  }),
  runOf(7, {
    source: 'import',
    state: 'failed',
    cause: 'importFailed',
    importing: importing('failed', { failure: { code: 'X', message: 'no such column' } }),
  }),
]
const all = ['run.execute', 'run.delete', 'run.view'] as const

async function open({
  list = rows,
  page = 'logging',
  query = '',
  rights = all as readonly (typeof all)[number][],
  more = {} as Record<string, unknown>,
} = {}) {
  const sent = await serve({
    'run/list': { rows: list, total: list.length },
    'run/delete': {},
    'run/cancelImport': {},
    'run/get': ({ id }: Record<string, string>) => {
      const found = rows.find(run => run.id === id)
      return runDetailOf(found?.number ?? 1, found)
    },
    ...more,
  })
  const drawn = await draw(<Page />, {
    address: `/pone/atf/projects/${page}?${query}`,
    session: { accessList: [...rights] },
  })
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('run/list'))
  if (list.length > 0) await screen.findByText('#1')
  const last = (call: string) => sent.findLast(each => each.call === call)?.fields
  return { ...drawn, sent, last, at: () => drawn.router.state.location }
}
const row = (number: number) => screen.getByText(`#${number}`).closest('tr') as HTMLElement
const actionsOf = async (user: Awaited<ReturnType<typeof open>>['user'], number: number) => {
  const shown = within(row(number))
    .queryAllByRole('button')
    .map(each => each.textContent || each.getAttribute('aria-label') || '')
  const more = within(row(number)).queryByRole('button', { name: /more/i })
  if (more === null) return shown
  await user.click(more)
  await screen.findAllByRole('menuitem')
  // antd keeps closed menus in the page; the last one belongs to this row.
  const menu = screen.getAllByRole('menu').at(-1) as HTMLElement
  const texts = within(menu)
    .getAllByRole('menuitem')
    .map(each => each.textContent)
  await user.keyboard('{Escape}')
  return [...shown, ...texts]
}

test('a record of each kind in one row', async () => {
  await open()
  expect(outline(screen.getByRole('banner'))).toMatchInlineSnapshot(`
    "banner
      heading "Execution records"
      button "import Import JTL""
  `)
  expect(
    outline(document.querySelector('.ant-table-tbody') as HTMLElement).replaceAll(
      /[^|]*(min|h) [\d ]+(s|min) \|/g,
      ' … |',
    ),
  ).toMatchInlineSnapshot(`
    "row: checkbox "Select row 1" | #1 | link "Black Friday" → /pone/atf/projects/analysisReports?id=11111111-e2bb-4255-8caf-4136c566a962 | Complete | No rules | 2020-11-22 08:00:00 | … | 20 | 2,400 | 40 | 55 ms | 2.5 % | li | button "Report: Black Friday #1"; button "More actions: Black Friday #1"
    row: checkbox "Select row 2" | #2 | link "Black Friday" → /pone/atf/projects/analysisReports?id=22222222-e2bb-4255-8caf-4136c566a962 | Failed | Failed | 2020-11-23 08:00:00 | … | ≥ 20 | 2,400 | 40 | 55 ms | 2.5 % | li | button "Report: Black Friday #2"; button "More actions: Black Friday #2"
    row: checkbox "Select row 3" [disabled] | #3 | link "Black Friday" → /pone/atf/projects/realTimeMonitoring?id=33333333-e2bb-4255-8caf-4136c566a962 | Running | Pending | 2020-11-24 08:00:00 | … | 20 | 0 | 40 | – | – | li | button "View live: Black Friday #3"; button "More actions: Black Friday #3"
    row: checkbox "Select row 4" [disabled] | #4 | link "Black Friday" → /pone/atf/projects/realTimeMonitoring?id=44444444-e2bb-4255-8caf-4136c566a962 | Running | No rules | 2020-11-25 08:00:00 | … | 20 | 2,400 | 40 | 55 ms | 2.5 % | li | button "View live: Black Friday #4"; button "More actions: Black Friday #4"
    row: checkbox "Select row 5" | #5 | link "Black Friday" → /pone/atf/projects/analysisReports?id=55555555-e2bb-4255-8caf-4136c566a962; Imported | Complete | No rules | 2020-11-26 08:00:00 | … | 20 | 2,400 | 40 | 55 ms | 2.5 % | li | button "Report: Black Friday #5"; button "More actions: Black Friday #5"
    row: checkbox "Select row 6" [disabled] | #6 | Black FridayImported | Waiting to import | No rules | 2020-11-27 07:59:58 | – | 20 | 2,400 | 40 | 55 ms | 2.5 % | li | button "Import details: Black Friday #6"; button "More actions: Black Friday #6"
    row: checkbox "Select row 7" | #7 | Black FridayImported | Import failed | No rules | 2020-11-28 08:00:00 | … | 20 | 2,400 | 40 | 55 ms | 2.5 % | li | button "Import details: Black Friday #7""
  `)
})

test('each record offers what it has', async () => {
  const { user } = await open({ list: rows })
  const offered: Record<string, string[]> = {}
  for (const { number } of rows) offered[`#${number}`] = await actionsOf(user, number)
  expect(offered).toMatchInlineSnapshot(`
    {
      "#1": [
        "Report",
        "More actions: Black Friday #1",
        "View live",
        "SLA results",
      ],
      "#2": [
        "Report",
        "More actions: Black Friday #2",
        "JMeter report",
        "JMeter log",
        "View live",
        "SLA results",
      ],
      "#3": [
        "View live",
        "More actions: Black Friday #3",
        "SLA results",
      ],
      "#4": [
        "View live",
        "More actions: Black Friday #4",
        "SLA results",
        "JMeter log",
      ],
      "#5": [
        "Report",
        "More actions: Black Friday #5",
        "JMeter report",
        "JMeter log",
        "View live",
        "SLA results",
        "Import details",
      ],
      "#6": [
        "Import details",
        "More actions: Black Friday #6",
        "Cancel import",
      ],
      "#7": [
        "Import details",
      ],
    }
  `)
})

test('without permissions nothing is imported, cancelled or deleted', async () => {
  const { user } = await open({ rights: [] })
  expect(screen.queryByRole('button', { name: /import jtl/i })).toBeNull()
  expect(await actionsOf(user, 6)).toMatchInlineSnapshot(`
    [
      "Import details",
    ]
  `)
  await user.click(within(row(1)).getByRole('checkbox'))
  expect(screen.queryByRole('button', { name: /delete/i })).toBeNull()
})

test('records are searched and filtered', async () => {
  const { user, last, at } = await open({ query: 'state=failed&sla=broken' })
  expect(last('run/list')).toMatchObject({
    states: '["failed"]',
    sla: '["broken"]',
    sort: 'createdAt',
    descending: 'true',
  })
  expect(screen.getAllByRole('combobox').map(each => each.getAttribute('aria-label'))).toMatchInlineSnapshot(`
    [
      "State",
      "SLA",
      "Time range",
      "Page Size",
    ]
  `)
  await user.type(screen.getByRole('textbox'), 'friday{Enter}')
  await waitFor(() => expect(last('run/list')?.['search']).toBe('friday'))
  expect(at().search).toContain('search=friday')
  await user.click(screen.getByRole('combobox', { name: /state/i }))
  await screen.findAllByRole('option')
  expect(
    [...document.querySelectorAll('.ant-select-item')].map(each => each.textContent),
  ).toMatchInlineSnapshot(`
    [
      "All states",
      "New",
      "Ready to run",
      "Running",
      "Complete",
      "Stopped by user",
      "Failed",
      "Backing up",
      "Backup completed",
      "Backup failed",
    ]
  `)
  await user.click(screen.getByText('Stopped by user'))
  await waitFor(() => expect(last('run/list')?.['states']).toBe('["userStopped"]'))
})

test('two ended records are compared or deleted; active ones cannot be ticked', async () => {
  const { user, last, at } = await open()
  expect(within(row(3)).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
  await user.click(within(row(2)).getByRole('checkbox'))
  const compare = () => screen.getByRole('button', { name: /compare/i })
  const why = () => compare().parentElement?.querySelector('.secondary')?.textContent
  expect([compare().hasAttribute('disabled'), why()]).toMatchInlineSnapshot(`
    [
      true,
      "Select at least two runs",
    ]
  `)
  await user.click(within(row(1)).getByRole('checkbox'))
  expect(why()).toMatchInlineSnapshot(`"PR and JMeter runs cannot be compared with each other"`)
  await user.click(within(row(1)).getByRole('checkbox'))
  await user.click(within(row(5)).getByRole('checkbox'))
  expect(compare().hasAttribute('disabled')).toBe(false)
  await user.click(screen.getByRole('button', { name: /^delete/i }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('2')
  await user.click(within(dialog).getByRole('button', { name: /^delete/i }))
  await waitFor(() => expect(JSON.parse(last('run/delete')?.['ids'] ?? '[]')).toEqual([idOf(2), idOf(5)]))
  await waitFor(() => expect(screen.queryByRole('button', { name: /compare/i })).toBeNull())
  await user.click(within(row(2)).getByRole('checkbox'))
  await user.click(within(row(5)).getByRole('checkbox'))
  await user.click(compare())
  expect(at().pathname + at().search).toBe(
    `/pone/atf/projects/prReportsCompareHistory?runs=${idOf(2)}_${idOf(5)}`,
  )
})

test('a row opens the report, the live page, or the import', async () => {
  const { user, at } = await open()
  fireEvent.click(row(3))
  await waitFor(() => expect(at().pathname).toContain('realTimeMonitoring'))
  expect(user).toBeTruthy()
})

test('the history has ended runs only', async () => {
  const { last, at } = await open({ page: 'loggingHistory' })
  expect(JSON.parse(last('run/list')?.['states'] ?? '')).not.toContain('running')
  expect(screen.queryByRole('button', { name: /import jtl/i })).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatchInlineSnapshot(`"Past records"`)
  fireEvent.click(row(1))
  await waitFor(() => expect(at().pathname).toContain('analysisReportsHistory'))
})

test.each(['logging', 'loggingHistory'])('%s without records says so', async page => {
  await open({ list: [], page })
  await screen.findByRole('link', { name: /scenario/i })
  expect(outline().split('\n').slice(-6).join('\n')).toMatchSnapshot()
})

test('an import that waits shows its place, is followed and cancelled', async () => {
  const { user, last } = await open({ query: '' })
  fireEvent.click(row(6))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByRole('progressbar')
  expect(outline(dialog)).toMatchInlineSnapshot(`
    "dialog "State" [modal]
      button "Close"
      Import JMeter results
      Black Friday #6
      progressbar "Black Friday" [valuenow=0]
      status: Queued, 2 imports ahead
      You can close this dialog. The import continues in the background; execution records show the progress.
      button "Cancel import"
      button "Continue in background""
  `)
  await user.click(within(dialog).getByRole('button', { name: /cancel/i }))
  await waitFor(() => expect(last('run/cancelImport')?.['id']).toBe(idOf(6)))
})

test.each([
  ['failed', runDetailOf(7, { ...rows[6] })],
  [
    'to be tried again',
    runDetailOf(7, {
      ...rows[6],
      importing: importing('failed', {
        canRetry: true,
        failure: { code: 'ResultsDatesAmbiguous', message: 'which order?' },
      }),
    }),
  ],
  [
    'checking',
    runDetailOf(7, { ...rows[6], importing: importing('checking', { percent: 40, rows: 1_200 }) }),
  ],
  [
    'done with faults',
    runDetailOf(7, {
      ...rows[6],
      importing: importing('done', {
        outcome: {
          rows: 9_000,
          leftOut: 3,
          skips: [{ reason: 'columns', count: 2, firstLines: [4, 8] }],
          isCutOff: true,
        },
      }),
    }),
  ],
  [
    'done',
    runDetailOf(7, {
      ...rows[6],
      importing: importing('done', { outcome: { rows: 9_000, leftOut: 0, skips: [], isCutOff: false } }),
    }),
  ],
])('the import that is %s', async (_name, detail) => {
  await open({ more: { 'run/get': detail } })
  fireEvent.click(row(6))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(within(dialog).getAllByRole('button').length).toBeGreaterThan(1))
  expect(outline(dialog)).toMatchSnapshot()
  expect(
    dialog.querySelector('.ant-alert')?.className.match(/ant-alert-(error|warning|success)/)?.[1],
  ).toMatchSnapshot()
})

test('a failed import with dates that can be read in two ways is tried again with an order', async () => {
  const detail = runDetailOf(7, {
    ...rows[6],
    importing: importing('failed', {
      canRetry: true,
      failure: { code: 'ResultsDatesAmbiguous', message: 'which?' },
    }),
  })
  const { user, last } = await open({ more: { 'run/get': detail, 'run/retryImport': {} } })
  fireEvent.click(row(6))
  const dialog = await screen.findByRole('dialog')
  const again = await within(dialog).findByRole('button', { name: /again/i })
  expect(again.hasAttribute('disabled')).toBe(true)
  await user.click(within(dialog).getByRole('combobox'))
  await user.click((await screen.findAllByText(/month first|month before/i))[0] as HTMLElement)
  await user.click(again)
  await waitFor(() =>
    expect(last('run/retryImport')).toMatchObject({ id: idOf(7), dateOrder: '"monthFirst"' }),
  )
})

test('a file is chosen, named and sent; a refusal keeps what was chosen', async () => {
  let refusals = 1
  const { user, sent } = await open({
    more: {
      'run/importJtl': () => {
        refusals -= 1
        return refusals >= 0
          ? { status: 500, code: 'ResultsDatesAmbiguous', message: 'which order?' }
          : runDetailOf(6, rows[5])
      },
    },
  })
  await user.click(screen.getByRole('button', { name: /import jtl/i }))
  const dialog = await screen.findByRole('dialog')
  expect(outline(dialog)).toMatchInlineSnapshot(`
    "dialog "State" [modal]
      button "Close"
      Import JMeter results
      form
        button "file-search Click or drop a JTL file here (CSV or XML) At most 5 GiB; gzip and zip files are accepted"
        button "Cancel"
        button "Import" [disabled]"
  `)
  const file = new File(['timeStamp,elapsed\n'], 'night.jtl', { lastModified: startedAt })
  await user.upload(dialog.querySelector('input[type=file]') as HTMLInputElement, file)
  await within(dialog).findByDisplayValue('night')
  expect(outline(dialog)).toMatchInlineSnapshot(`
    "dialog "State" [modal]
      button "Close"
      Import JMeter results
      form
        button "file-search night.jtl · 18 B At most 5 GiB; gzip and zip files are accepted"
        Record name
        textbox "Record name" = "night"
        checkbox "Count sub-results (redirects, embedded resources) as requests; XML files only"
        Count sub-results (redirects, embedded resources) as requests; XML files only
        button "Cancel"
        button "Import""
  `)
  const submit = () => within(dialog).getByRole('button', { name: /^import/i })
  fireEvent.change(within(dialog).getByDisplayValue('night'), { target: { value: ' ' } })
  expect(submit().hasAttribute('disabled')).toBe(true)
  expect(sent.some(({ call }) => call.includes('importJtl'))).toBe(false)
})
