import {
  type Host,
  type HostTool,
  hostSettingsSchema,
  type MachineFile,
} from '@pone/contract/entities/host.ts'
import { configure, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { outline } from '../../test-outline.ts'
import { type Answers, draw, serve } from '../../test-page.tsx'
import { Page as ConfigFilesPage } from './files/actuator-config-files-page.tsx'
import { Page as SettingsPage } from './files/actuator-config-page.tsx'
import { isBusy, queueMs } from './host-client.ts'
import { Page as LogPage } from './log/actuator-log-page.tsx'

configure({ defaultHidden: true })

const at = new Date(2026, 10, 22, 9, 30, 15).getTime()
const host = (id: string): Host => ({
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
  settings: hostSettingsSchema.parse({ openPort: 8_900, prLogPath: '/var/log/pr' }),
  tools: [],
  createdAt: at,
})
const hosts = [host('a'), host('b')]
const file = (path: string, more: Partial<MachineFile> = {}): MachineFile => ({
  path,
  tool: 'JMeter',
  version: '5.6.3',
  sizeBytes: 2_048,
  changedAt: at,
  ...more,
})
const config = {
  content: 'one\ntwo\nthree',
  sha256: 'c'.repeat(64),
  previous: [{ id: 'v1', content: 'one\nthree', savedAt: at, savedBy: 'li' }],
}
const listOf = (rows: readonly Host[]) => ({ total: rows.length, page: 1, pageSize: 50, rows })

async function open(element: ReactNode, answers: Answers = {}, address = '/?host=a', isAdministrator = true) {
  const side = isAdministrator ? 'host' : 'projectHost'
  const sent = await serve({
    [`${side}/list`]: ({ hostId, search }: { hostId?: string; search: string }) =>
      listOf(
        hosts.filter(
          each => (hostId === undefined || hostId === `"${each.id}"`) && each.name.includes(search),
        ),
      ),
    [`${side}/configFiles`]: [
      file('/opt/jmeter/bin/user.properties'),
      file('/opt/jmeter/bin/system.properties', { changedAt: 0 }),
    ],
    [`${side}/readConfig`]: config,
    [`${side}/logFiles`]: [file('/var/log/jmeter.log')],
    [`${side}/operations`]: { ...listOf([]), executing: 0, waiting: 0 },
    ...answers,
  })
  const drawn = await draw(element, { address, session: { isAdministrator, accessList: ['machine.view'] } })
  return { ...drawn, to: (call: string) => sent.filter(each => each.call === call).map(each => each.fields) }
}
const told = () => outline().replaceAll(/ title "[^"]*\(UTC[^"]*"/g, '')

test('the settings of a host are read, changed and saved', async () => {
  const { user, to } = await open(<SettingsPage />, { 'host/saveSettings': hosts[0] })
  await screen.findByText('Network')
  expect(told()).toMatchInlineSnapshot(`
    "banner
      link "Back" → /pone/atf/actuator
      heading "Deployment settings"
      radiogroup "View"
        radio "Deployment settings" [checked]
        Deployment settings
        radio "Configuration files"
        Configuration files
        radio "Logs"
        Logs
      load-a · 10.0.0.1
      combobox "Host" [haspopup=listbox]
      img "down"
    form
      heading "Network"
      Server address
      textbox "Server address"
      The agent on the host connects to the server at this address
      Status push frequency (s)
      spinbutton "Status push frequency (s)" = "2" [valuenow=2]
      button "Increase Value"
      button "Decrease Value"
      Interval at which the agent reports the status of the machine; takes effect immediately
      Local IP
      textbox "Local IP"
      Local address shown on the Clusters page. If empty, the source address of the connection is shown (behind NAT, the address of the router)
      Open port
      spinbutton "Open port" = "8900" [valuenow=8900]
      button "Increase Value"
      button "Decrease Value"
      Local port shown on the Clusters page. If empty, the port of the connection is shown
      heading "Paths"
      If empty, located in the data folder of the agent. Takes effect with the next installation
      Agent installation path
      textbox "Agent installation path"
      Agent log path
      textbox "Agent log path"
      PR installation path
      textbox "PR installation path"
      PR log path
      textbox "PR log path" = "/var/log/pr"
      JMeter installation path
      textbox "JMeter installation path"
      JMeter log path
      textbox "JMeter log path"
      Arthas installation path
      textbox "Arthas installation path"
      Agent account
      textbox "Agent account"
      System account that runs the agent when it is installed as root; pone-agent if empty
      button "Save""
  `)
  await user.clear(screen.getByRole('spinbutton', { name: 'Open port' }))
  await user.type(screen.getByRole('textbox', { name: 'Local IP' }), '10.0.0.7')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('host/saveSettings')).toHaveLength(1))
  expect(to('host/saveSettings')[0]).toMatchInlineSnapshot(`
    {
      "agentInstallPath": "",
      "agentLogPath": "",
      "agentUser": "",
      "arthasInstallPath": "",
      "hostId": "a",
      "jmeterInstallPath": "",
      "jmeterLogPath": "",
      "localIp": "10.0.0.7",
      "openPort": "null",
      "prInstallPath": "",
      "prLogPath": "/var/log/pr",
      "serverUrl": "",
      "statusEverySeconds": "2",
    }
  `)
})

