// @vitest-environment happy-dom
import { type Host, type HostTool, hostSettingsSchema, type Tool } from '@pone/contract/entities/host.ts'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { type Answers, draw, serve } from '../../../test-page.tsx'
import { Page } from './actuator-page.tsx'
import { Page as ProjectPage } from './project-actuator-page.tsx'

// By default, a visibility check reads the computed style of every ancestor, which takes most of the test time.
configure({ defaultHidden: true })

/** In the time zone of the test machine, so that pages show the same text everywhere. */
const at = new Date(2026, 10, 22, 9, 30, 15).getTime()

const tool = (name: Tool, more: Partial<HostTool> = {}): HostTool => ({
  tool: name,
  state: 'absent',
  versions: [],
  operationId: null,
  progress01: null,
  problem: null,
  ...more,
})
const version = (name: string, isStarted = false) => ({
  version: name,
  path: `/opt/pone/${name}`,
  isStarted,
  installedAt: at,
})
const host = (id: string, more: Partial<Host> = {}): Host => ({
  id,
  name: `load-${id}`,
  address: '10.0.0.1',
  hasSsh: true,
  sshPort: 22,
  sshUser: 'root',
  auth: 'password',
  hasCredential: true,
  usesSudo: false,
  fingerprint: null,
  projects: [],
  agent: null,
  facts: null,
  settings: hostSettingsSchema.parse({}),
  tools: [tool('PR'), tool('JMeter'), tool('Agent'), tool('Arthas')],
  createdAt: at,
  ...more,
})

/** Forms accept only well-formed ids. */
const agentId = '00000000-0000-4000-8000-000000000002'
const facts = {
  system: 'Debian 13',
  architecture: 'x64',
  cores: 8,
  memoryBytes: 16 * 1024 ** 3,
  diskFreeBytes: 20 * 1024 ** 3,
  diskTotalBytes: 80 * 1024 ** 3,
  javaVersion: '21.0.4',
  at,
}
const hosts: readonly Host[] = [
  host('a', {
    fingerprint: 'SHA256:abc',
    projects: [
      { id: 'p1', name: 'Shop' },
      { id: 'p2', name: 'Bank' },
    ],
    agent: { id: 'n1', isOnline: true, since: at, version: '1.2.0' },
    facts,
    settings: hostSettingsSchema.parse({ serverUrl: 'http://pone.test:8600' }),
    tools: [
      tool('PR', { state: 'installed' }),
      tool('JMeter', { state: 'stopped', versions: [version('5.6.2'), version('5.6.3', true)] }),
      tool('Agent', { state: 'installed', versions: [version('1.2.0', true)] }),
      tool('Arthas', { state: 'installing', progress01: 0.429, operationId: 'o1' }),
    ],
  }),
  host('b', {
    address: 'fe80::1',
    hasSsh: false,
    auth: 'key',
    hasCredential: false,
    agent: { id: agentId, isOnline: false, since: at, version: '1.1.0' },
    facts: { ...facts, javaVersion: null },
    tools: [
      tool('PR', { state: 'offline' }),
      tool('JMeter', { problem: { code: 'noJava', detail: 'java: not found' }, operationId: 'o2' }),
      tool('Agent', { state: 'offline', versions: [version('1.1.0')] }),
      tool('Arthas'),
    ],
  }),
  host('c', { sshPort: 2222 }),
]
const pageOfHosts = (rows: readonly Host[], total = rows.length) => ({ total, page: 1, pageSize: 20, rows })
const outcome = {
  fingerprint: 'SHA256:xyz',
  keyType: 'ssh-ed25519',
  pinned: null,
  facts: null,
  problem: null,
}

