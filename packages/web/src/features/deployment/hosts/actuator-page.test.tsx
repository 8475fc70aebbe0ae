import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { Page as ProjectPage } from './project-actuator-page.tsx'
import { choose, dialog, hosts, open, outcome, pageOfHosts, row, told } from './test-hosts.tsx'

const lastDialog = (text: string) => {
  const found = screen.getAllByRole('dialog').find(each => each.textContent.includes(text))
  if (!found) throw new Error(`no dialog with ${text}`)
  return found
}

test('hosts are listed with their tools, systems and projects', async () => {
  await open()
  await row('load-a')
  expect(told(document.querySelector('.ant-table') as HTMLElement)).toMatchInlineSnapshot(`
    "table: row: columnheader "Select all" | columnheader "Host" | columnheader "Agent" | columnheader "PR" | columnheader "JMeter" | columnheader "Arthas" | columnheader "System" | columnheader "Assigned to projects" | columnheader "Actions" "Deployment"
    table "Deployment"
      row: columnheader "Select" | columnheader "Host" | columnheader "Agent" | columnheader "PR" | columnheader "JMeter" | columnheader "Arthas" | columnheader "System" | columnheader "Assigned to projects" | columnheader "Actions"
      row: checkbox "Select row 1" | load-a10.0.0.1:22 | button "Operate load-a Agent" | button "Operate load-a PR" | button "Operate load-a JMeter" | button "Operate load-a Arthas" | Debian 13x64 · 8 cores, 16 GiB | Shop, Bank | button "Logs: load-a"; button "More actions: load-a"
      row: checkbox "Select row 2" | load-bfe80::1 | button "Operate load-b Agent" | button "Operate load-b PR" | button "Operate load-b JMeter" | button "Operate load-b Arthas" | Debian 13x64 · 8 cores, 16 GiB | Administrators only | button "Logs: load-b"; button "More actions: load-b"
      row: checkbox "Select row 3" | load-c10.0.0.1:2222 | button "Operate load-c Agent" | button "Operate load-c PR" | button "Operate load-c JMeter" | button "Operate load-c Arthas" | Not read yet | Administrators only | button "Logs: load-c"; button "More actions: load-c""
  `)
})

test('the queue tells how many operations execute and wait', async () => {
  await open()
  const button = await screen.findByTitle('Operation queue: 1 executing, 2 waiting')
  expect(button.parentElement?.textContent).toContain('3')
})

