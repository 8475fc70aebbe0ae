// @vitest-environment happy-dom
import type {
  AdminCluster,
  AdminMachine,
  Cluster,
  JoinToken,
  LoadMachine,
} from '@pone/contract/entities/cluster.ts'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../test-outline.ts'
import { type Answers, draw, serve } from '../../test-page.tsx'
import { Page as AdminPage } from './cluster-manager-page.tsx'
import { Page as ProjectPage } from './project/project-cluster-manager-page.tsx'

configure({ defaultHidden: true })

/** In the time zone of the test machine, so that pages show the same text everywhere. */
const at = new Date(2026, 10, 22, 9, 30, 15).getTime()
const gib = 1024 ** 3
/** Forms accept only well-formed ids. */
const uuid = (name: string) =>
  `00000000-0000-4000-8000-${Array.from(name)
    .map(each => each.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')}`

const run = { id: 'r1', number: 12, scenarioName: 'Peak', projectName: 'Shop' }
const loadMachine = (id: string, more: Partial<LoadMachine> = {}): LoadMachine => ({
  id: uuid(id),
  name: `load-${id}`,
  host: `host-${id}`,
  address: '10.0.0.1',
  port: 40_001,
  socketPort: 8_600,
  isOnline: true,
  isInService: true,
  isRevoked: false,
  since: at,
  system: 'Debian 13',
  architecture: 'x64',
  version: '1.2.0',
  cores: 8,
  memoryBytes: 16 * gib,
  cpu01: 0.254,
  memoryUsedBytes: 4 * gib,
  maxUsers: 5_000,
  remainingUsers: 4_000,
  maxScripts: 10,
  remainingScripts: 1,
  runs: [],
  releaseAt: null,
  ...more,
})
const unknown = {
  address: '',
  port: null,
  socketPort: null,
  cpu01: null,
  memoryUsedBytes: null,
  maxUsers: 0,
  remainingUsers: 0,
  maxScripts: 0,
  remainingScripts: 0,
}
const busy = {
  runs: [
    { run, users: 1_200, scripts: 1, releaseAt: at },
    { run: null, users: 300, scripts: 2, releaseAt: null },
  ],
  releaseAt: at,
}
const loadMachines: readonly LoadMachine[] = [
  loadMachine('a', busy),
  loadMachine('b', { isOnline: false, ...unknown }),
  loadMachine('c', { isInService: false, cpu01: 0.97 }),
  loadMachine('d', { isInService: false, ...busy, releaseAt: null }),
  loadMachine('e', { isRevoked: true, isOnline: false }),
  loadMachine('f', { memoryBytes: 0 }),
]
const machines: readonly AdminMachine[] = loadMachines.map((machine, index) => ({
  ...machine,
  clusters: index === 0 ? [{ id: uuid('k1'), name: 'Main' }] : [],
  isPublic: index === 0,
  projects: index === 1 ? [{ id: uuid('p1'), name: 'Shop' }] : [],
  joinedAt: at,
  keyChangedAt: at,
  calibration:
    index === 0
      ? {
          requestsPerSecond: 71_234.5,
          cpu01: 0.87,
          bytesPerUser: 16_384,
          at,
          cores: 8,
          memoryBytes: 16 * gib,
          definition: 1,
          proposedUsers: 4_900,
        }
      : null,
  isCalibrating: index === 5,
  isKeyChanging: index === 2,
  ...(index === 0 && { disk: { freeBytes: gib / 4, totalBytes: 80 * gib }, floodedAt: at }),
  ...(index === 5 && { disk: { freeBytes: 40 * gib, totalBytes: 80 * gib } }),
}))
const cluster = (id: string, more: Partial<AdminCluster> = {}): AdminCluster => ({
  id: uuid(id),
  name: `Cluster ${id}`,
  engine: 'pr',
  isOnline: true,
  maxUsers: 10_000,
  remainingUsers: 2_500,
  licensedUsers: 50_000,
  makesMachines: false,
  releaseAt: null,
  isPublic: false,
  assignment: 'unassigned',
  projects: [],
  owner: null,
  controller: null,
  machines: [],
  onlineMachines: 0,
  activeRuns: 0,
  isLocal: false,
  createdAt: at,
  ...more,
})
const clusters: readonly AdminCluster[] = [
  cluster('k1', {
    isLocal: true,
    isPublic: true,
    assignment: 'public',
    activeRuns: 2,
    releaseAt: at,
    machines: [
      { id: uuid('a'), name: 'load-a', isOnline: true },
      { id: uuid('b'), name: 'load-b', isOnline: false },
    ],
    onlineMachines: 1,
    controller: { id: 'c1', name: 'server-1', isOnline: true },
  }),
  cluster('k2', {
    engine: 'jmeter',
    isOnline: false,
    assignment: 'assigned',
    projects: [
      { id: uuid('p1'), name: 'Shop' },
      { id: uuid('p2'), name: 'Bank' },
      { id: uuid('p3'), name: 'Game' },
    ],
    maxUsers: 0,
    activeRuns: 1,
  }),
  cluster('k3', { owner: { id: uuid('p1'), name: 'Shop' }, assignment: 'assigned' }),
  cluster('k4', { assignment: 'assigned', projects: [{ id: uuid('p2'), name: 'Bank' }] }),
]
const token = (id: string, more: Partial<JoinToken> = {}): JoinToken => ({
  id,
  name: `Token ${id}`,
  cluster: { id: uuid('k1'), name: 'Main' },
  state: 'valid',
  createdAt: at,
  createdBy: 'li',
  expiresAt: at,
  lastUsedAt: null,
  uses: 0,
  maxUses: 1,
  ...more,
})
const tokens: readonly JoinToken[] = [
  token('t1'),
  token('t2', { state: 'usedUp', uses: 2, maxUses: 2, lastUsedAt: at }),
  token('t3', { state: 'expired', maxUses: null, uses: 1_234 }),
  token('t4', { state: 'revoked', expiresAt: null }),
]
const controller = {
  id: 'c1',
  name: 'server-1',
  address: '10.0.0.9',
  port: 8_600,
  socketPort: 8_601,
  isOnline: true,
  startedAt: at,
  seenAt: at,
  activeRuns: 3,
  hasOtherFiles: false,
}
const choices = {
  clusters: [{ id: uuid('k1'), name: 'Main' }],
  controllers: [{ id: 'c1', name: 'server-1' }],
  machines: [
    { id: uuid('a'), name: 'load-a', isOnline: true },
    { id: uuid('b'), name: 'load-b', isOnline: false },
  ],
  projects: [{ id: uuid('p1'), name: 'Shop', code: 'SHOP' }],
}
const pageOf = <Row,>(rows: readonly Row[], total = rows.length) => ({ total, page: 1, pageSize: 20, rows })