async function open(answers: Answers = {}, page = <Page />) {
  const sent = await serve({
    'host/list': pageOfHosts(hosts),
    'host/operationGroups': { total: 0, page: 1, pageSize: 10, rows: [], executing: 1, waiting: 2 },
    'host/freeAgents': [{ id: 'n9', name: 'spare', host: '10.0.0.9', isOnline: true }],
    'adminProject/list': {
      total: 2,
      page: 1,
      pageSize: 50,
      rows: [
        { id: 'p1', name: 'Shop' },
        { id: 'p3', name: 'Game' },
      ],
    },
    'host/check': [],
    ...answers,
  })
  const drawn = await draw(page, { session: { isAdministrator: true } })
  await waitFor(() => expect(sent.some(({ call }) => call.endsWith('list'))).toBe(true))
  return {
    ...drawn,
    sent,
    to: (call: string) => sent.filter(each => each.call === call).map(each => each.fields),
  }
}
/** The title attribute of a time contains the time zone. */
const told = (element?: Element) =>
  outline(element)
    .replaceAll(/ title "[^"]*\(UTC[^"]*"/g, '')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'SERVER')
const dialog = () => screen.findByRole('dialog')
const lastDialog = (text: string) => {
  const found = screen.getAllByRole('dialog').find(each => each.textContent.includes(text))
  if (!found) throw new Error(`no dialog with ${text}`)
  return found
}
const row = async (name: string) => {
  const cell = await screen.findByText(name)
  return cell.closest('tr') as HTMLElement
}
const secret = () => document.querySelector('input[type=password]') as HTMLElement
const choose = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
  user.click(within(await row(name)).getByRole('checkbox'))

test('hosts are listed with their tools, systems and projects', async () => {
  await open()
  await row('load-a')
  expect(told(document.querySelector('.ant-table') as HTMLElement)).toMatchInlineSnapshot(`
    "table: row: columnheader "Select all" | columnheader "Host" | columnheader "Agent" | columnheader "PR" | columnheader "JMeter" | columnheader "Arthas" | columnheader "System" | columnheader "Assigned to projects" | columnheader
    table
      row: checkbox "Select row 1" | load-a10.0.0.1:22 | button "Operate load-a Agent" | button "Operate load-a PR" | button "Operate load-a JMeter" | button "Operate load-a Arthas" | Debian 13x64 · 8 cores, 16 GiB | Shop, Bank | button "Logs"; button "More actions"
      row: checkbox "Select row 2" | load-bfe80::1 | button "Operate load-b Agent" | button "Operate load-b PR" | button "Operate load-b JMeter" | button "Operate load-b Arthas" | Debian 13x64 · 8 cores, 16 GiB | Administrators only | button "Logs"; button "More actions"
      row: checkbox "Select row 3" | load-c10.0.0.1:2222 | button "Operate load-c Agent" | button "Operate load-c PR" | button "Operate load-c JMeter" | button "Operate load-c Arthas" | Not read yet | Administrators only | button "Logs"; button "More actions""
  `)
})

test('the queue tells how many operations execute and wait', async () => {
  await open()
  const button = await screen.findByTitle('Queue: 1 executing, 2 waiting')
  expect(button.parentElement?.textContent).toContain('3')
})

test('without hosts the page offers to enter one', async () => {
  const { user } = await open({ 'host/list': pageOfHosts([]) })
  await screen.findByText('There are no hosts yet')
  await user.click(screen.getAllByRole('button', { name: /New host/ })[0] as HTMLElement)
  expect(told(await dialog())).toMatchInlineSnapshot(`
    "dialog "State" [modal]
      button "Close"
      New host
      form
        Host
        textbox "Host" [required]
        Address
        textbox "Address" [required]
        An IP address or a name
        Reached by
        radiogroup "Reached by"
          radio "SSH" [checked]
          SSH
          radio "An agent that is installed"
          An agent that is installed
        SSH user
        textbox "SSH user" = "root"
        SSH port
        spinbutton "SSH port" = "22" [valuenow=22]
        button "Increase Value"
        button "Decrease Value"
        Sign in with
        radiogroup "Sign in with"
          radio "Password" [checked]
          Password
          radio "Private key"
          Private key
        Password
        button "Show"
        checkbox "Install with sudo"
        Install with sudo
        button "Test connection"
        Server address
        textbox "Server address" = "http://SERVER"
        By this the agent on the host reaches this server
        Assigned to projects
        combobox "Assigned to projects" [haspopup=listbox]
        img "loading"
        Empty: administrators only. Members of these projects may operate on it
        button "Cancel"
        button "Save""
  `)
})