test('without hosts the page offers to enter one', async () => {
  const { user } = await open({ 'host/list': pageOfHosts([]) })
  await screen.findByText('No hosts yet')
  await user.click(screen.getAllByRole('button', { name: /New host/ })[0] as HTMLElement)
  // The projects are asked for when the dialog opens.
  await waitFor(async () => expect((await dialog()).querySelector('.anticon-loading')).toBeNull())
  expect(told(await dialog())).toMatchInlineSnapshot(`
    "dialog "State" [modal]
      button "Close"
      New host
      form
        Host
        textbox "Host" [required]
        Address
        textbox "Address" [required]
        IP address or host name
        Connection
        radiogroup "Connection"
          radio "SSH" [checked]
          SSH
          radio "Existing agent"
          Existing agent
        SSH: the server signs in to the host and installs the agent. Existing agent: for hosts that do not accept SSH; install the agent on them manually first.
        SSH user
        textbox "SSH user" = "root"
        System account used to sign in. If it is not root, turn on “Install with sudo”.
        SSH port
        spinbutton "SSH port" = "22" [valuenow=22]
        button "Increase Value"
        button "Decrease Value"
        Port on which sshd listens, 22 by default.
        Authentication
        radiogroup "Authentication"
          radio "Password" [checked]
          Password
          radio "Private key"
          Private key
        Password and private key are stored encrypted and never shown again.
        Password
        button "Show"
        checkbox "Install with sudo"
        Install with sudo
        The account must be allowed to use sudo. If sudo asks for a password, the password above is used; with a private key, sudo must not ask for one. When off, only folders that the account can write to can be used.
        button "Test connection"
        Server address
        textbox "Server address" = "http://SERVER"
        The agent on the host connects to the server at this address
        Assigned to projects
        combobox "Assigned to projects" [haspopup=listbox]
        img "down"
        If empty, only administrators see the host. Members of assigned projects can operate it on the Project deployment page
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
  await user.click(await screen.findByTitle('Agent offline'))
  await waitFor(() => expect(to('host/list').at(-1)).toMatchObject({ state: 'offline', page: '1' }))
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
      menuitem "Operation log""
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
    "table "Project deployment"
      row: columnheader "Host" | columnheader "Agent" | columnheader "PR" | columnheader "JMeter" | columnheader "Arthas" | columnheader "System" | columnheader "Actions"
      row: load-a10.0.0.1:22 | Installed1.2.0 | InstalledIncluded in the agent | Stopped5.6.3 +1 | button "Operate load-a Arthas" | Debian 13x64 · 8 cores, 16 GiB | button "Logs: load-a"
      row: load-bfe80::1 | Offline1.1.0 | OfflineIncluded in the agent | button "Operate load-b JMeter" | Not installed | Debian 13x64 · 8 cores, 16 GiB | button "Logs: load-b"
      row: load-c10.0.0.1:2222 | Not installed | Not installed | Not installed | Not installed | Not read yet | button "Logs: load-c""
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
      "Logs: load-c",
      "More actions: load-c",
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
      button "Batch operation: Agent"
      button "Batch operation: PR"
      button "Batch operation: JMeter"
      button "Batch operation: Arthas"
      button "Test connection"
      button "Delete"
      button "Clear selection""
  `)
  await user.click(within(bar).getByRole('button', { name: 'Delete' }))
  expect(told(await dialog())).toMatchInlineSnapshot(`
    "dialog "State" [modal]
      Delete “load-a” and others (2 hosts)?
      img "exclamation-circle"
      Delete “load-a” and others (2 hosts)?
      Credentials, operation records and previous versions of configuration files of the host are deleted as well. Software installed on the host is not affected.
      button "Cancel"
      button "Delete""
  `)
  await user.click(within(await dialog()).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(to('host/delete')).toEqual([{ ids: '["a","c"]' }]))
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

test('the menu of a row leads to its settings, reads its facts again, edits and deletes it', async () => {
  const { user, to, router } = await open({ 'host/refresh': hosts[0] })
  const more = within(await row('load-a')).getByRole('button', { name: /^More actions: / })
  await user.click(more)
  expect(told(await screen.findByRole('menu'))).toMatchInlineSnapshot(`
    "menu
      menuitem "Configuration files"
      menuitem "Deployment settings"
      menuitem "Refresh host information"
      menuitem "Edit"
      menuitem "Delete""
  `)
  await user.click(screen.getByRole('menuitem', { name: 'Refresh host information' }))
  await waitFor(() => expect(to('host/refresh')).toEqual([{ id: 'a' }]))
  await user.click(more)
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect((await dialog()).textContent).toContain('“load-a”')
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  await user.click(more)
  await user.click(await screen.findByRole('menuitem', { name: 'Deployment settings' }))
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
  await user.click(screen.getByRole('button', { name: 'Batch operation: JMeter' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Install' }))
  await user.click(await screen.findByRole('button', { name: 'Verify the key of 1 host' }))
  const contact = await waitFor(() => lastDialog('Connect to'))
  expect(within(contact).getByText('load-c')).toBeTruthy()
  expect(within(contact).queryByText('load-a')).toBeNull()
  await user.click(within(contact).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Batch operation: JMeter' }))
  await user.click((await screen.findAllByRole('menuitem', { name: 'Install' })).at(-1) as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Add to queue (1 host)' }))
  await waitFor(() =>
    expect(to('host/operate')).toEqual([
      { hostIds: '["a"]', tool: 'JMeter', kind: 'install', version: 'null', pid: 'null' },
    ]),
  )
  await screen.findByText('No operations yet')
  expect(screen.queryByRole('toolbar')).toBeNull()
})