async function open(address: string, answers: Answers = {}) {
  const sent = await serve({
    'cluster/list': pageOf(clusters),
    'cluster/choices': choices,
    'cluster/controllers': [
      controller,
      {
        ...controller,
        id: 'c2',
        name: 'server-2',
        isOnline: false,
        address: '',
        port: null,
        socketPort: null,
        seenAt: 0,
        activeRuns: 0,
        hasOtherFiles: true,
      },
    ],
    'loadMachine/list': pageOf(machines),
    'joinToken/list': tokens,
    ...answers,
  })
  const drawn = await draw(<AdminPage />, { address, session: { isAdministrator: true } })
  return { ...drawn, to: (call: string) => sent.filter(each => each.call === call).map(each => each.fields) }
}
/** The title attribute of a time contains the time zone. */
const told = (element?: Element) => outline(element).replaceAll(/ title "[^"]*\(UTC[^"]*"/g, '')
const table = () => document.querySelector('.ant-table') as HTMLElement
const drawer = () => document.querySelector('.ant-drawer-body') as HTMLElement
const row = async (name: string) => {
  const cells = await screen.findAllByText(name)
  return cells.map(cell => cell.closest('tr')).find(Boolean) as HTMLElement
}
type User = Awaited<ReturnType<typeof draw>>['user']
const menuOf = async (user: User, name: string) => {
  await user.click(within(await row(name)).getByRole('button', { name: 'More actions' }))
  return (await screen.findAllByRole('menu')).at(-1) as HTMLElement
}
const confirmIn = async (user: User, verb: string) => {
  const question = await waitFor(() => {
    const found = document.querySelector('.ant-modal-confirm')
    if (!found) throw new Error('no question')
    return found as HTMLElement
  })
  const text = question.textContent
  await user.click(within(question).getByRole('button', { name: verb }))
  return text
}

test('clusters are listed with their audience, machines, free capacity and runs; columns can be chosen', async () => {
  const { user } = await open('/')
  await row('Cluster k1')
  expect(told(table())).toMatchInlineSnapshot(`
    "table: row: columnheader "Name" [sort=ascending] | columnheader "State" | columnheader "Type" | columnheader "Available to" | columnheader "Load machines" | columnheader "Users left / max" | columnheader "Active runs" | columnheader "Estimated release" | columnheader "Controller" | columnheader
    table
      row: Cluster k1 · Built in | Online | PR | Public | link "1 of 2 online" → /?tab=machines&clusterId=00000000-0000-4000-8000-000000006b31 | 2,500 / 10,000 | 2 | 2026-11-22 09:30:15 | server-1 | button "Edit"; button "More actions"
      row: Cluster k2 | Offline | JMeter | Shop +2 | link "0 of 0 online" → /?tab=machines&clusterId=00000000-0000-4000-8000-000000006b32 | – | 1 | A run without a planned end | Any | button "Edit"; button "More actions"
      row: Cluster k3 | Online | PR | Made by Shop | link "0 of 0 online" → /?tab=machines&clusterId=00000000-0000-4000-8000-000000006b33 | 2,500 / 10,000 | 0 | – | Any | button "Edit" [disabled]; button "More actions"
      row: Cluster k4 | Online | PR | Bank | link "0 of 0 online" → /?tab=machines&clusterId=00000000-0000-4000-8000-000000006b34 | 2,500 / 10,000 | 0 | – | Any | button "Edit"; button "More actions""
  `)
  await user.click(screen.getByRole('button', { name: /columns/i }))
  expect(
    told(await waitFor(() => document.querySelector('.data-table-columns') as HTMLElement)),
  ).toMatchInlineSnapshot(`
    "checkbox "State" [checked]
    State
    checkbox "Type" [checked]
    Type
    checkbox "Available to" [checked]
    Available to
    checkbox "Load machines" [checked]
    Load machines
    checkbox "Users left / max" [checked]
    Users left / max
    checkbox "Active runs" [checked]
    Active runs
    checkbox "Estimated release" [checked]
    Estimated release
    checkbox "Controller" [checked]
    Controller
    checkbox "Created"
    Created"
  `)
  expect(table().querySelectorAll('th.ant-table-cell-fix').length).toBe(2)
})

test('clusters are filtered by state, engine and assignment', async () => {
  const { user, to } = await open('/')
  await row('Cluster k1')
  await user.click(screen.getByRole('combobox', { name: 'Type' }))
  await user.click(await screen.findByTitle('JMeter'))
  await waitFor(() =>
    expect(to('cluster/list').at(-1)).toMatchObject({
      engine: 'jmeter',
      state: 'all',
      assignment: 'all',
      descending: 'false',
    }),
  )
})

test('the menu of a cluster: project clusters are not edited here, pods are offered for the PR engine only', async () => {
  const { user, to } = await open('/', { 'cluster/delete': {} })
  expect(
    within(await row('Cluster k3'))
      .getByRole('button', { name: 'Edit' })
      .hasAttribute('disabled'),
  ).toBe(true)
  expect(told(await menuOf(user, 'Cluster k3'))).toMatchInlineSnapshot(`
    "menu
      menuitem "Kubernetes" [disabled]
      menuitem "Delete""
  `)
  expect(told(await menuOf(user, 'Cluster k2'))).toMatchInlineSnapshot(`
    "menu
      menuitem "Kubernetes" [disabled]
      menuitem "Delete""
  `)
  await user.click(
    within((await screen.findAllByRole('menu')).at(-1) as HTMLElement).getByRole('menuitem', {
      name: 'Delete',
    }),
  )
  expect(await confirmIn(user, 'Delete')).toContain('Cluster k2')
  await waitFor(() => expect(to('cluster/delete')).toEqual([{ id: uuid('k2') }]))
})

test('a cluster is edited with the machines that its form was opened with', async () => {
  const { user, to } = await open('/', { 'cluster/edit': clusters[0] })
  await user.click(await row('Cluster k3'))
  expect(document.querySelector('.ant-drawer-body')).toBeNull()
  await user.click(await row('Cluster k1'))
  const name = await screen.findByRole('textbox', { name: 'Name' })
  expect(told(drawer())).toMatchInlineSnapshot(`
    "form
      Name
      textbox "Name" = "Cluster k1" [required]
      Type
      radiogroup "Type"
        radio "PR" [checked]
        PR
        radio "JMeter"
        JMeter
      Tasks run only on a cluster of their own type.
      Controller
      server-1
      combobox "Controller" [haspopup=listbox]
      img "down"
      When the preferred one is offline, another one takes its place.
      Load machines
      0 itemLoad machines
      img "search"
      textbox (Search)
      button "close-circle"
      Nothing here
      button "Add to the right list" [disabled]
      button "Return to the left list" [disabled]
      2 itemsIn the cluster
      img "search"
      textbox (Search)
      button "close-circle"
      list
        listitem
          checkbox "All"
          All
        listitem
          checkbox "load-a"
          load-a
        listitem
          checkbox "load-b Offline"
          load-b Offline
      A load machine may stand in several clusters, which share its users.
      Available to
      switch "Available to Public: every project may use it" [checked]
      Public: every project may use it
      button "Cancel"
      button "Save""
  `)
  await user.clear(name)
  await user.type(name, 'Main')
  await user.click(screen.getByRole('switch'))
  await screen.findByText('Shop', { selector: '.cluster-transfer *' })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('cluster/edit')).toHaveLength(1))
  expect(to('cluster/edit')[0]).toMatchInlineSnapshot(`
    {
      "controllerId": ""c1"",
      "engine": "pr",
      "id": "00000000-0000-4000-8000-000000006b31",
      "isPublic": "false",
      "machineIds": "["00000000-0000-4000-8000-000000000061","00000000-0000-4000-8000-000000000062"]",
      "name": "Main",
      "projectIds": "[]",
      "seenMachineIds": "["00000000-0000-4000-8000-000000000061","00000000-0000-4000-8000-000000000062"]",
    }
  `)
})