test('a refused list can be read again', async () => {
  let isDown = true
  const { user } = await open({
    'host/list': () =>
      isDown ? { status: 500, code: 'Busy', message: 'The database is busy' } : pageOfHosts(hosts),
  })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The database is busy')
  isDown = false
  await user.click(within(alert).getByRole('button', { name: /Retry/ }))
  await row('load-a')
})

test('a host is searched for and filtered by its state', async () => {
  const { user, to } = await open()
  await row('load-a')
  await user.click(screen.getByRole('combobox', { name: 'State' }))
  await user.click(await screen.findByTitle('Agent not online'))
  await waitFor(() => expect(to('host/list').at(-1)).toMatchObject({ state: 'offline', page: '1' }))
})

test('details of a host: every fact that is known and what is not', async () => {
  const { user } = await open()
  await user.click(await screen.findByText('load-a'))
  expect(told(await dialog())).toMatchInlineSnapshot(`
    "dialog "State" [modal]
      button "Close"
      load-a
      button "Edit"
      tablist
        tab "Overview" [selected]
        tab "Logs"
        tab "Configuration files"
      tabpanel "Overview"
        term: Address
        definition: root@10.0.0.1:22
        term: Host key fingerprint
        definition: SHA256:abc
        term: Agent
        definition: 1.2.0 · Agent online · 2026-11-22 09:30:15
        term: System
        definition: Debian 13 x64
        term: Hardware
        definition: 8 cores, 16 GiB
        term: Disk
        definition: 20 GiB free of 80 GiB
        term: Java
        definition: 21.0.4
        term: Read
        definition: 2026-11-22 09:30
        term: Assigned to projects
        definition: Shop, Bank
        term: Server address
        definition: http://pone.test:8600
        table
          row: columnheader "Agent" | Installed | 1.2.0 | 
          row: columnheader "PR" | Installed | Comes with the agent | 
          row: columnheader "JMeter" | Stopped | 5.6.3 +1 | 
          row: columnheader "Arthas" | Installing 42% |  | "
  `)
})

test('details of a host without SSH, and of one of which nothing is known', async () => {
  const { user } = await open()
  await user.click(await screen.findByText('load-b'))
  expect(told(within(await dialog()).getByRole('tabpanel'))).toMatchInlineSnapshot(`
    "tabpanel "Overview"
      term: Address
      definition: fe80::1
      term: Agent
      definition: 1.1.0 · Agent not online · 2026-11-22 09:30:15
      term: System
      definition: Debian 13 x64
      term: Hardware
      definition: 8 cores, 16 GiB
      term: Disk
      definition: 20 GiB free of 80 GiB
      term: Java
      definition: No Java: JMeter and Arthas cannot be installed
      term: Read
      definition: 2026-11-22 09:30
      term: Assigned to projects
      definition: Administrators only
      term: Server address
      definition: –
      table
        row: columnheader "Agent" | Offline | 1.1.0 | 
        row: columnheader "PR" | Offline | Comes with the agent | 
        row: columnheader "JMeter" | Not installed; img "The last operation failed" |  | The host has no Java, which this tool needs; install it first; java: not found
        row: columnheader "Arthas" | Not installed |  | "
  `)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByText('load-c'))
  expect(told(within(await dialog()).getByRole('tabpanel'))).toMatchInlineSnapshot(`
    "tabpanel "Overview"
      term: Address
      definition: root@10.0.0.1:2222
      term: Host key fingerprint
      definition: Not confirmed yet
      term: Agent
      definition: –
      term: System
      definition: Not read yet
      term: Hardware
      definition: –
      term: Disk
      definition: –
      term: Java
      definition: –
      term: Read
      definition: –
      term: Assigned to projects
      definition: Administrators only
      term: Server address
      definition: –
      table
        row: columnheader "Agent" | Not installed |  | 
        row: columnheader "PR" | Not installed |  | 
        row: columnheader "JMeter" | Not installed |  | 
        row: columnheader "Arthas" | Not installed |  | "
  `)
})