test('another host and another page are chosen; the address keeps the host', async () => {
  const { user, router, to } = await open(<SettingsPage />)
  await screen.findByText('Network')
  await user.type(screen.getByRole('combobox', { name: 'Host' }), 'b')
  await user.click(await screen.findByTitle('load-b · 10.0.0.1'))
  await waitFor(() => expect(router.state.location.search).toBe('?host=b'))
  expect(to('host/list').some(({ search, hostId }) => search === 'b' && hostId === undefined)).toBe(true)
  await user.click(screen.getByText('Logs'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/pone/atf/actuatorLog'))
  expect(router.state.location.search).toBe('?host=b')
})

test.each([
  ['several hosts and none chosen', hosts, 'Select a host to see its details'],
  ['no hosts', [], 'No hosts yet'],
  ['a single host', hosts.slice(0, 1), 'Network'],
])('without a host in the address: %s', async (_name, rows, text) => {
  await open(<SettingsPage />, { 'host/list': listOf(rows) }, '/')
  await screen.findByText(text)
  expect(screen.queryByRole('combobox', { name: 'Host' }) === null).toBe(rows.length === 0)
})

test('a refused list can be read again', async () => {
  let isDown = true
  const { user } = await open(<SettingsPage />, {
    'host/list': () =>
      isDown ? { status: 500, code: 'Busy', message: 'The database is busy' } : listOf(hosts.slice(0, 1)),
  })
  await screen.findByText(/The database is busy/)
  isDown = false
  await user.click(screen.getByRole('button', { name: /Retry/ }))
  await screen.findByText('Network')
})

const fileButton = (name: string) => screen.findByRole('button', { name: new RegExp(name) })
const editor = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: '/opt/jmeter/bin/user.properties' })

test('a configuration file is changed, compared and saved with the hash of what was read', async () => {
  const { user, to } = await open(<ConfigFilesPage />, { 'host/saveConfig': {} })
  await user.click(await fileButton('user.properties'))
  const text = await editor()
  expect(outline(document.querySelector('.host-files') as HTMLElement)).toMatchInlineSnapshot(`
    "list "Configuration files"
      listitem
        button "user.properties JMeter 5.6.3 · 2 KiB" [current] title "/opt/jmeter/bin/user.properties"
      listitem
        button "system.properties JMeter 5.6.3 · Not created yet" title "/opt/jmeter/bin/system.properties"
    /opt/jmeter/bin/user.properties
    button "Copy path"
    button "Previous versions"
    button "Discard changes" [disabled]
    button "Compare and save" [disabled]
    textbox "/opt/jmeter/bin/user.properties" = "one\\ntwo\\nthree""
  `)
  await user.clear(text)
  await user.type(text, 'one')
  await user.click(screen.getByRole('button', { name: 'Compare and save' }))
  expect(document.querySelector('.config-diff')?.textContent).toBe('  one− two− three')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(to('host/saveConfig')).toEqual([
      { hostId: 'a', path: '/opt/jmeter/bin/user.properties', sha256: 'c'.repeat(64), content: 'one' },
    ]),
  )
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Compare and save' }).hasAttribute('disabled')).toBe(true),
  )
  expect(to('host/readConfig')).toHaveLength(2)
  expect(document.querySelector('.config-diff')).toBeNull()
})

