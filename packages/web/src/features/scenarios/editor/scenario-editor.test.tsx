import { scenarioSchema } from '@pone/contract/entities/scenario.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { draw, serve } from '../../../test-page.tsx'
import { idOf, runOf, startedAt } from '../../../test-runs.ts'
import { Page as SlaPage } from '../sla/scenario-sla-page.tsx'
import { ScenarioEditor } from './scenario-editor.tsx'

const rule = (number: number, over: object = {}) => ({
  id: idOf(number),
  label: '',
  metric: 'p95',
  operator: '<',
  threshold: 500,
  window: { kind: 'wholeRun' },
  action: 'record',
  whenNotRun: 'fail',
  ...over,
})
const node = (number: number, kind: string, name: string, parent: number | null) => ({
  id: idOf(number),
  parentId: parent === null ? null : idOf(parent),
  kind,
  name,
  position: 0,
  updatedAt: startedAt,
  updatedBy: 'li',
})
const tree = [
  node(1, 'folder', '', null),
  node(2, 'folder', 'Shop', 1),
  node(3, 'component', 'Cart', 2),
  node(4, 'component', 'Order', 2),
  node(5, 'component', 'Login', 1),
]
const machine = (number: number, over: object = {}) => ({
  id: idOf(number),
  name: `load-${number}`,
  host: 'h',
  address: '',
  port: null,
  socketPort: null,
  isOnline: true,
  isInService: true,
  isRevoked: false,
  since: startedAt,
  system: 'Linux',
  architecture: 'x64',
  version: '1',
  cores: 4,
  memoryBytes: 8_589_934_592,
  cpu01: 0.256,
  memoryUsedBytes: null,
  maxUsers: 100,
  remainingUsers: 100,
  maxScripts: 9,
  remainingScripts: 9,
  runs: [],
  releaseAt: null,
  ...over,
})
const cluster = (number: number, over: object = {}) => ({
  id: idOf(number),
  name: `cluster ${number}`,
  engine: 'pr',
  isOnline: true,
  maxUsers: 1_000,
  remainingUsers: 800,
  licensedUsers: 1_000,
  makesMachines: false,
  machines: [machine(11), machine(12, { isOnline: false }), machine(13, { isInService: false, cpu01: null })],
  ...over,
})
const clusters = [
  cluster(7),
  cluster(8, { engine: 'jmeter' }),
  cluster(9, {
    isOnline: false,
    machines: [11, 12, 13, 14, 15, 10].map((number, at) =>
      machine(number, { name: `m${at}`, isOnline: at > 3, cpu01: null }),
    ),
  }),
]
const scenarioOf = (document: object = {}) =>
  scenarioSchema.parse({
    ...node(6, 'scenario', 'Black Friday', 0),
    revision: 3,
    document: scenarioDocumentSchema.parse({
      bindings: [
        { componentId: idOf(3), percentage: 60 },
        { componentId: idOf(4), percentage: 40 },
      ],
      clusterId: idOf(7),
      loadModel: { kind: 'constant', users: 20, rampUpSeconds: 10, durationSeconds: 60, loops: 0 },
      sla: [rule(1), rule(2, { label: 'gone', window: { kind: 'for', seconds: 5 } })],
      ...document,
    }),
  })
const componentOf = (id: string) => ({
  ...tree.find(each => each.id === id),
  revision: 1,
  document: {
    steps: [],
    threadGroup: { threads: 5, rampUpSeconds: 2, loops: 0, durationSeconds: 0, startDelaySeconds: 1 },
  },
})