test('a cluster is created; a taken name is reported at its field', async () => {
  const { user, to } = await open('/', {
    'cluster/list': pageOf([]),
    'cluster/create': { status: 500, code: 'NameExists', message: 'Taken' },
  })
  const [create] = await screen.findAllByRole('button', { name: /New cluster/ })
  await user.click(create as HTMLElement)
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Main')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Taken/)
  expect(to('cluster/create')[0]).toMatchObject({
    name: 'Main',
    engine: 'pr',
    isPublic: 'false',
    controllerId: 'null',
  })
  expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true')
})

test('load machines are listed in every state, with figures only where they are known', async () => {
  const { user } = await open('/?tab=machines')
  await row('load-a')
  expect(told(table())).toMatchInlineSnapshot(`
    "table: row: columnheader "Select all" | columnheader "Name" [sort=ascending] | columnheader "State" | columnheader "Clusters" | columnheader "Users left / max" | columnheader "Scripts left / max" | columnheader "CPU" | columnheader "Memory" | columnheader "Runs" | columnheader "Estimated release" | columnheader "IP" | columnheader "Port" | columnheader "Socket port" | columnheader
    table
      row: checkbox "Select row 1" | load-a | Running | Main | 4,000 / 5,000 | 1 / 10 | 25 % | 25 % | #12 Peak (Shop) 1,200 usersIn use by another project 300 users | 2026-11-22 09:30:15 | 10.0.0.1 | 40001 | 8600 | button "Edit"; button "More actions"
      row: checkbox "Select row 2" | load-b | Offline | – | – | – | – | – | – | – | – | – | – | button "Edit"; button "More actions"
      row: checkbox "Select row 3" | load-c | Out of service | – | 4,000 / 5,000 | 1 / 10 | 97 % | 25 % | – | – | 10.0.0.1 | 40001 | 8600 | button "Edit"; button "More actions"
      row: checkbox "Select row 4" | load-d | Draining | – | 4,000 / 5,000 | 1 / 10 | 25 % | 25 % | #12 Peak (Shop) 1,200 usersIn use by another project 300 users | A run without a planned end | 10.0.0.1 | 40001 | 8600 | button "Edit"; button "More actions"
      row: checkbox "Select row 5" | load-e | Key revoked | – | 4,000 / 5,000 | 1 / 10 | 25 % | 25 % | – | – | 10.0.0.1 | 40001 | 8600 | button "Edit"; button "More actions"
      row: checkbox "Select row 6" | load-f | Online | – | 4,000 / 5,000 | 1 / 10 | 25 % | – | – | – | 10.0.0.1 | 40001 | 8600 | button "Edit"; button "More actions""
  `)
  expect([...document.querySelectorAll('.capacity-tight')].length).toBe(6)
  expect(document.querySelectorAll('.capacity-wide').length).toBe(5)
  expect(
    [...document.querySelectorAll<HTMLElement>('.capacity-used')].slice(0, 4).map(bar => bar.style.width),
  ).toEqual(['20%', '90%', '25%', '25%'])
  await user.click(screen.getByRole('button', { name: /columns/i }))
  expect(
    told(await waitFor(() => document.querySelector('.data-table-columns') as HTMLElement)),
  ).toMatchInlineSnapshot(`
    "checkbox "State" [checked]
    State
    checkbox "Clusters" [checked]
    Clusters
    checkbox "Users left / max" [checked]
    Users left / max
    checkbox "Scripts left / max" [checked]
    Scripts left / max
    checkbox "CPU" [checked]
    CPU
    checkbox "Memory" [checked]
    Memory
    checkbox "Runs" [checked]
    Runs
    checkbox "Estimated release" [checked]
    Estimated release
    checkbox "IP" [checked]
    IP
    checkbox "Port" [checked]
    Port
    checkbox "Socket port" [checked]
    Socket port
    checkbox "Hardware"
    Hardware
    checkbox "Agent version"
    Agent version
    checkbox "System"
    System
    checkbox "Since"
    Since
    checkbox "Joined"
    Joined"
  `)
})