test('a file that was changed on the host is not overwritten; reading it again drops the changes', async () => {
  const { user } = await open(<ConfigFilesPage />, {
    'host/saveConfig': { status: 500, code: 'ConfigFileChanged', message: 'changed' },
  })
  await user.click(await fileButton('user.properties'))
  await user.type(await editor(), '!')
  await user.click(screen.getByRole('button', { name: 'Compare and save' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/The file has been changed on the host/)
  expect((await editor()).value).toBe('one\ntwo\nthree!')
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(async () => expect((await editor()).value).toBe('one\ntwo\nthree'))
  await waitFor(() => expect(screen.queryByText(/The file has been changed on the host/)).toBeNull())
})

test('another save error keeps the changes and is reported', async () => {
  const { user } = await open(<ConfigFilesPage />, {
    'host/saveConfig': { status: 500, code: 'AgentOffline', message: 'The agent is not online' },
  })
  await user.click(await fileButton('user.properties'))
  await user.type(await editor(), '!')
  await user.click(screen.getByRole('button', { name: 'Compare and save' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The agent is not online!')
  expect(screen.queryByText(/The file has been changed on the host/)).toBeNull()
  expect((await editor()).value).toBe('one\ntwo\nthree!')
})

test('an earlier version is restored as a change, and changes are discarded only after confirmation', async () => {
  const { user } = await open(<ConfigFilesPage />)
  await user.click(await fileButton('user.properties'))
  await editor()
  await user.click(screen.getByRole('button', { name: 'Previous versions' }))
  await user.click(
    await screen.findByRole('menuitem', { name: '2026-11-22 09:30:15 · Before the change by li' }),
  )
  expect((await editor()).value).toBe('one\nthree')
  await user.click(await fileButton('system.properties'))
  await screen.findAllByText('Discard your changes to this file?')
  const question = document.querySelector('.ant-modal-confirm') as HTMLElement
  await user.click(within(question).getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.getByTitle('/opt/jmeter/bin/system.properties').tagName).toBe('BUTTON'))
  await screen.findByRole('textbox', { name: '/opt/jmeter/bin/system.properties' })
  await user.click(await fileButton('user.properties'))
  await user.type(await editor(), '!')
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect((await editor()).value).toBe('one\ntwo\nthree')
})

test('users who may not operate can only read configuration files', async () => {
  const { user } = await open(<ConfigFilesPage />, {}, '/?host=a', false)
  await user.click(await fileButton('user.properties'))
  const text = await editor()
  expect(text.readOnly).toBe(true)
})

test.each([
  ['nothing', [], 'No editable configuration files'],
  [
    'a refusal',
    { status: 500, code: 'AgentOffline', message: 'The agent is not online' },
    /The agent is not online/,
  ],
])('configuration files: %s', async (_name, answer, text) => {
  await open(<ConfigFilesPage />, { 'host/configFiles': answer })
  await screen.findByText(text)
})

test('a file that cannot be read shows the reason', async () => {
  const { user } = await open(<ConfigFilesPage />, {
    'host/readConfig': { status: 500, code: 'AgentOffline', message: 'The agent is not online' },
  })
  await user.click(await fileButton('user.properties'))
  await screen.findByText(/The agent is not online/)
})

test('a log file is read from its end and followed from there', async () => {
  const parts: Record<string, object> = {
    null: { from: 5_120, to: 5_150, text: 'INFO one\nERROR two\n' },
    5150: { from: 5_150, to: 5_160, text: 'WARN three\n' },
  }
  const { user, to } = await open(<LogPage />, {
    'host/readLog': ({ from }: { from: string }) => parts[from] ?? { from: 5_160, to: 5_160, text: '' },
  })
  await screen.findByText('No operations yet')
  await user.click(screen.getByText('Log files'))
  await screen.findByText('Select a file on the left')
  await user.click(await fileButton('jmeter.log'))
  await screen.findByText('ERROR two')
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText('WARN three')
  expect(outline(document.querySelector('.host-files') as HTMLElement)).toMatchInlineSnapshot(`
    "list "Log files"
      listitem
        button "jmeter.log JMeter 5.6.3 · 2 KiB" [current] title "/var/log/jmeter.log"
    /var/log/jmeter.log
    button "Copy path"
    All levels
    combobox "All levels" [haspopup=listbox]
    img "down"
    searchbox "Search in the log" (Search in the log)
    button "close-circle"
    button "Search"
    checkbox "Follow log" [checked]
    Follow log
    button "Copy"
    button "Download"
    log
      … 5 KiB
      INFO one
      ERROR two
      WARN three
    button "Refresh""
  `)
  expect(
    to('host/readLog')
      .map(({ from }) => from)
      .slice(0, 2),
  ).toEqual(['null', '5150'])
})

test.each([
  ['nothing', [], 'The host has no log files'],
  [
    'a refusal',
    { status: 500, code: 'AgentOffline', message: 'The agent is not online' },
    /The agent is not online/,
  ],
])('log files: %s', async (_name, answer, text) => {
  const { user } = await open(<LogPage />, { 'host/logFiles': answer })
  await user.click(await screen.findByText('Log files'))
  await screen.findByText(text)
})

test('lists are polled faster while operations are active', () => {
  expect([
    queueMs(undefined),
    queueMs({ executing: 0, waiting: 0 }),
    queueMs({ executing: 1, waiting: 0 }),
    queueMs({ executing: 0, waiting: 1 }),
  ]).toEqual([5_000, 5_000, 1_000, 1_000])
  const tool = (state: HostTool['state']): HostTool => ({
    tool: 'PR',
    state,
    versions: [],
    operationId: null,
    progress01: null,
    problem: null,
  })
  const page = (...states: HostTool['state'][]) => ({
    rows: [host('a'), { ...host('b'), tools: states.map(tool) }],
  })
  expect([
    isBusy(undefined),
    isBusy(page()),
    isBusy(page('installed', 'absent')),
    isBusy(page('absent', 'starting')),
  ]).toEqual([false, false, false, true])
})