async function open({
  document = {},
  rights = ['scenario.edit', 'run.execute'] as const as readonly ('scenario.edit' | 'run.execute')[],
  more = {} as Record<string, unknown>,
  isNew = false,
} = {}) {
  let revision = 3
  const sent = await serve({
    'component/tree': tree,
    'component/get': ({ id = '' }: Record<string, string>) => componentOf(id),
    'scenario/clusters': clusters,
    'scenario/save': ({ document: saved = '' }: Record<string, string>) => {
      revision += 1
      return { ...scenarioOf(), document: JSON.parse(saved) as unknown, revision }
    },
    'run/start': runOf(1),
    ...more,
  })
  const drawn = await draw(
    <ScenarioEditor scenario={{ ...scenarioOf(document), revision: isNew ? 1 : 3 }} />,
    {
      session: { accessList: [...rights] },
    },
  )
  // Components and clusters have been read.
  await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe(''))
  const last = (call: string) => sent.findLast(each => each.call === call)?.fields
  const save = async () => {
    await drawn.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(last('scenario/save')).toBeDefined())
    return JSON.parse(last('scenario/save')?.['document'] ?? '{}') as ReturnType<
      typeof scenarioOf
    >['document']
  }
  return { ...drawn, sent, last, save }
}
const part = (id: string) => document.querySelector(`[aria-labelledby=${id}]`) as HTMLElement