test('details of a load machine', async () => {
  const { user } = await open('/?tab=machines')
  await user.click(await row('load-a'))
  await waitFor(() => expect(drawer()).toBeTruthy())
  expect(told(drawer())).toMatchInlineSnapshot(`
    "term: State
    definition: Running
    term: Since
    definition: 2026-11-22 09:30:15
    term: Clusters
    definition: Main
    term: Users left / max
    definition: 4,000 / 5,000
    term: Proposed limit
    definition
      Proposed 4,900 users: measured 71,235 requests/s at 87 % CPU on 8 cores, 16 GiB, 16 KiB per user, on 2026-11-22 09:30:15
      button "Measure" [disabled]
      It can be measured while it is online and drives no run.
    term: Scripts left / max
    definition: 1 / 10
    term: CPU
    definition: 25 %
    term: Memory
    definition: 25 %
    term: Disk
    definition: 256 MiB of 80 GiB free
    term: Cut off: too many messages
    definition: 2026-11-22 09:30:15
    term: Runs
    definition: #12 Peak (Shop) 1,200 usersIn use by another project 300 users
    term: Estimated release
    definition: 2026-11-22 09:30:15
    term: IP
    definition: 10.0.0.1
    term: Port "Of the machine’s end of its line"
    definition: 40001
    term: Socket port "Of the server’s end of its line"
    definition: 8600
    term: Host
    definition: host-a
    term: System
    definition: Debian 13 x64
    term: Hardware
    definition: 8 cores · 16 GiB
    term: Agent version
    definition: 1.2.0
    term: Projects’ own clusters
    definition: Public
    term: Joined
    definition: 2026-11-22 09:30
    term: Key since
    definition: 2026-11-22 09:30"
  `)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await row('load-b'))
  await waitFor(() => expect(drawer().textContent).toContain('host-b'))
  expect(told(drawer())).toMatchInlineSnapshot(`
    "term: State
    definition: Offline
    term: Since
    definition: 2026-11-22 09:30:15
    term: Clusters
    definition: –
    term: Users left / max
    definition: –
    term: Proposed limit
    definition
      Not measured yet
      button "Measure" [disabled]
      It can be measured while it is online and drives no run.
    term: Scripts left / max
    definition: –
    term: CPU
    definition: –
    term: Memory
    definition: –
    term: Disk
    definition: –
    term: Runs
    definition: –
    term: Estimated release
    definition: –
    term: IP
    definition: –
    term: Port "Of the machine’s end of its line"
    definition: –
    term: Socket port "Of the server’s end of its line"
    definition: –
    term: Host
    definition: host-b
    term: System
    definition: Debian 13 x64
    term: Hardware
    definition: 8 cores · 16 GiB
    term: Agent version
    definition: 1.2.0
    term: Projects’ own clusters
    definition: Shop
    term: Joined
    definition: 2026-11-22 09:30
    term: Key since
    definition: 2026-11-22 09:30"
  `)
})

test('an idle machine can be calibrated, a running calibration can be cancelled', async () => {
  const { user, to } = await open('/?tab=machines', {
    'loadMachine/calibrate': {},
    'loadMachine/cancelCalibration': {},
  })
  await user.click(await row('load-c'))
  await user.click(await screen.findByRole('button', { name: 'Measure' }))
  await waitFor(() => expect(to('loadMachine/calibrate')).toEqual([{ id: uuid('c') }]))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await row('load-f'))
  await waitFor(() => expect(drawer().textContent).toContain('host-f'))
  expect(told(drawer().querySelector('.machine-calibration') as HTMLElement)).toMatchInlineSnapshot(`
    "Not measured yet
    button "loading Measuring"
    button "Cancel"
    Takes about 12 s: the machine loads a target of its own over loopback. A run that starts meanwhile cancels it."
  `)
  await user.click(within(drawer()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(to('loadMachine/cancelCalibration')).toEqual([{ id: uuid('f') }]))
})

