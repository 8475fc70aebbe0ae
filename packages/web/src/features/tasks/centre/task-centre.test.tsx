import { executionSchema, performanceTaskSchema, scheduleSchema } from '@pone/contract/entities/task.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { draw, serve } from '../../../test-page.tsx'
import { idOf, startedAt } from '../../../test-runs.ts'
import { TaskCentre } from './task-centre.tsx'

const base = (number: number, over: object) => ({
  id: idOf(number),
  projectId: idOf(15),
  projectName: 'Shop',
  number,
  name: `task ${number}`,
  engine: 'pr',
  state: 'complete',
  trigger: 'manual',
  startedBy: 'li',
  dueAt: startedAt,
  startedAt,
  endedAt: startedAt + 90_000,
  doneTasks: 2,
  allTasks: 2,
  users: 0,
  machines: [],
  releaseAt: null,
  activeRunIds: [],
  ...over,
})
const taskOf = (number: number, over: object = {}) =>
  performanceTaskSchema.parse({ kind: 'set', ...base(number, over) })
const rows = [
  taskOf(1),
  taskOf(2, {
    state: 'running',
    endedAt: null,
    doneTasks: 1,
    users: 1_200,
    machines: ['load-1', 'load-2'],
    releaseAt: startedAt + 3_600_000,
  }),
  taskOf(3, { state: 'waiting', startedAt: null, endedAt: null, doneTasks: 0, trigger: 'schedule' }),
  taskOf(4, { state: 'missed', startedAt: null, allTasks: 0, doneTasks: 0 }),
  taskOf(5, { kind: 'scenario', engine: 'jmeter', doneTasks: 1, allTasks: 1 }),
  taskOf(6, {
    kind: 'scenario',
    engine: 'jmeter',
    state: 'running',
    endedAt: null,
    doneTasks: 0,
    allTasks: 1,
  }),
  taskOf(7, {
    kind: 'scenario',
    engine: 'jmeter',
    state: 'failed',
    startedAt: null,
    endedAt: null,
    doneTasks: 0,
    allTasks: 1,
  }),
]
const result = (position: number, over: object = {}) => ({
  id: idOf(position + 8),
  name: `step ${position}`,
  position,
  scenarioName: `step ${position}`,
  state: 'complete',
  cause: null,
  reason: '',
  startedAt: null,
  endedAt: null,
  plannedMs: 60_000,
  users: 10,
  run: null,
  ...over,
})
const runOf = (number: number, over: object = {}) => ({
  id: idOf(number),
  number,
  state: 'complete',
  startedAt,
  endedAt: startedAt + 60_000,
  requests: 200,
  failed: 5,
  p95Ms: 44,
  sla: 'passed',
  ...over,
})
const executionOf = (over: object = {}) =>
  executionSchema.parse({
    ...taskOf(2, {
      state: 'running',
      endedAt: null,
      machines: ['load-1', 'load-2'],
      releaseAt: startedAt + 3_600_000,
    }),
    setId: idOf(14),
    mode: 'sequence',
    options: { kind: 'set' },
    cause: null,
    causeDetail: '',
    isStopping: false,
    now: startedAt + 120_000,
    tasks: [
      result(0, { run: runOf(1) }),
      result(1, {
        state: 'failed',
        cause: 'slaBroken',
        reason: 'P95',
        scenarioName: 'Buy',
        run: runOf(2, { requests: 0, failed: 0, p95Ms: null, sla: 'broken' }),
      }),
      result(2, { state: 'running', run: runOf(3, { state: 'running', endedAt: null }) }),
      result(3, { state: 'awaitingMachines', reason: '3 machines', plannedMs: null }),
      result(4, { state: 'skipped', cause: 'skippedByUser' }),
      result(5, { state: 'pending' }),
    ],
    ...over,
  })
const scheduleOf = (number: number, over: object = {}) =>
  scheduleSchema.parse({
    id: idOf(number),
    projectId: idOf(15),
    projectName: 'Shop',
    setId: idOf(14),
    setName: `set ${number}`,
    rule: { kind: 'repeated', cron: '0 22 * * 1-5', timeZone: 'Asia/Shanghai' },
    graceMinutes: 10,
    isEnabled: true,
    nextAt: startedAt,
    lastAt: null,
    createdBy: 'li',
    updatedAt: startedAt,
    ...over,
  })