test('a scenario shows its components, load, clusters and rules, and what keeps it from running', async () => {
  await open()
  await screen.findByText(/gone/)
  expect(outline(screen.getByRole('banner'))).toMatchInlineSnapshot(`
    "banner
      heading "Black Friday"
      Revision 3 · li · 2020-11-22 08:00:00
      status: Ready to run
      button "Save" [disabled]
      button "Find capacity"
      button "Run""
  `)
  expect(outline(screen.getByRole('status'))).toMatchInlineSnapshot(`"status: Ready to run"`)
  expect(outline(part('scenario-components'))).toMatchInlineSnapshot(`
    "region "Components"
      heading "Components"
      radiogroup "Engine"
        radio "PR" [checked]
        PR
        radio "JMeter"
        JMeter
      PR is the built-in load engine; it runs components designed in this product
      table "Components of the scenario"
        row: columnheader "Component" | columnheader "Share of load" | columnheader "Users at peak" | columnheader "Actions"
        row: Shop / Cart; combobox "Component" [haspopup=listbox]; img "down" | spinbutton "Share of load Cart" = "60" [valuenow=60]; %; button "Increase Value"; button "Decrease Value" | 12 | link "Open component design Cart" title "Open component design" → /pone/atf/projects/prComponentDesign?id=33333333-e2bb-4255-8caf-4136c566a962; button "Remove Cart"
        row: Shop / Order; combobox "Component" [haspopup=listbox]; img "down" | spinbutton "Share of load Order" = "40" [valuenow=40]; %; button "Increase Value"; button "Decrease Value" | 8 | link "Open component design Order" title "Open component design" → /pone/atf/projects/prComponentDesign?id=44444444-e2bb-4255-8caf-4136c566a962; button "Remove Order"
      img "plus"
      Add a component
      combobox "Add a component" [haspopup=listbox]
      img "down"
      button "Share evenly"
      Total 100 %
      Shares divide users or arrivals between components. The total must be 100 %."
  `)
  expect(outline(part('scenario-load'))).toMatchInlineSnapshot(`
    "region "Load"
      heading "Load"
      radiogroup "Load type"
        radio "Concurrent users" [checked]
        Concurrent users
        radio "Arrival rate"
        Arrival rate
      A user starts its next iteration after the current one has finished. If the system slows down, fewer requests are sent.
      radiogroup "Load model"
        radio "Constant" [checked]
        Constant
        radio "Incremental"
        Incremental
        radio "Concurrency"
        Concurrency
        radio "User-defined"
        User-defined
        radio "Surge"
        Surge
        radio "Thread groups of the components"
        Thread groups of the components
      Increases linearly to the target during the ramp-up, then stays constant
      Users
      spinbutton "Users" = "20" [valuenow=20]
      button "Increase Value"
      button "Decrease Value"
      Virtual users that are active at the same time
      Ramp-up
      spinbutton "Ramp-up" = "10" [valuenow=10]
      s
      button "Increase Value"
      button "Decrease Value"
      Time to increase linearly from 0 to the target. SLA rules do not evaluate this period
      Duration
      spinbutton "Duration" = "60" [valuenow=60]
      s
      button "Increase Value"
      button "Decrease Value"
      From the start of the run, including the ramp-up
      Iterations per user
      spinbutton "Iterations per user" = "0" [valuenow=0]
      button "Increase Value"
      button "Decrease Value" [disabled]
      0 means no limit: the run ends after the duration
      figure
        img "Load preview: Peak 20 users, 1:00"
        Peak 20 users, 1:00"
  `)
  expect(outline(part('scenario-cluster'))).toMatchInlineSnapshot(`
    "region "Cluster"
      heading "Cluster"
      radiogroup "Cluster on which the scenario runs"
        radio "cluster 7 Online 800 of 1,000 users available load-11 4 cores · 8 GiB · CPU 26 % load-12 Offline load-13 Out of service" [checked]
        cluster 7 Online800 of 1,000 users available
        list
          listitem: load-11 4 cores · 8 GiB · CPU 26 %
          listitem: load-12 Offline
          listitem: load-13 Out of service
        radio "cluster 8 Online JMeter cluster, different type load-11 4 cores · 8 GiB · CPU 26 % load-12 Offline load-13 Out of service" [disabled]
        cluster 8 OnlineJMeter cluster, different type
        list
          listitem: load-11 4 cores · 8 GiB · CPU 26 %
          listitem: load-12 Offline
          listitem: load-13 Out of service
        radio "cluster 9 Offline 800 of 1,000 users available m4 4 cores · 8 GiB · CPU – m5 4 cores · 8 GiB · CPU – m0 Offline m1 Offline m2 Offline 1 more"
        cluster 9 Offline800 of 1,000 users available
        list
          listitem: m4 4 cores · 8 GiB · CPU –
          listitem: m5 4 cores · 8 GiB · CPU –
          listitem: m0 Offline
          listitem: m1 Offline
          listitem: m2 Offline
          listitem: 1 more"
  `)
  expect(outline(part('scenario-samples'))).toMatchInlineSnapshot(`
    "region "Sample log"
      heading "Sample log"
      radiogroup "Sample log"
        radio "Off" [checked]
        Off
        radio "CSV"
        CSV
        radio "JTL (JMeter)"
        JTL (JMeter)
      Writes one line per request and transaction, available for download from the report after the run. About 150 MB per million lines. If the disk is too slow, the run log says so."
  `)
  expect(outline(part('scenario-sla'))).toMatchInlineSnapshot(`
    "region "SLA"
      heading "SLA"
      table
        row: columnheader "Target" | columnheader "Metric" | columnheader "Condition" | columnheader "Window" | columnheader "On violation" | columnheader "If it never ran" | columnheader "Actions"
        row: Whole scenario; combobox "Target" [haspopup=listbox]; img "down" | P95 response time; combobox "Metric" [haspopup=listbox]; img "down" | <; combobox "Condition" [haspopup=listbox]; img "down"; spinbutton "P95 response time (ms)" = "500" [valuenow=500]; ms; button "Increase Value"; button "Decrease Value" | Whole run; combobox "Window" [haspopup=listbox]; img "down" | Record; combobox "On violation" [haspopup=listbox]; img "down" |  | button "Delete"
        row: gone; combobox "Target" [haspopup=listbox]; img "down" | P95 response time; combobox "Metric" [haspopup=listbox]; img "down" | <; combobox "Condition" [haspopup=listbox]; img "down"; spinbutton "P95 response time (ms)" = "500" [valuenow=500]; ms; button "Increase Value"; button "Decrease Value" | For; combobox "Window" [haspopup=listbox]; img "down"; spinbutton "Window (s)" = "5" [valuenow=5]; s; button "Increase Value"; button "Decrease Value" | Record; combobox "On violation" [haspopup=listbox]; img "down" | Fail; combobox "If it never ran" [haspopup=listbox]; img "down" | button "Delete"
      button "plus Add a rule"
      The ramp-up is not evaluated. “Whole run” evaluates all data since the end of the ramp-up: it warns or stops the run from the 10th second on (in shorter runs from the middle on) and gives the verdict at the end. “For n s” is violated if each of n consecutive seconds violates the condition. “Last n s” evaluates the merged data of the last n seconds.
      “Record” affects the verdict only. “Warn” shows a warning during the run and writes it to the run log. “Stop the run” ends the run after active requests have finished; the reason is shown in the report.
      A rule on a step that never ran in the whole run fails; with “Ignore” it is not evaluated.
      link "Edit SLA separately" → /pone/atf/projects/scenarioSLA?id=66666666-e2bb-4255-8caf-4136c566a962"
  `)
  expect(
    [...document.querySelectorAll('.load-preview path, .load-preview-ramp, .load-preview text')].map(
      each => [...each.attributes].map(({ name, value }) => `${name}=${value}`).join(' ') + each.textContent,
    ),
  ).toMatchSnapshot()
})