test('actions of a machine are offered where they apply, and ask for confirmation where something is lost', async () => {
  const { user } = await open('/?tab=machines')
  const menus: string[] = []
  for (const name of ['load-a', 'load-c', 'load-e']) menus.push(told(await menuOf(user, name)))
  expect(menus.join('\n')).toMatchInlineSnapshot(`
    "menu
      menuitem "Take out of service"
      menuitem "Renew its key"
      menuitem "Revoke its key"
      menuitem "Delete"
    menu
      menuitem "Put back into service"
      menuitem "Renew its key" [disabled]
      menuitem "Revoke its key"
      menuitem "Delete"
    menu
      menuitem "Take out of service" [disabled]
      menuitem "Renew its key" [disabled]
      menuitem "Revoke its key" [disabled]
      menuitem "Delete""
  `)
})

test.each([
  ['Renew its key', 'loadMachine/rotateKey', { id: uuid('a') }],
  ['Revoke its key', 'loadMachine/revokeKey', { id: uuid('a') }],
  ['Delete', 'loadMachine/delete', { ids: JSON.stringify([uuid('a')]) }],
])('%s asks first and then does it', async (verb, call, fields) => {
  const { user, to } = await open('/?tab=machines', { [call]: {} })
  await user.click(within(await menuOf(user, 'load-a')).getByRole('menuitem', { name: verb }))
  expect(await confirmIn(user, verb)).toContain('load-a')
  await waitFor(() => expect(to(call)).toEqual([fields]))
})

test('a machine goes out of service at once, and is put back into service', async () => {
  const { user, to } = await open('/?tab=machines', { 'loadMachine/setService': {} })
  await user.click(
    within(await menuOf(user, 'load-a')).getByRole('menuitem', { name: 'Take out of service' }),
  )
  await waitFor(() =>
    expect(to('loadMachine/setService')).toEqual([
      { ids: JSON.stringify([uuid('a')]), isInService: 'false' },
    ]),
  )
  await user.click(
    within(await menuOf(user, 'load-c')).getByRole('menuitem', { name: 'Put back into service' }),
  )
  await waitFor(() => expect(to('loadMachine/setService').at(-1)).toMatchObject({ isInService: 'true' }))
})

test('a machine is edited: its limits, clusters and the projects that may use it', async () => {
  const { user, to } = await open('/?tab=machines', { 'loadMachine/edit': machines[0] })
  await user.click(within(await row('load-a')).getByRole('button', { name: 'Edit' }))
  await screen.findByRole('spinbutton', { name: /users/i })
  expect(told(drawer())).toMatchInlineSnapshot(`
    "form
      Name
      textbox "Name" = "load-a" [required]
      Max concurrent virtual users
      spinbutton "Max concurrent virtual users" = "5000" [valuenow=5000, required]
      button "Increase Value"
      button "Decrease Value"
      Proposed 4,900 users: measured 71,235 requests/s at 87 % CPU on 8 cores, 16 GiB, 16 KiB per user, on 2026-11-22 09:30:15
      Max concurrent scripts
      spinbutton "Max concurrent scripts" = "10" [valuenow=10, required]
      button "Increase Value"
      button "Decrease Value"
      Components executed at once, over all runs. 4 per core at first, at least 16.
      Clusters
      Main
      combobox "Clusters" [haspopup=listbox]
      img "down"
      Projects’ own clusters
      switch "Projects’ own clusters Every project may put it in clusters of its own" [checked]
      Every project may put it in clusters of its own
      button "Cancel"
      button "Save""
  `)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('loadMachine/edit')).toHaveLength(1))
  expect(to('loadMachine/edit')[0]).toMatchInlineSnapshot(`
    {
      "clusterIds": "["00000000-0000-4000-8000-000000006b31"]",
      "id": "00000000-0000-4000-8000-000000000061",
      "isPublic": "true",
      "maxScripts": "10",
      "maxUsers": "5000",
      "name": "load-a",
    }
  `)
})