async function open({
  scope = { kind: 'project', projectId: 'p1' } as { kind: 'project'; projectId: string } | { kind: 'admin' },
  engine = 'pr' as 'pr' | 'jmeter',
  query = '',
  tasks = rows,
  execution = executionOf(),
  rights = ['run.control', 'run.execute', 'run.view'] as readonly (
    | 'run.control'
    | 'run.execute'
    | 'run.view'
  )[],
  schedules = [
    scheduleOf(1),
    scheduleOf(2, { rule: { kind: 'once', at: startedAt }, isEnabled: false, nextAt: null }),
    scheduleOf(3, {
      nextAt: null,
      lastAt: startedAt,
      rule: { kind: 'repeated', cron: '5 4 L * *', timeZone: 'UTC', endsAt: startedAt },
    }),
  ],
} = {}) {
  const lists = { rows: tasks, total: tasks.length }
  const counts = { running: 2, waiting: 1, scheduled: 0 }
  const sent = await serve({
    'task/list': lists,
    'adminTask/list': lists,
    'task/counts': counts,
    'adminTask/counts': counts,
    'task/execution': execution,
    'adminTask/execution': execution,
    'task/schedules': { rows: schedules, total: schedules.length },
    'adminTask/schedules': { rows: schedules, total: schedules.length },
    'task/stop': {},
    'task/forceStop': {},
    'run/stop': {},
    'run/forceStop': {},
    'adminTask/stop': {},
    'task/skip': {},
    'task/start': execution,
    'task/saveSchedule': schedules[0],
    'task/deleteSchedule': {},
    'task/previewSchedule': [startedAt, startedAt + 86_400_000],
  })
  const page =
    scope.kind === 'admin'
      ? '/pone/atf/adminTaskCenter/adminPRPerformanceTask'
      : '/pone/atf/projects/taskCenter/PRPerformanceTask'
  const drawn = await draw(<TaskCentre scope={scope} engine={engine} />, {
    address: `${page}?${query}`,
    session: { accessList: [...rights] },
  })
  const last = (call: string) => sent.findLast(each => each.call === call)?.fields
  return { ...drawn, sent, last, at: () => drawn.router.state.location }
}
const body = () => document.querySelector('.ant-table-tbody') as HTMLElement
const steady = (text: string) => text.replace(/[\d,]+ h [^|]*\|/g, '… |')
const row = (number: number) => screen.getByText(`#${number}`).closest('tr') as HTMLElement
type User = Awaited<ReturnType<typeof open>>['user']
async function actionsOf(user: User, number: number) {
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

test('the centre lists tasks of every state with what can be done', async () => {
  const { user, last } = await open({ engine: 'jmeter' })
  await screen.findByText('#1')
  expect(last('task/list')).toMatchObject({ engine: '"jmeter"', states: '[]' })
  await screen.findByText('Running 2')
  expect(outline(screen.getByRole('radiogroup'))).toMatchInlineSnapshot(`
    "radiogroup "Tasks to show"
      radio "All" [checked]
      All
      radio "Running 2"
      Running 2
      radio "Waiting 1"
      Waiting 1
      radio "Scheduled"
      Scheduled
      radio "Ended"
      Ended"
  `)
  expect(steady(outline(body()))).toMatchInlineSnapshot(`
    "row: img "unordered-list"; button "task 1"; #1 | Complete | progressbar "Progress: Complete" [valuenow=100]; 2/2 | Manual | li | 2020-11-22 08:00:00 | 1 min 30 s | – | – | – | button "Open: task 1 #1"
    row: img "unordered-list"; button "task 2"; #2 | Running | progressbar "Progress: Running" [valuenow=50]; 1/2 | Manual | li | 2020-11-22 08:00:00 | … | 1,200 | load-1, load-2 | 2020-11-22 09:00:00 | button "Open: task 2 #2"; button "More actions: task 2 #2"
    row: img "unordered-list"; button "task 3"; #3 | Waiting | progressbar "Progress: Waiting" [valuenow=0]; 0/2 | Scheduled | li | 2020-11-22 08:00:00 | – | – | – | – | button "Open: task 3 #3"; button "More actions: task 3 #3"
    row: img "unordered-list"; button "task 4"; #4 | Missed | – | Manual | li | 2020-11-22 08:00:00 | – | – | – | – | button "Open: task 4 #4"
    row: img "play-circle"; button "task 5"; #5 | Complete | progressbar "Progress: Complete" [valuenow=100]; 1/1 | Manual | li | 2020-11-22 08:00:00 | 1 min 30 s | – | – | – | button "Open: task 5 #5"; button "More actions: task 5 #5"
    row: img "play-circle"; button "task 6"; #6 | Running | progressbar "Progress: Running" [valuenow=0]; 0/1 | Manual | li | 2020-11-22 08:00:00 | … | – | – | – | button "Open: task 6 #6"; button "More actions: task 6 #6"
    row: img "play-circle"; button "task 7"; #7 | Failed | progressbar "Progress: Failed" [valuenow=0]; 0/1 Failed | Manual | li | 2020-11-22 08:00:00 | – | – | – | – | button "Open: task 7 #7""
  `)
  const offered: Record<string, string[]> = {}
  for (const number of [1, 2, 5, 6]) offered[`#${number}`] = await actionsOf(user, number)
  expect(offered).toMatchInlineSnapshot(`
    {
      "#1": [
        "task 1",
        "Open",
      ],
      "#2": [
        "task 2",
        "Open",
        "More actions: task 2 #2",
        "Stop",
        "Force stop",
      ],
      "#5": [
        "task 5",
        "Open",
        "More actions: task 5 #5",
        "JMeter report",
        "JMeter log",
      ],
      "#6": [
        "task 6",
        "Open",
        "More actions: task 6 #6",
        "JMeter log",
        "Stop",
        "Force stop",
      ],
    }
  `)
})

test('administrators see the project and may stop, but not enter it', async () => {
  const { user, last } = await open({ scope: { kind: 'admin' }, rights: [] })
  await screen.findByText('#1')
  expect(steady(outline(body())).split('\n').slice(0, 3)).toMatchInlineSnapshot(`
    [
      "row: img "unordered-list"; button "task 1"; #1 | Shop | Complete | progressbar "Progress: Complete" [valuenow=100]; 2/2 | Manual | li | 2020-11-22 08:00:00 | 1 min 30 s | – | – | – | button "Open: task 1 #1"",
      "row: img "unordered-list"; button "task 2"; #2 | Shop | Running | progressbar "Progress: Running" [valuenow=50]; 1/2 | Manual | li | 2020-11-22 08:00:00 | … | 1,200 | load-1, load-2 | 2020-11-22 09:00:00 | button "Open: task 2 #2"; button "More actions: task 2 #2"",
      "row: img "unordered-list"; button "task 3"; #3 | Shop | Waiting | progressbar "Progress: Waiting" [valuenow=0]; 0/2 | Scheduled | li | 2020-11-22 08:00:00 | – | – | – | – | button "Open: task 3 #3"; button "More actions: task 3 #3"",
    ]
  `)
  expect(await actionsOf(user, 5)).toEqual([])
  await user.click(within(row(6)).getByRole('button', { name: /^stop/i }))
  const dialog = await screen.findByRole('dialog')
  expect(outline(dialog)).toMatchInlineSnapshot(`
    "dialog "Kind" [modal]
      Stop
      img "exclamation-circle"
      Stop
      Stop “task 6 #6”? Active requests finish; the remaining tasks are not executed.
      button "Cancel"
      button "Stop""
  `)
  await user.click(within(dialog).getByRole('button', { name: /^stop/i }))
  await waitFor(() =>
    expect(last('adminTask/stop')).toMatchObject({ kind: 'scenario', id: idOf(6), isForced: 'false' }),
  )
})

test.each([
  [2, /^stop$/i, 'task/stop'],
  [2, /^force|at once/i, 'task/forceStop'],
  [6, /^stop$/i, 'run/stop'],
  [6, /^force|at once/i, 'run/forceStop'],
])('in a project task %d is stopped by its own call', async (number, name, call) => {
  const { user, last } = await open()
  await screen.findByText('#1')
  await user.click(within(row(number)).getByRole('button', { name: /more/i }))
  await user.click(await screen.findByRole('menuitem', { name }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
  await waitFor(() => expect(last(call)).toMatchObject({ projectId: 'p1', id: idOf(number) }))
})

test('without the permission nothing is stopped', async () => {
  const { user } = await open({ rights: [] })
  await screen.findByText('#1')
  expect(await actionsOf(user, 2)).toMatchInlineSnapshot(`
    [
      "task 2",
      "Open",
    ]
  `)
})

test.each(['running', 'waiting', 'past', 'all', 'scheduled'])('the empty view %s', async view => {
  await open({ tasks: [], schedules: [], query: `view=${view}` })
  await screen.findByText(/no |nothing|never/i)
  expect(outline().split('\n').slice(-5).join('\n')).toMatchSnapshot()
  expect(screen.queryAllByRole('combobox').map(each => each.getAttribute('aria-label'))).toMatchSnapshot()
})

test('an execution is followed beside the list: each task with its run', async () => {
  const { user, last, at } = await open({ query: `open=${idOf(2)}` })
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByText('step 0')
  expect(outline(drawer)).toMatchInlineSnapshot(`
    "dialog "Kind" [modal]
      button "Close"
      task 2 #2
      button "Stop"
      button "Force stop"
      table
        row: StateRunning | Executed byli · Manual
        row: Execution modeSequential | Start time2020-11-22 08:00:00
        row: End time– | Duration2 min 00 s
        row: Reserved load machinesload-1, load-2 | Estimated release2020-11-22 09:00:00
        row: Task set; link "Open task set" → /pone/atf/projects/testset?tree=tasks&id=eeeeeeee-e2bb-4255-8caf-4136c566a962
      table
        row: columnheader "#" | columnheader "Task" | columnheader "State" | columnheader "Duration" | columnheader "Requests" | columnheader "P95" | columnheader "Error rate" | columnheader "SLA" | columnheader "Actions"
        row: 1 | step 0 | Complete | 1 min 00 s | 200 | 44 ms | 2.5 % | Passed | link "Report" → /pone/atf/projects/analysisReports?id=11111111-e2bb-4255-8caf-4136c566a962
        row: 2 | step 1; Buy | Failed; SLA failed · P95 | 1 min 00 s | 0 | – | – | Failed | link "Report" → /pone/atf/projects/analysisReports?id=22222222-e2bb-4255-8caf-4136c566a962
        row: 3 | step 2 | Running | 2 min 00 s | 200 | 44 ms | 2.5 % | Passed | link "Live" → /pone/atf/projects/realTimeMonitoring?id=33333333-e2bb-4255-8caf-4136c566a962; button "Skip"
        row: 4 | step 3 | Waiting for load machines; 3 machines | – | – | – | – | – | button "Skip"
        row: 5 | step 4 | Skipped; Skipped by a user | planned 1 min 00 s | – | – | – | – | 
        row: 6 | step 5 | Pending | planned 1 min 00 s | – | – | – | – | button "Skip""
  `)
  await user.click(within(drawer).getAllByRole('button', { name: /skip/i })[1] as HTMLElement)
  const question = (await screen.findAllByRole('dialog')).at(-1) as HTMLElement
  await user.click(within(question).getByRole('button', { name: /skip/i }))
  await waitFor(() => expect(last('task/skip')).toMatchObject({ id: idOf(2), taskId: idOf(11) }))
  await user.click(within(drawer).getByRole('button', { name: /close/i }))
  await waitFor(() => expect(at().search).not.toContain('open='))
})

test('an ended execution of JMeter offers both reports and another start', async () => {
  const execution = executionOf({
    engine: 'jmeter',
    state: 'failed',
    cause: 'late',
    causeDetail: '3',
    trigger: 'schedule',
    endedAt: startedAt + 100_000,
    isStopping: false,
    tasks: [result(0, { run: runOf(1) })],
  })
  const { user, last } = await open({ query: `open=${idOf(2)}`, execution })
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByText('step 0')
  expect(outline(drawer)).toMatchInlineSnapshot(`
    "dialog "Kind" [modal]
      button "Close"
      task 2 #2
      button "Run again"
      table
        row: StateFailed | Executed byli · Scheduled
        row: ReasonNo server was running at the scheduled time; 3 earlier times were missed as well | Execution modeSequential
        row: Scheduled time2020-11-22 08:00:00 | Start time2020-11-22 08:00:00
        row: End time2020-11-22 08:01:40 | Duration1 min 40 s
        row: Task set; link "Open task set" → /pone/atf/projects/testset?tree=tasks&id=eeeeeeee-e2bb-4255-8caf-4136c566a962
      table
        row: columnheader "#" | columnheader "Task" | columnheader "State" | columnheader "Duration" | columnheader "Requests" | columnheader "P95" | columnheader "Error rate" | columnheader "SLA" | columnheader "Actions"
        row: 1 | step 0 | Complete | 1 min 00 s | 200 | 44 ms | 2.5 % | Passed | link "JMeter report" → /pone/atf/projects/jmeterReports?id=11111111-e2bb-4255-8caf-4136c566a962; link "General report" → /pone/atf/projects/analysisReports?id=11111111-e2bb-4255-8caf-4136c566a962"
  `)
  await user.click(within(drawer).getByRole('button', { name: /again/i }))
  await waitFor(() => expect(last('task/start')).toMatchObject({ id: idOf(14) }))
})

test('administrators see an execution without links into the project; one that stops cannot be stopped again', async () => {
  await open({
    scope: { kind: 'admin' },
    query: `open=${idOf(2)}`,
    execution: executionOf({ isStopping: true, tasks: [result(0, { run: runOf(1) })] }),
    rights: [],
  })
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByText('step 0')
  expect(within(drawer).queryByRole('link')).toBeNull()
  expect(
    within(drawer)
      .getAllByRole('button')
      .map(each => each.textContent || each.getAttribute('aria-label')),
  ).toMatchInlineSnapshot(`
    [
      "Close",
      "Force stop",
    ]
  `)
})

test('schedules tell their rule and next time; they are switched, edited and deleted', async () => {
  const { user, last } = await open({ query: 'view=scheduled' })
  await screen.findByText('set 1')
  expect(outline(body())).toMatchInlineSnapshot(`
    "row: link "set 1" → /pone/atf/projects/testset?tree=tasks&id=eeeeeeee-e2bb-4255-8caf-4136c566a962 | switch "Enabled" [checked] | Monday to Friday at 22:00 (Asia/Shanghai) | 2020-11-22 08:00 | – | li | button "Edit: set 1"; button "More actions: set 1"
    row: link "set 2" → /pone/atf/projects/testset?tree=tasks&id=eeeeeeee-e2bb-4255-8caf-4136c566a962 | switch "Enabled" | Once at 2020-11-22 08:00 | – | – | li | button "Edit: set 2"; button "More actions: set 2"
    row: link "set 3" → /pone/atf/projects/testset?tree=tasks&id=eeeeeeee-e2bb-4255-8caf-4136c566a962 | switch "Enabled" [checked] | On the last day of every month at 04:05, until 2020-11-22 08:00 | Ended | 2020-11-22 08:00 | li | button "Edit: set 3"; button "More actions: set 3""
  `)
  await user.click(within(body()).getAllByRole('switch')[1] as HTMLElement)
  await waitFor(() =>
    expect(last('task/saveSchedule')).toMatchObject({
      id: `"${idOf(2)}"`,
      isEnabled: 'true',
      graceMinutes: '10',
    }),
  )
  const first = screen.getByText('set 1').closest('tr') as HTMLElement
  await user.click(within(first).getByRole('button', { name: /edit/i }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/2020-11-23/)
  expect(outline(dialog)).toMatchInlineSnapshot(`
    "dialog "Page Size" [modal]
      button "Close"
      Edit schedule · set 1
      Schedule type
      radiogroup "Schedule type"
        radio "Once"
        Once
        radio "Daily"
        Daily
        radio "Weekly" [checked]
        Weekly
        radio "Monthly"
        Monthly
        radio "cron"
        cron
      Days
      group
        checkbox "Mon" [checked]
        Mon
        checkbox "Tue" [checked]
        Tue
        checkbox "Wed" [checked]
        Wed
        checkbox "Thu" [checked]
        Thu
        checkbox "Fri" [checked]
        Fri
        checkbox "Sat"
        Sat
        checkbox "Sun"
        Sun
      Time of day
      textbox "Time of day" = "22:00"
      Time zone
      Asia/Shanghai
      combobox "Time zone" [haspopup=listbox]
      img "down"
      Schedule times refer to this time zone.
      Ends (optional)
      textbox "Ends (optional)" (Select date)
      No automatic executions after this time. Leave empty for no end.
      Late start allowed within
      spinbutton "Late start allowed within" = "10" [valuenow=10]
      min
      button "Increase Value"
      button "Decrease Value"
      If no server is running at the scheduled time, the task set is executed as soon as a server is back within this period; otherwise the time is recorded as missed.
      Enabled
      switch "Enabled" [checked]
      If off, the schedule is kept but starts nothing.
      region
        Monday to Friday at 22:00 (Asia/Shanghai)
        Next execution times
        list
          listitem: 2020-11-22 08:00
          listitem: 2020-11-23 08:00
      button "Cancel"
      button "Save""
  `)
  await user.click(within(dialog).getByText('Monthly'))
  expect(outline(dialog).split('\n').slice(12, 27)).toMatchInlineSnapshot(`
    [
      "    Monthly",
      "    radio "cron"",
      "    cron",
      "  Day of the month",
      "  Day 1",
      "  combobox "Day of the month" [haspopup=listbox]",
      "  img "down"",
      "  Time of day",
      "  textbox "Time of day" = "22:00"",
      "  Time zone",
      "  Asia/Shanghai",
      "  combobox "Time zone" [haspopup=listbox]",
      "  img "down"",
      "  Schedule times refer to this time zone.",
      "  Ends (optional)",
    ]
  `)
  await user.click(within(dialog).getByText('Weekly'))
  for (const box of within(dialog)
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(each => each.checked))
    await user.click(box)
  expect(within(dialog).getByRole('button', { name: /save/i }).hasAttribute('disabled')).toBe(true)
  await user.click(within(dialog).getAllByRole('checkbox')[6] as HTMLElement)
  await user.click(within(dialog).getByRole('button', { name: /save/i }))
  await waitFor(() =>
    expect(JSON.parse(last('task/saveSchedule')?.['rule'] ?? '{}')).toMatchObject({
      kind: 'repeated',
      cron: '0 22 * * 7',
      timeZone: 'Asia/Shanghai',
    }),
  )
})

test('administrators only look at schedules', async () => {
  await open({ scope: { kind: 'admin' }, query: 'view=scheduled' })
  await screen.findByText('set 1')
  expect(outline(body())).toMatchInlineSnapshot(`
    "row: set 1 | Shop | Enabled | Monday to Friday at 22:00 (Asia/Shanghai) | 2020-11-22 08:00 | – | li | 
    row: set 2 | Shop | Enabled | Once at 2020-11-22 08:00 | – | – | li | 
    row: set 3 | Shop | Enabled | On the last day of every month at 04:05, until 2020-11-22 08:00 | Ended | 2020-11-22 08:00 | li | "
  `)
})

test('the past is filtered by kind, origin, state and time', async () => {
  const openedAt = Date.now()
  const { last } = await open({
    query: 'view=past&kind=set&trigger=schedule&state=failed&period=7d&search=night',
  })
  await screen.findByText('#1')
  const sent = last('task/list')
  expect(sent).toMatchObject({ kind: '"set"', trigger: '"schedule"', states: '["failed"]', search: 'night' })
  const asOf = Number(sent?.['from']) + 7 * 86_400_000
  expect(asOf).toBeGreaterThanOrEqual(openedAt)
  expect(asOf).toBeLessThanOrEqual(Date.now())
})