test('who may not edit reads only', async () => {
  await open({ rights: [] })
  await screen.findByText(/gone/)
  expect(screen.queryByRole('button', { name: /save|run|delete|remove|add/i })).toBeNull()
  expect(screen.getAllByRole<HTMLInputElement>('spinbutton').every(field => field.readOnly)).toBe(true)
  expect(screen.getByRole('status').textContent).toMatchInlineSnapshot(
    `" Ready to run · Read-only: your role cannot edit scenarios"`,
  )
})

test('traces are switched on for requests of PR', async () => {
  const { user, save } = await open({ document: { sla: [] } })
  const section = within(part('scenario-traces'))
  await user.click(section.getByRole('checkbox', { name: 'Requests carry traceparent' }))
  expect((await save()).traces).toBe(true)
})

test('requests of JMeter carry no traces, which the page says', async () => {
  const more = { 'jmeterComponent/tree': [] }
  await open({ document: { sla: [], engine: 'jmeter', bindings: [] }, more })
  const section = within(part('scenario-traces'))
  expect(section.getByText(/Requests of JMeter carry no traces/)).toBeTruthy()
  expect(section.queryByRole('checkbox')).toBeNull()
})

test('shares are changed, evened out, components added and removed, and saved', async () => {
  const { user, save } = await open({ document: { sla: [] } })
  const section = part('scenario-components')
  const shares = () => within(section).getAllByRole<HTMLInputElement>('spinbutton')
  fireEvent.change(shares()[0] as HTMLElement, { target: { value: '70.126' } })
  await waitFor(() => expect(within(section).getByRole('alert').textContent).toMatch(/110/))
  await user.click(within(section).getByRole('button', { name: /even/i }))
  await user.click(within(section).getByRole('combobox', { name: /add/i }))
  await user.click((await screen.findAllByText('Login')).at(-1) as HTMLElement)
  await waitFor(() => expect(shares().map(field => field.value)).toEqual(['33.34', '33.33', '33.33']))
  await user.click(within(section).getByRole('button', { name: /remove order/i }))
  expect(shares()).toHaveLength(2)
  expect((await save()).bindings).toEqual([
    { componentId: idOf(3), percentage: 33.34 },
    { componentId: idOf(5), percentage: 33.33 },
  ])
})

test('a new scenario is not marked before input; an attempt to run marks all and focuses the first field', async () => {
  const empty = { bindings: [], clusterId: null, sla: [] }
  const { user, sent } = await open({ document: empty, isNew: true })
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/2 issues/))
  expect(screen.queryAllByRole('alert')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Run' }))
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  expect(part('scenario-components').contains(document.activeElement)).toBe(true)
  expect(sent.some(({ call }) => call === 'run/start')).toBe(false)
})

test('a section is marked once it is left', async () => {
  const { user } = await open({ document: { bindings: [], clusterId: null, sla: [] }, isNew: true })
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/2 issues/))
  within(part('scenario-components')).getByRole('radio', { name: 'PR' }).focus()
  await user.click(within(part('scenario-load')).getAllByRole('spinbutton')[0] as HTMLElement)
  expect(within(part('scenario-components')).getAllByRole('alert')).toHaveLength(1)
  expect(within(part('scenario-cluster')).queryByRole('alert')).toBeNull()
})