test('chosen machines are moved, taken out of service, put back and deleted', async () => {
  const { user, to } = await open('/?tab=machines', {
    'loadMachine/setService': {},
    'loadMachine/move': {},
    'loadMachine/delete': {},
  })
  const choose = async (...names: string[]) => {
    for (const name of names) await user.click(within(await row(name)).getByRole('checkbox'))
  }
  await choose('load-a', 'load-c')
  const bar = () => within(screen.getByRole('toolbar'))
  await user.click(bar().getByRole('button', { name: 'Take out of service' }))
  await waitFor(() =>
    expect(to('loadMachine/setService')).toEqual([
      { ids: JSON.stringify([uuid('a'), uuid('c')]), isInService: 'false' },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  await choose('load-a')
  await user.click(bar().getByRole('button', { name: 'Put back into service' }))
  await waitFor(() =>
    expect(to('loadMachine/setService').at(-1)).toEqual({
      ids: JSON.stringify([uuid('a')]),
      isInService: 'true',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  await choose('load-a', 'load-c')
  await user.click(bar().getByRole('button', { name: 'Delete' }))
  expect(await confirmIn(user, 'Delete')).toMatch(/load-a.*2/)
  await waitFor(() =>
    expect(to('loadMachine/delete')).toEqual([{ ids: JSON.stringify([uuid('a'), uuid('c')]) }]),
  )
})

test('controllers are listed; one with a separate file directory is marked', async () => {
  await open('/?tab=controllers')
  await screen.findByText('server-1')
  expect(told(table())).toMatchInlineSnapshot(`
    "table
      row: columnheader "Name" | columnheader "State" | columnheader "Address" | columnheader "Port" | columnheader "Socket port" | columnheader "Active runs" | columnheader "Started" | columnheader "Last seen"
      row: server-1 | Online | 10.0.0.9 | 8600 | 8601 | 3 | 2026-11-22 09:30 | 2026-11-22 09:30:15
      row: server-2; Other upload folder | Offline | – | – | – | 0 | 2026-11-22 09:30 | –"
  `)
})

test('join tokens are listed; those still valid can be revoked', async () => {
  const { user, to } = await open('/?tab=tokens', { 'joinToken/revoke': {} })
  await screen.findByText('Token t1')
  expect(told(table())).toMatchInlineSnapshot(`
    "table
      row: columnheader "Name" | columnheader "State" | columnheader "Cluster" | columnheader "Ends" | columnheader "Used" | columnheader "Last used" | columnheader "By" | columnheader "Created" | columnheader
      row: Token t1 | Valid | Main | 2026-11-22 09:30 | 0 of 1 | – | li | 2026-11-22 09:30 | button "Revoke"
      row: Token t2 | Used up | Main | 2026-11-22 09:30 | 2 of 2 | 2026-11-22 09:30 | li | 2026-11-22 09:30 | button "Revoke"
      row: Token t3 | Expired | Main | 2026-11-22 09:30 | 1,234 (no limit) | – | li | 2026-11-22 09:30 | 
      row: Token t4 | Revoked | Main | No end | 0 of 1 | – | li | 2026-11-22 09:30 | "
  `)
  await user.click(within(await row('Token t2')).getByRole('button'))
  await confirmIn(user, 'Revoke')
  await waitFor(() => expect(to('joinToken/revoke')).toEqual([{ id: 't2' }]))
})

test('a join token is created, and its commands are shown once', async () => {
  const { user, to } = await open('/?tab=tokens', {
    'joinToken/list': [],
    'joinToken/create': { id: 't1', token: 'secret-token' },
    'cluster/certificate': { pin: null },
  })
  const [create] = await screen.findAllByRole('button', { name: /New token|token/i })
  await user.click(create as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByRole('textbox', { name: 'Name' })
  expect(told(dialog).replace(/\d{4}-\d\d-\d\d/, 'DAY')).toMatchInlineSnapshot(`
    "dialog "New token" [modal]
      button "Close"
      New token
      form
        Name
        textbox "Name" = "Joining DAY" [required]
        Cluster
        Main
        combobox "Cluster" [haspopup=listbox, required]
        img "down"
        Machines that join by this token stand in it.
        Valid for
        7 days
        combobox "Valid for" [haspopup=listbox]
        img "down"
        Machines that may join
        1
        combobox "Machines that may join" [haspopup=listbox]
        img "down"
        The token ends once so many have joined, so that nobody else can use it if it leaks.
        button "Cancel"
        button "Show the commands""
  `)
  await user.click(within(dialog).getByRole('button', { name: 'Show the commands' }))
  await waitFor(() =>
    expect(to('joinToken/create')[0]).toMatchObject({ clusterId: uuid('k1'), maxUses: '1' }),
  )
  await screen.findByText('secret-token')
  expect(told(dialog).replaceAll(/127\.0\.0\.1:\d+/g, 'SERVER')).toMatchInlineSnapshot(`
    "dialog "Add a load machine" [modal]
      button "Close"
      Add a load machine
      alert
        img "exclamation-circle"
        The token is shown only here and only now.
      alert
        img "info-circle"
        Only this machine can reach this address. Open Pone by an address that the load machine can reach, or change it in the command.
      Tokensecret-token
      button "Copy the token"
      tablist
        tab "From a checkout" [selected]
        tab "Package with systemd"
        tab "Container"
      tabpanel "From a checkout"
        Run it in a checkout of Pone on the machine; good for trying. The machine is offline when it ends.
        PONE_AGENT_TOKEN=secret-token ./pone agent --server http://SERVER
        button "Copy the command"
      status: Waiting for the machine…
      button "Close""
  `)
})

test.each([
  ['clusters', 'cluster/list'],
  ['machines', 'loadMachine/list'],
  ['controllers', 'cluster/controllers'],
  ['tokens', 'joinToken/list'],
])('the tab %s says why it cannot be read, and reads it again', async (tab, call) => {
  let isDown = true
  const answers: Answers = {
    'cluster/list': pageOf(clusters),
    'loadMachine/list': pageOf(machines),
    'cluster/controllers': [controller],
    'joinToken/list': tokens,
  }
  const { user } = await open(`/?tab=${tab}`, {
    [call]: () => (isDown ? { status: 500, code: 'Busy', message: 'The database is busy' } : answers[call]),
  })
  await screen.findByText(/The database is busy/)
  isDown = false
  await user.click(screen.getByRole('button', { name: /Retry/ }))
  await waitFor(() => expect(table()).toBeTruthy())
})

test('pods of a cluster: settings are checked and saved, pods listed', async () => {
  const pool = {
    connection: 'kubeconfig',
    namespace: 'load',
    image: 'pone:1',
    pullSecret: '',
    serverUrl: 'http://pone.test:8600',
    usersPerPod: 1_000,
    maxPods: 5,
    cpuRequest: '2',
    memoryRequest: '2Gi',
    nodeSelector: [{ key: 'disk', value: 'ssd' }],
    idleMinutes: 10,
    startMinutes: 5,
    hasKubeconfig: true,
  }
  let problem = 'forbidden'
  const { user, to } = await open('/', {
    'podPool/get': { pool },
    'podPool/check': () => ({ problem, version: '1.33' }),
    'podPool/save': {},
    'podPool/remove': {},
    'podPool/pods': [
      { name: 'pod-1', state: 'joined', machineId: 'a', createdAt: at, problem: '' },
      { name: 'pod-2', state: 'failed', machineId: null, createdAt: at, problem: 'ImagePullBackOff' },
    ],
  })
  const menu = await menuOf(user, 'Cluster k1')
  await user.click(within(menu).getAllByRole('menuitem')[0] as HTMLElement)
  await screen.findByRole('textbox', { name: 'Namespace' })
  expect(told(drawer())).toMatchInlineSnapshot(`
    "When a run lacks load machines, Pone makes the missing ones as pods on Kubernetes, and the run begins when they are ready; idle pods are deleted after a while.
    tablist
      tab "Settings" [selected]
      tab "Pods"
    tabpanel "Settings"
      form
        Connection
        radiogroup "Connection"
          radio "The server's own cluster"
          The server's own cluster
          radio "kubeconfig" [checked]
          kubeconfig
        Content of the kubeconfig
        textbox "Content of the kubeconfig" (Stored; leave empty to keep it)
        Kept sealed and never shown again. Certificates and token must stand in it; it may not name files or programs.
        Image
        textbox "Image" = "pone:1" [required]
        Server address
        textbox "Server address" = "http://pone.test:8600" [required]
        Under which the pods reach the server
        Namespace
        textbox "Namespace" = "load" [required]
        Pull secret
        textbox "Pull secret"
        Virtual users per pod
        spinbutton "Virtual users per pod" = "1000" [valuenow=1000]
        button "Increase Value"
        button "Decrease Value"
        Most pods
        spinbutton "Most pods" = "5" [valuenow=5]
        button "Increase Value"
        button "Decrease Value"
        CPU request
        textbox "CPU request" = "2"
        Memory request
        textbox "Memory request" = "2Gi"
        Also the limit
        Delete when idle for
        spinbutton "Delete when idle for" = "10" [valuenow=10]
        min
        button "Increase Value"
        button "Decrease Value"
        Wait for them at most
        spinbutton "Wait for them at most" = "5" [valuenow=5]
        min
        button "Increase Value"
        button "Decrease Value"
        Node selector
        textbox "Node selector" = "disk=ssd"
        label=value, separated by commas
        button "Stop making machines"
        button "Try the connection"
        button "Save""
  `)
  const selector = screen.getByRole('textbox', { name: /Node/ })
  await user.clear(selector)
  await user.type(selector, 'disk = ssd, gpu,')
  const checkButton = screen.getByRole('button', { name: /Test|Check|Try/ })
  await user.click(checkButton)
  await screen.findByText('forbidden')
  problem = ''
  await user.click(checkButton)
  await screen.findByText(/1\.33/)
  expect(JSON.parse(to('podPool/check')[0]?.['settings'] ?? '')).toMatchObject({
    nodeSelector: [
      { key: 'disk', value: 'ssd' },
      { key: 'gpu', value: '' },
    ],
  })
  await user.click(screen.getByRole('tab', { name: 'Pods' }))
  await screen.findByText('pod-1')
  expect(told(screen.getAllByRole('tabpanel').at(-1) as HTMLElement)).toMatchInlineSnapshot(`
    "tabpanel "Pods"
      table
        row: columnheader "Pod" | columnheader "State" | columnheader "Made"
        row: pod-1 | Joined | 2026-11-22 09:30
        row: pod-2 | Failed; ImagePullBackOff | 2026-11-22 09:30"
  `)
})

const projectCluster = (id: string, more: Partial<Cluster> = {}): Cluster => ({
  id: uuid(id),
  name: `Cluster ${id}`,
  engine: 'pr',
  isOnline: true,
  maxUsers: 10_000,
  remainingUsers: 2_500,
  licensedUsers: 50_000,
  makesMachines: false,
  releaseAt: at,
  isPublic: false,
  isOwn: false,
  machines: [],
  ...more,
})
const projectClusters = [
  projectCluster('own', { isOwn: true, machines: [...loadMachines] }),
  projectCluster('public', { isPublic: true, isOnline: false, engine: 'jmeter' }),
  projectCluster('lent', { machines: [loadMachines[1] as LoadMachine] }),
]
async function openProject(accessList: readonly 'cluster.edit'[], answers: Answers = {}, address = '/') {
  const sent = await serve({
    'projectCluster/list': projectClusters,
    'projectCluster/machines': choices.machines,
    ...answers,
  })
  const drawn = await draw(<ProjectPage />, { address, session: { accessList } })
  return { ...drawn, to: (call: string) => sent.filter(each => each.call === call).map(each => each.fields) }
}

test('a project sees its clusters with their machines, and edits its own', async () => {
  await openProject(['cluster.edit'])
  await screen.findByText('Cluster own')
  expect(told()).toMatchInlineSnapshot(`
    "banner
      heading "Clusters"
      Clusters this project may use
      button "plus New cluster"
    img "search"
    textbox "Cluster or load machine" (Cluster or load machine)
    button "close-circle"
    region "Cluster own"
      banner
        heading "Cluster own"
        OnlinePRMade by this project2,500 / 10,000Estimated release2026-11-22 09:30:15
        button "Edit"
        button "More actions"
      table
        row: columnheader "Name" | columnheader "State" | columnheader "Users left / max" | columnheader "Scripts left / max" | columnheader "CPU" | columnheader "Runs" | columnheader "Estimated release" | columnheader "IP" | columnheader "Port" | columnheader "Socket port" | columnheader "Hardware" | columnheader "Agent version"
        row: load-a | Running | 4,000 / 5,000 | 1 / 10 | 25 % | link "#12 Peak" → /pone/atf/projects/realTimeMonitoring?id=r1; 1,200 usersIn use by another project 300 users | 2026-11-22 09:30:15 | 10.0.0.1 | 40001 | 8600 | 8 cores · 16 GiB | 1.2.0
        row: load-b | Offline | – | – | – | – | – | – | – | – | 8 cores · 16 GiB | 1.2.0
        row: load-c | Out of service | 4,000 / 5,000 | 1 / 10 | 97 % | – | – | 10.0.0.1 | 40001 | 8600 | 8 cores · 16 GiB | 1.2.0
        row: load-d | Draining | 4,000 / 5,000 | 1 / 10 | 25 % | link "#12 Peak" → /pone/atf/projects/realTimeMonitoring?id=r1; 1,200 usersIn use by another project 300 users | A run without a planned end | 10.0.0.1 | 40001 | 8600 | 8 cores · 16 GiB | 1.2.0
        row: load-e | Key revoked | 4,000 / 5,000 | 1 / 10 | 25 % | – | – | 10.0.0.1 | 40001 | 8600 | 8 cores · 16 GiB | 1.2.0
        row: load-f | Online | 4,000 / 5,000 | 1 / 10 | 25 % | – | – | 10.0.0.1 | 40001 | 8600 | 8 cores · 0 B | 1.2.0
    region "Cluster public"
      banner
        heading "Cluster public"
        OfflineJMeterPublic2,500 / 10,000
      table
        row: columnheader "Name" | columnheader "State" | columnheader "Users left / max" | columnheader "Scripts left / max" | columnheader "CPU" | columnheader "Runs" | columnheader "Estimated release" | columnheader "IP" | columnheader "Port" | columnheader "Socket port" | columnheader "Hardware" | columnheader "Agent version"
        row: No load machine stands in it
    region "Cluster lent"
      banner
        heading "Cluster lent"
        OnlinePRAssigned to this project2,500 / 10,000
      table
        row: columnheader "Name" | columnheader "State" | columnheader "Users left / max" | columnheader "Scripts left / max" | columnheader "CPU" | columnheader "Runs" | columnheader "Estimated release" | columnheader "IP" | columnheader "Port" | columnheader "Socket port" | columnheader "Hardware" | columnheader "Agent version"
        row: load-b | Offline | – | – | – | – | – | – | – | – | 8 cores · 16 GiB | 1.2.0"
  `)
})

test('users without the edit permission see clusters without actions', async () => {
  await openProject([])
  await screen.findByText('Cluster own')
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: /New cluster/ })).toBeNull()
})

test('a project edits its cluster and deletes it after confirmation', async () => {
  const { user, to } = await openProject(['cluster.edit'], {
    'projectCluster/edit': projectClusters[0],
    'projectCluster/delete': {},
  })
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await screen.findByRole('textbox', { name: 'Name' })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('projectCluster/edit')).toHaveLength(1))
  expect(to('projectCluster/edit')[0]).toMatchInlineSnapshot(`
    {
      "engine": "pr",
      "id": "00000000-0000-4000-8000-0000006f776e",
      "machineIds": "["00000000-0000-4000-8000-000000000061","00000000-0000-4000-8000-000000000062","00000000-0000-4000-8000-000000000063","00000000-0000-4000-8000-000000000064","00000000-0000-4000-8000-000000000065","00000000-0000-4000-8000-000000000066"]",
      "name": "Cluster own",
      "projectId": "p1",
      "seenMachineIds": "["00000000-0000-4000-8000-000000000061","00000000-0000-4000-8000-000000000062","00000000-0000-4000-8000-000000000063","00000000-0000-4000-8000-000000000064","00000000-0000-4000-8000-000000000065","00000000-0000-4000-8000-000000000066"]",
    }
  `)
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await confirmIn(user, 'Delete')).toContain('Cluster own')
  await waitFor(() => expect(to('projectCluster/delete')).toEqual([{ projectId: 'p1', id: uuid('own') }]))
})

test('clusters of a project are searched and paged; a search without a match can be cleared', async () => {
  const many = Array.from({ length: 12 }, (_, index) => projectCluster(`x${index}`))
  const { user, router } = await openProject([], { 'projectCluster/list': many })
  await screen.findByText('Cluster x9')
  expect(screen.queryByText('Cluster x10')).toBeNull()
  await user.click(screen.getByRole('listitem', { name: '2' }))
  await screen.findByText('Cluster x10')
  expect(router.state.location.search).toBe('?page=2')
  await user.type(screen.getByPlaceholderText('Cluster or load machine'), 'nothing{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Clear the filters' }))
  await screen.findByText('Cluster x9')
})

test('a project without clusters, and one whose clusters cannot be read', async () => {
  await openProject(['cluster.edit'], { 'projectCluster/list': [] })
  await waitFor(() => expect(screen.getAllByRole('button', { name: /New cluster/ })).toHaveLength(2))
})

test('clusters that cannot be read are reported with a retry', async () => {
  await openProject([], {
    'projectCluster/list': { status: 500, code: 'Busy', message: 'The database is busy' },
  })
  await screen.findByText(/The database is busy/)
  expect(screen.getByRole('button', { name: /Retry/ })).toBeTruthy()
})