test('a tool offers its operations and the log of the one that executes', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Operate load-a Arthas' }))
  expect(told(await screen.findByRole('menu'))).toMatchInlineSnapshot(`
    "menu
      menuitem "Install"
      menuitem "Start"
      menuitem "Stop"
      menuitem "Push package"
      menuitem "Uninstall"
      menuitem "Log of the operation""
  `)
  await user.click(screen.getByRole('menuitem', { name: 'Install' }))
  expect((await dialog()).textContent).toContain('Install Arthas')
})

test('the members of a project see its hosts, without operations unless they may', async () => {
  const listed = {
    'projectHost/list': pageOfHosts(hosts),
    'projectHost/operationGroups': { total: 0, page: 1, pageSize: 10, rows: [], executing: 0, waiting: 0 },
  }
  const sent = await serve(listed)
  await draw(<ProjectPage />, { session: { accessList: ['machine.view'] } })
  const shown = told((await row('load-a')).closest('table') as HTMLElement)
  expect(shown).toMatchInlineSnapshot(`
    "table
      row: load-a10.0.0.1:22 | Installed1.2.0 | InstalledComes with the agent | Stopped5.6.3 +1 | button "Operate load-a Arthas" | Debian 13x64 · 8 cores, 16 GiB | button "Logs"
      row: load-bfe80::1 | Offline1.1.0 | OfflineComes with the agent | button "Operate load-b JMeter" | Not installed | Debian 13x64 · 8 cores, 16 GiB | button "Logs"
      row: load-c10.0.0.1:2222 | Not installed | Not installed | Not installed | Not installed | Not read yet | button "Logs""
  `)
  expect(sent.find(({ call }) => call === 'projectHost/list')?.fields).toMatchObject({ projectId: 'p1' })
})

test('members who may operate get menus and check boxes', async () => {
  await serve({ 'projectHost/list': pageOfHosts(hosts) })
  await draw(<ProjectPage />, { session: { accessList: ['machine.view', 'machine.operate'] } })
  expect(
    within(await row('load-c'))
      .getAllByRole('button')
      .map(button => button.getAttribute('aria-label')),
  ).toMatchInlineSnapshot(`
    [
      "Operate load-c Agent",
      "Operate load-c PR",
      "Operate load-c JMeter",
      "Operate load-c Arthas",
      null,
      "More actions",
    ]
  `)
  expect(within(await row('load-c')).getByRole('checkbox')).toBeTruthy()
})

test('one host is deleted after a question; several are named by the first and their count', async () => {
  const { user, to } = await open({ 'host/delete': {} })
  await choose(user, 'load-a')
  await choose(user, 'load-c')
  const bar = screen.getByRole('toolbar')
  expect(told(bar)).toMatchInlineSnapshot(`
    "toolbar "2 selected"
      2 selected
      button "Operate Agent"
      button "Operate PR"
      button "Operate JMeter"
      button "Operate Arthas"
      button "Test connection"
      button "Delete"
      button "Clear selection""
  `)
  await user.click(within(bar).getByRole('button', { name: 'Delete' }))
  expect(told(await dialog())).toMatchInlineSnapshot(`
    "dialog "State" [modal]
      Delete “load-a” and others, 2 hosts?
      img "exclamation-circle"
      Delete “load-a” and others, 2 hosts?
      Its credential, its operations and earlier versions of its configuration files go with it. What is installed on the machine stays.
      button "Cancel"
      button "Delete""
  `)
  await user.click(within(await dialog()).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(to('host/delete')).toEqual([{ ids: '["a","c"]' }]))
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

test('the menu of a row leads to its settings, reads its facts again, edits and deletes it', async () => {
  const { user, to, router } = await open({ 'host/refresh': hosts[0] })
  const more = within(await row('load-a')).getByRole('button', { name: 'More actions' })
  await user.click(more)
  expect(told(await screen.findByRole('menu'))).toMatchInlineSnapshot(`
    "menu
      menuitem "Configuration files"
      menuitem "Settings"
      menuitem "Read facts again"
      menuitem "Edit"
      menuitem "Delete""
  `)
  await user.click(screen.getByRole('menuitem', { name: 'Read facts again' }))
  await waitFor(() => expect(to('host/refresh')).toEqual([{ id: 'a' }]))
  await user.click(more)
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect((await dialog()).textContent).toContain('“load-a”')
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  await user.click(more)
  await user.click(await screen.findByRole('menuitem', { name: 'Settings' }))
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/pone/atf/actuatorConfig?host=a',
    ),
  )
})