test('the load model is switched and edited', async () => {
  const { user, save } = await open({ document: { sla: [] } })
  const section = part('scenario-load')
  await user.click(within(section).getByText('User-defined'))
  expect(outline(section.querySelector('.scenario-stages') as HTMLElement)).toMatchInlineSnapshot(`
    "list
      listitem "Stage 1"
        Users
        spinbutton "Users" = "20" [valuenow=20]
        button "Increase Value"
        button "Decrease Value"
        Virtual users that are active at the same time
        Start delay
        spinbutton "Start delay" = "0" [valuenow=0]
        s
        button "Increase Value"
        button "Decrease Value" [disabled]
        Time from the start of the run to the start of this stage
        Ramp-up
        spinbutton "Ramp-up" = "10" [valuenow=10]
        s
        button "Increase Value"
        button "Decrease Value"
        Time to increase linearly from 0 to the target. SLA rules do not evaluate this period
        Hold
        spinbutton "Hold" = "60" [valuenow=60]
        s
        button "Increase Value"
        button "Decrease Value"
        Time for which the target is held
        Ramp-down
        spinbutton "Ramp-down" = "0" [valuenow=0]
        s
        button "Increase Value"
        button "Decrease Value" [disabled]
        Time to decrease linearly to 0. 0 means immediately
        button "Delete Stage 1" [disabled]
      button "plus Add a stage""
  `)
  await user.click(within(section).getByRole('button', { name: /add/i }))
  const fields = () => within(section).getAllByRole<HTMLInputElement>('spinbutton')
  expect(fields().map(field => field.value)).toMatchInlineSnapshot(`
    [
      "20",
      "0",
      "10",
      "60",
      "0",
      "10",
      "0",
      "10",
      "60",
      "10",
    ]
  `)
  fireEvent.change(fields()[5] as HTMLElement, { target: { value: '7' } })
  await user.click(within(section).getAllByRole('button', { name: /delete/i })[0] as HTMLElement)
  expect(
    within(section)
      .getByRole('button', { name: /delete/i })
      .hasAttribute('disabled'),
  ).toBe(true)
  expect((await save()).loadModel).toMatchObject({
    kind: 'userDefined',
    rows: [{ users: 7, holdSeconds: 60 }],
  })
})

test('arrivals have rates and a limit of users', async () => {
  const { user, save } = await open({ document: { sla: [] } })
  const section = part('scenario-load')
  await user.click(within(section).getByRole('radio', { name: /arrival rate/i }))
  expect(outline(section).split('\n').slice(0, 24).join('\n')).toMatchInlineSnapshot(`
    "region "Load"
      heading "Load"
      radiogroup "Load type"
        radio "Concurrent users"
        Concurrent users
        radio "Arrival rate" [checked]
        Arrival rate
      /s
      combobox "Unit of the rates" [haspopup=listbox]
      img "down"
      Iterations start at a fixed rate, regardless of how fast the system responds, so that queueing becomes visible.
      Max users
      spinbutton "Max users" = "1000" [valuenow=1000]
      button "Increase Value"
      button "Decrease Value"
      With arrivals per second, users are added as needed up to this number. Arrivals beyond it are counted as dropped.
      radiogroup "Load model"
        radio "Constant" [checked]
        Constant
        radio "Incremental"
        Incremental
        radio "Concurrency"
        Concurrency
        radio "User-defined""
  `)
  const limit = within(section).getAllByRole('spinbutton')[0] as HTMLElement
  fireEvent.change(limit, { target: { value: '55' } })
  expect(await save()).toMatchObject({ drive: 'arrivals', maxUsers: 55 })
})

test('a rate is shown in its unit, may have decimals and is stored per second', async () => {
  const { save } = await open({
    document: {
      sla: [],
      drive: 'arrivals',
      rateUnit: 'minute',
      loadModel: { kind: 'constant', users: 1.5, rampUpSeconds: 0, durationSeconds: 60, loops: 0 },
    },
  })
  const rate = within(part('scenario-load')).getByRole('spinbutton', { name: 'Arrivals' })
  expect((rate as HTMLInputElement).value).toBe('90')
  fireEvent.change(rate, { target: { value: '30.6' } })
  expect(await save()).toMatchObject({ rateUnit: 'minute', loadModel: { users: 0.51 } })
})

test('the load of the components is that of their thread groups', async () => {
  await open({
    document: {
      sla: [],
      loadModel: { kind: 'threadGroups', groups: [], loadPercent: 100, durationSeconds: null },
    },
  })
  const section = part('scenario-load')
  await within(section).findByRole('table')
  expect(outline(within(section).getByRole('table'))).toMatchInlineSnapshot(`
    "table
      row: columnheader "Thread group" | columnheader "Threads" | columnheader "Ramp-up" | columnheader "Loops" | columnheader "Duration" | columnheader "Start delay"
      row: Cart; alert: The thread group of “Cart” loops forever and has no duration, so the run never ends. Enter a duration or a number of loops in the component | 5 | 2 s | Forever | No limit | 1 s
      row: Order; alert: The thread group of “Order” loops forever and has no duration, so the run never ends. Enter a duration or a number of loops in the component | 5 | 2 s | Forever | No limit | 1 s"
  `)
  expect(part('scenario-components').querySelector('input[role=spinbutton]')).toBeNull()
})

test('rules of the SLA are added, changed and removed', async () => {
  const { user, save } = await open()
  const section = part('scenario-sla')
  const rows = () => within(section).getAllByRole('row').slice(1)
  await user.click(within(section).getByRole('button', { name: /add/i }))
  expect(rows()).toHaveLength(3)
  await user.click(within(rows()[1] as HTMLElement).getByRole('button', { name: /delete/i }))
  const first = rows()[0] as HTMLElement
  fireEvent.change(within(first).getByRole('spinbutton'), { target: { value: '250' } })
  const choose = async (row: HTMLElement, name: RegExp, option: RegExp) => {
    await user.click(within(row).getByRole('combobox', { name }))
    await user.click((await screen.findAllByText(option)).at(-1) as HTMLElement)
  }
  await choose(first, /window/i, /continuously|for/i)
  const seconds = within(first).getAllByRole('spinbutton')[1] as HTMLElement
  fireEvent.change(seconds, { target: { value: '30' } })
  const { sla } = await save()
  expect(sla.map(({ id: _id, ...rest }) => rest)).toMatchInlineSnapshot(`
    [
      {
        "action": "record",
        "label": "",
        "metric": "p95",
        "operator": "<",
        "threshold": 250,
        "whenNotRun": "fail",
        "window": {
          "kind": "for",
          "seconds": 30,
        },
      },
      {
        "action": "record",
        "label": "",
        "metric": "p95",
        "operator": "<",
        "threshold": 500,
        "whenNotRun": "fail",
        "window": {
          "kind": "wholeRun",
        },
      },
    ]
  `)
})