test('a bulk operation asks for all chosen hosts and then shows the queue', async () => {
  const { user, to } = await open({
    'host/check': [
      { hostId: 'a', hostName: 'load-a', versions: ['5.6.3'], problem: null },
      { hostId: 'c', hostName: 'load-c', versions: [], problem: { code: 'hostKeyNew', detail: '' } },
    ],
    'host/operate': [],
    'host/test': { ...outcome, problem: { code: 'hostKeyNew', detail: '' } },
  })
  await choose(user, 'load-a')
  await choose(user, 'load-c')
  await user.click(screen.getByRole('button', { name: 'Operate JMeter' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Install' }))
  await user.click(await screen.findByRole('button', { name: 'Confirm the keys of 1 hosts' }))
  const contact = await waitFor(() => lastDialog('Contact with'))
  expect(within(contact).getByText('load-c')).toBeTruthy()
  expect(within(contact).queryByText('load-a')).toBeNull()
  await user.click(within(contact).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Operate JMeter' }))
  await user.click((await screen.findAllByRole('menuitem', { name: 'Install' })).at(-1) as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Put 1 into the queue' }))
  await waitFor(() =>
    expect(to('host/operate')).toEqual([
      { hostIds: '["a"]', tool: 'JMeter', kind: 'install', version: 'null', pid: 'null' },
    ]),
  )
  await screen.findByText('There are no operations')
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('a host is created with what the form holds; its address and secret are wanted', async () => {
  const { user, to } = await open({ 'host/create': hosts[2] })
  await row('load-a')
  await user.click(screen.getByRole('button', { name: /New host/ }))
  const form = within(await dialog())
  await user.click(form.getByRole('button', { name: 'Save' }))
  await user.type(form.getByRole('textbox', { name: 'Host' }), 'load-c')
  await user.type(form.getByRole('textbox', { name: /^Address/ }), '10.0.0.3')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(form.getByText('Needed to sign in to the host')).toBeTruthy())
  expect(to('host/create')).toEqual([])
  await user.type(secret(), 'geheim')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('host/create')).toHaveLength(1))
  expect({ ...to('host/create')[0], serverUrl: 'the one of the page' }).toMatchInlineSnapshot(`
    {
      "address": "10.0.0.3",
      "agentId": "null",
      "auth": "password",
      "hasSsh": "true",
      "name": "load-c",
      "passphrase": "",
      "password": "geheim",
      "privateKey": "",
      "projectIds": "[]",
      "serverUrl": "the one of the page",
      "sshPort": "22",
      "sshUser": "root",
      "usesSudo": "false",
    }
  `)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the connection is tested, its new key confirmed, and the key stored with the host', async () => {
  const { user, to } = await open({
    'host/test': ({ fingerprint }: { fingerprint: string }) =>
      fingerprint === '"SHA256:xyz"'
        ? { ...outcome, facts: { ...facts, javaVersion: null } }
        : { ...outcome, keyType: 'ecdsa-sha2-nistp256', problem: { code: 'hostKeyNew', detail: '' } },
    'host/edit': hosts[2],
    'host/trust': hosts[2],
  })
  await user.click(within(await row('load-c')).getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const form = within(await dialog())
  await user.click(form.getByRole('button', { name: 'Test connection' }))
  expect(told(await form.findByRole('status'))).toMatchInlineSnapshot(`
    "status
      heading "First contact: compare the host key"
      Run this on the host and compare the fingerprint before you trust it. Neither password nor key is sent before.
      ssh-keygen -lf /etc/ssh/ssh_host_ecdsa_key.pub
      button "Copy"
      term: ecdsa-sha2-nistp256
      definition: SHA256:xyz
      button "It is the same: trust it""
  `)
  await user.click(form.getByRole('button', { name: 'It is the same: trust it' }))
  await waitFor(() => expect(told(form.getByRole('status'))).toContain('Debian'))
  expect(told(form.getByRole('status'))).toMatchInlineSnapshot(`
    "status
      Connection, rights and install path are in order
      Debian 13 · x64 · 8 cores, 16 GiB · 20 GiB free of 80 GiB
      No Java: JMeter and Arthas cannot be installed"
  `)
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('host/trust')).toEqual([{ id: 'c', fingerprint: 'SHA256:xyz' }]))
  expect(to('host/edit')[0]).toMatchObject({ id: 'c', name: 'load-c', agentId: 'null', password: '' })
})

test.each([
  ['hostKeyChanged', { ...outcome, pinned: 'SHA256:abc', problem: { code: 'hostKeyChanged', detail: '' } }],
  ['refused', { ...outcome, fingerprint: null, problem: { code: 'refused', detail: 'ECONNREFUSED' } }],
  ['sound', { ...outcome, facts }],
])('the outcome of a test of the connection: %s', async (_name, answer) => {
  const { user } = await open({ 'host/test': answer })
  await user.click(within(await row('load-c')).getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await user.click(within(await dialog()).getByRole('button', { name: 'Test connection' }))
  expect(told(await screen.findByRole('status'))).toMatchSnapshot()
})

test('a host without SSH goes through an agent, its own first', async () => {
  const { user, to } = await open({ 'host/edit': { status: 500, code: 'AgentTaken', message: 'Taken' } })
  await user.click(within(await row('load-b')).getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const form = within(await dialog())
  expect(document.querySelector('input[type=password]')).toBeNull()
  await user.click(form.getByRole('combobox', { name: 'Agent' }))
  const options = await screen.findAllByRole('option')
  expect(
    options.map(option => option.getAttribute('aria-label') ?? option.textContent),
  ).toMatchInlineSnapshot(`
    [
      "load-b",
      "spare · 10.0.0.9",
    ]
  `)
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(form.getByText(/Taken/)).toBeTruthy())
  expect(to('host/edit')[0]).toMatchObject({ agentId: `"${agentId}"`, hasSsh: 'false' })
})

test('many hosts are created from lines; what the server refuses stays with its reason', async () => {
  const { user, to } = await open({
    'host/create': ({ name }: { name: string }) =>
      name === 'b-2' ? { status: 500, code: 'NameExists', message: 'The name exists' } : hosts[2],
  })
  await row('load-a')
  await user.click(screen.getByRole('button', { name: 'Add many hosts' }))
  const form = within(await dialog())
  const lines = form.getByRole('textbox', { name: /Hosts|line/i })
  await user.click(lines)
  await user.paste('a b c')
  expect(told(form.getByRole('alert'))).toMatchInlineSnapshot(`
    "alert
      img "close-circle"
      Some lines cannot be read
      Line 1: a name and an address are wanted, the address an IP or a host name"
  `)
  await user.clear(lines)
  await user.paste('b-[[1-2] 10.0.0.[[1-2]\n10.0.0.9:2222'.replaceAll('[[', '['))
  expect(form.getByRole('status').textContent).toMatchInlineSnapshot(`"3 hosts: b-1, b-2, 10.0.0.9"`)
  await user.click(form.getByRole('button', { name: 'Add 3' }))
  await form.findByText('Needed to sign in to the host')
  await user.type(secret(), 'geheim')
  await user.click(form.getByRole('button', { name: 'Add 3' }))
  await waitFor(() => expect((lines as HTMLTextAreaElement).value).toBe('b-2 10.0.0.2'))
  expect(told(form.getByRole('alert'))).toMatchInlineSnapshot(`
    "alert
      img "exclamation-circle"
      1 were not entered
      b-2: The name exists"
  `)
  expect(
    to('host/create').map(({ name, address, sshPort, agentId, hasSsh }) => [
      name,
      address,
      sshPort,
      agentId,
      hasSsh,
    ]),
  ).toMatchInlineSnapshot(`
    [
      [
        "b-1",
        "10.0.0.1",
        "22",
        "null",
        "true",
      ],
      [
        "b-2",
        "10.0.0.2",
        "22",
        "null",
        "true",
      ],
      [
        "10.0.0.9",
        "10.0.0.9",
        "2222",
        "null",
        "true",
      ],
    ]
  `)
})

test('keys of many hosts are confirmed together, once they were compared', async () => {
  const { user, to } = await open({
    'host/test': ({ id, fingerprint }: { id: string; fingerprint: string }) =>
      id === '"a"'
        ? { ...outcome, facts: { ...facts, javaVersion: null } }
        : fingerprint === '"SHA256:xyz"'
          ? { ...outcome, problem: { code: 'wrongCredential', detail: 'publickey' } }
          : { ...outcome, problem: { code: 'hostKeyNew', detail: '' } },
    'host/trust': hosts[2],
  })
  await choose(user, 'load-a')
  await choose(user, 'load-b')
  await choose(user, 'load-c')
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Test connection' }))
  const contact = within(await dialog())
  const trust = await contact.findByRole('button', { name: 'Trust these 1 keys' })
  expect(trust.hasAttribute('disabled')).toBe(true)
  expect(told(await dialog())).toMatchInlineSnapshot(`
    "dialog "State" [modal]
      button "Close"
      Contact with 2 hosts
      alert
        img "exclamation-circle"
        First contact with 1 hosts
        Compare each fingerprint with the one on its host (ssh-keygen -lf /etc/ssh/ssh_host_*_key.pub) or in your records. Neither password nor key is sent before.
        checkbox "I have compared all of them"
        I have compared all of them
        button "Trust these 1 keys" [disabled]
        button "Copy all fingerprints"
      table
        row: columnheader "Host" | columnheader "State" | columnheader "Host key fingerprint"
        row: load-a10.0.0.1 | Connection, rights and install path are in orderNo Java: JMeter and Arthas cannot be installed | SHA256:xyz
        row: load-c10.0.0.1 | Key to compare | SHA256:xyz
      button "Close""
  `)
  await user.click(contact.getByRole('checkbox'))
  await user.click(trust)
  await waitFor(() => expect(to('host/trust')).toEqual([{ id: 'c', fingerprint: 'SHA256:xyz' }]))
  const again = await contact.findByRole('button', { name: /again/i })
  expect(told(await dialog())).toMatchInlineSnapshot(`
    "dialog "State" [modal]
      button "Close"
      Contact with 2 hosts
      table
        row: columnheader "Host" | columnheader "State" | columnheader "Host key fingerprint"
        row: load-a10.0.0.1 | Connection, rights and install path are in orderNo Java: JMeter and Arthas cannot be installed | SHA256:xyz
        row: load-c10.0.0.1 | User, password or key are wrong; publickey | SHA256:xyz
      button "Try the 1 failed ones again"
      button "Close""
  `)
  await user.click(again)
  await waitFor(() => expect(to('host/test').at(-1)).toMatchObject({ id: '"c"', fingerprint: 'null' }))
})