test('a rule judges a counter of a bound monitor; one whose monitor is gone says so and is kept', async () => {
  const counter = {
    monitorId: idOf(1),
    monitorName: 'db-1',
    section: 'cpu',
    counter: 'busyPercent',
    labels: null,
    over: 'highest',
    names: { zh: '使用率', en: 'Busy' },
    unit: '%',
  }
  const gone = rule(5, { metric: 'counter', counter, threshold: 80 })
  const busy = { counter: 'busyPercent', names: { zh: '使用率', en: 'Busy' }, unit: '%' }
  const { user, save } = await open({
    document: { sla: [gone] },
    more: {
      'ruleCounter/choices': {
        monitors: [{ id: idOf(2), name: 'web-1', nodes: ['front'], sectionsOf: 'host' }],
        sections: {
          host: [{ key: 'cpu', names: { zh: 'CPU', en: 'CPU' }, hasSeries: false, counters: [busy] }],
        },
        existing: [idOf(2)],
      },
      'ruleCounter/series': [],
    },
  })
  const section = part('scenario-sla')
  const choose = async (row: HTMLElement, name: string, option: RegExp) => {
    await user.click(within(row).getByRole('combobox', { name }))
    await user.click((await screen.findAllByText(option)).at(-1) as HTMLElement)
  }
  const alert = await within(section).findByRole('alert')
  expect(alert.textContent).toBe('an SLA rule refers to the monitor “db-1”, which does not exist any more')
  await user.click(within(section).getByRole('button', { name: /add a rule on a monitor/i }))
  expect(await within(section).findAllByRole('alert')).toHaveLength(2)
  const added = within(section).getAllByRole('row').at(-1) as HTMLElement
  await choose(added, 'Monitor', /web-1 \(front\)/)
  await choose(added, 'Counter', /Busy \(%\)/)
  expect(within(section).getAllByRole('alert')).toHaveLength(1)
  const { sla } = await save()
  expect(sla[0]).toEqual(gone)
  expect(sla[1]).toMatchObject({
    metric: 'counter',
    counter: { ...counter, monitorId: idOf(2), monitorName: 'web-1' },
    window: { kind: 'for', seconds: 10 },
  })
})

test('a complete scenario is saved and executed', async () => {
  const { user, last, router } = await open({ document: { sla: [] } })
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/ready/i))
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('radio', { name: /CSV/ }))
  expect(screen.getByRole('banner').textContent).toMatch(/unsaved|not saved/i)
  await user.click(screen.getByRole('button', { name: /save and/i }))
  await waitFor(() => expect(router.state.location.search).toContain(idOf(1)))
  expect(last('scenario/save')).toMatchObject({ id: idOf(6), revision: '3' })
  expect(last('run/start')).toMatchObject({ scenarioId: idOf(6) })
})

test('a component that cannot run is marked before a start, with links to where it is repaired', async () => {
  const relative = { id: 'r', name: 'List', kind: 'request', protocol: 'http', http: { url: '/goods' } }
  const { user, sent, router } = await open({
    document: { sla: [] },
    more: {
      'component/get': ({ id = '' }: Record<string, string>) => ({
        ...componentOf(id),
        document: componentDocumentSchema.parse({ steps: id === idOf(3) ? [relative] : [] }),
      }),
    },
  })
  const alert = await screen.findByText(/The address \/goods contains only a path/)
  await waitFor(() => expect(screen.getByRole('status').textContent).not.toMatch(/ready/i))
  await user.click(screen.getByRole('button', { name: /^(caret-right )?Run$/ }))
  expect(sent.some(({ call }) => call === 'run/start')).toBe(false)
  const design = `/pone/atf/projects/prComponentDesign?id=${idOf(3)}`
  const steps = within(alert).getByRole('link', { name: 'Open component steps' })
  expect(steps.getAttribute('href')).toBe(`${design}&area=steps`)
  await user.click(within(alert).getByRole('button', { name: 'run-time settings' }))
  const { pathname, search } = router.state.location
  expect(pathname + search).toBe(`${design}&area=settings`)
})

test('when another person saved first one chooses; nothing runs meanwhile', async () => {
  const theirs = { ...scenarioOf({ sampleLog: 'jtl', sla: [] }), revision: 5 }
  let refusals = 2
  const { user, sent, last } = await open({
    document: { sla: [] },
    more: {
      'scenario/get': theirs,
      'scenario/save': ({ document: saved = '', revision = '' }: Record<string, string>) => {
        refusals -= 1
        return refusals >= 0
          ? { status: 500, code: 'EditedMeanwhile', message: 'no', params: { editor: 'wang', at: startedAt } }
          : { ...theirs, document: JSON.parse(saved) as unknown, revision: Number(revision) + 1 }
      },
    },
  })
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/ready/i))
  await user.click(screen.getByRole('radio', { name: /CSV/ }))
  await user.click(screen.getByRole('button', { name: /save and/i }))
  const dialog = await screen.findByRole('dialog')
  expect(outline(dialog)).toMatchInlineSnapshot(`
    "dialog "Component" [modal]
      button "Close"
      This scenario has been changed by another user
      wang saved a newer version at 2020-11-22 08:00:00. Your changes are still on this page and have not been lost.
      button "Cancel"
      button "Discard my changes and load the new version"
      button "Overwrite with my version""
  `)
  expect(sent.some(({ call }) => call === 'run/start')).toBe(false)
  await user.click(within(dialog).getByRole('button', { name: /cancel/i }))
  fireEvent.keyDown(document.querySelector('.scenario-editor') as HTMLElement, { key: 's', ctrlKey: true })
  const again = await screen.findByRole('dialog')
  fireEvent.click(within(again).getAllByRole('button').at(-1) as HTMLElement)
  await waitFor(() => expect(last('scenario/save')).toMatchObject({ revision: '5' }))
  await waitFor(() => expect(screen.getByRole('banner').textContent).not.toMatch(/unsaved/i))
})

test('the rules have a page of their own, with the last runs', async () => {
  const rows = [
    runOf(1, { sla: 'passed' }),
    runOf(2, { requests: 0, failed: 0, p95Ms: null, sla: 'broken', state: 'failed' }),
  ]
  const sent = await serve({
    'scenario/tree': [{ ...scenarioOf(), document: undefined, revision: undefined }],
    'scenario/get': scenarioOf(),
    'component/get': ({ id = '' }: Record<string, string>) => componentOf(id),
    'run/list': { rows, total: 2 },
  })
  await draw(<SlaPage />, {
    address: `/pone/atf/projects/scenarioSLA?id=${idOf(6)}`,
    session: { accessList: ['scenario.edit'] },
  })
  await screen.findByRole('heading', { name: /black friday/i })
  await screen.findByText('#1')
  expect(
    outline(document.querySelector('[aria-labelledby=sla-history]') as HTMLElement),
  ).toMatchInlineSnapshot(`
    "region "SLA results of recent runs"
      heading "SLA results of recent runs"
      table
        row: columnheader "No." | columnheader "State" | columnheader "SLA" | columnheader "Start time" | columnheader "P95" | columnheader "Error rate"
        row: link "#1" → /pone/atf/projects/SLA?id=11111111-e2bb-4255-8caf-4136c566a962 | Complete | Passed | 2020-11-22 08:00:00 | 55 ms | 2.5 %
        row: link "#2" → /pone/atf/projects/SLA?id=22222222-e2bb-4255-8caf-4136c566a962 | Failed | Failed | 2020-11-23 08:00:00 | – | –"
  `)
  expect(sent.find(({ call }) => call === 'run/list')?.fields).toMatchObject({ scenarioId: `"${idOf(6)}"` })
  expect(outline(screen.getByRole('banner'))).toMatchInlineSnapshot(`
    "banner
      link "Back" → /pone/atf/projects/testset?id=66666666-e2bb-4255-8caf-4136c566a962
      heading "Scenario SLA · Black Friday"
      Black Friday
      combobox "Scenario" [haspopup=listbox]
      img "down"
      button "Save" [disabled]"
  `)
})

test('without a choice the page of rules asks for a scenario', async () => {
  await serve({ 'scenario/tree': [] })
  await draw(<SlaPage />, { address: '/pone/atf/projects/scenarioSLA' })
  await screen.findByRole('banner')
  expect(outline()).toMatchInlineSnapshot(`
    "banner
      link "Back" → /pone/atf/projects/testset
      heading "Scenario SLA"
      Select a scenario
      combobox "Scenario" [haspopup=listbox]
      img "down"
    heading "No scenarios yet"
    A scenario defines which components run, the load, the cluster and the SLA rules. Create a scenario directly, or group scenarios in scenario sets."
  `)
})
