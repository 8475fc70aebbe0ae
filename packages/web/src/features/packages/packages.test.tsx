import type { MachineUpgrade } from '@pone/contract/calls/package.ts'
import type { InstallPackage } from '@pone/contract/entities/package.ts'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../test-outline.ts'
import { type Answers, draw, serve } from '../../test-page.tsx'
import { Page as AdminPage } from './download-center-page.tsx'
import { isUnderWay, type UpgradeRow } from './package-queries.ts'
import { Page as ProjectPage } from './project-download-center-page.tsx'

configure({ defaultHidden: true })

/** In the time zone of the test machine, so that pages show the same text everywhere. */
const at = new Date(2026, 10, 22, 9, 30, 15).getTime()
const pageOf = <Row,>(rows: readonly Row[], total = rows.length) => ({ total, page: 1, pageSize: 20, rows })
/** The title attribute of a time contains the time zone. */
const told = (element?: Element) => outline(element).replaceAll(/ title "[^"]*\(UTC[^"]*"/g, '')
const table = () => document.querySelector('.ant-table') as HTMLElement
const row = async (name: string) => {
  const cells = await screen.findAllByText(name)
  return cells.map(cell => cell.closest('tr')).find(Boolean) as HTMLElement
}
type User = Awaited<ReturnType<typeof draw>>['user']
const confirmIn = async (user: User, verb: string) => {
  const question = await waitFor(() => {
    const found = [...document.querySelectorAll('.ant-modal-confirm')].at(-1)
    if (!found) throw new Error('no question')
    return found as HTMLElement
  })
  const text = question.textContent
  await user.click(within(question).getByRole('button', { name: verb }))
  return text
}
const pack = (id: string, more: Partial<InstallPackage> = {}): InstallPackage => ({
  id,
  name: `Package ${id}`,
  type: 'JMeter',
  system: 'linux',
  architecture: 'any',
  version: '5.6.3',
  fileName: `${id}.tgz`,
  sizeBytes: 2_048,
  sha256: 'abcdef0123456789'.repeat(4),
  installPath: null,
  logPath: null,
  statusPushSeconds: 2,
  uploadedAt: at,
  uploadedBy: 'li',
  usedBy: [],
  ...more,
})
const packages = [
  pack('p1', { usedBy: ['load-a', 'load-b'], installPath: '/opt/jmeter', logPath: '/var/log/jmeter' }),
  pack('p2', {
    type: 'Agent',
    architecture: 'x64',
    version: '1.3.0',
    uploadedBy: null,
    statusPushSeconds: 5,
  }),
  pack('p3', { type: 'PR' }),
]
const upgrade = (state: MachineUpgrade['state'], more: Partial<MachineUpgrade> = {}): MachineUpgrade => ({
  id: 'x1',
  state,
  fromVersion: '1.2.0',
  version: '1.3.0',
  receivedBytes: 0,
  sizeBytes: 0,
  failure: null,
  detail: '',
  startedBy: 'li',
  startedAt: at,
  changedAt: at,
  ...more,
})
const machine = (name: string, more: Partial<UpgradeRow> = {}): UpgradeRow => ({
  machineId: `m-${name}`,
  name,
  isOnline: true,
  version: '1.2.0',
  newest: { packageId: 'p2', version: '1.3.0' },
  upgrade: null,
  ...more,
})
const machines = [
  machine('ready'),
  machine('away', { isOnline: false }),
  machine('newest', { version: '1.3.0', newest: null }),
  machine('pushing', { upgrade: upgrade('pushing', { receivedBytes: 429, sizeBytes: 1_000 }) }),
  machine('failed', { upgrade: upgrade('failed', { failure: null, detail: 'disk full' }) }),
  machine('bare', { upgrade: upgrade('failed', { failure: null }) }),
  machine('recovered', { version: '1.2.5', upgrade: upgrade('failed', { failure: null }) }),
  machine('done', { version: '1.3.0', newest: null, upgrade: upgrade('installed') }),
  machine('older', { version: '1.3.1', newest: null, upgrade: upgrade('installed') }),
]

async function open(answers: Answers = {}, page = <AdminPage />, isAdministrator = true) {
  const sent = await serve({
    'package/list': { ...pageOf(packages), isMaking: false },
    'projectPackage/list': { ...pageOf(packages), isMaking: true },
    'machine/upgrades': machines,
    'package/targets': [],
    'package/link': { path: '/pone/download/1', expiresAt: at },
    'projectPackage/link': { path: '/pone/download/2', expiresAt: at },
    ...answers,
  })
  const drawn = await draw(page, { session: { isAdministrator } })
  return { ...drawn, to: (call: string) => sent.filter(each => each.call === call).map(each => each.fields) }
}
const menuOf = async (user: User, name: string) => {
  await user.click(within(await row(name)).getByRole('button', { name: /^More actions: / }))
  return (await screen.findAllByRole('menu')).at(-1) as HTMLElement
}

test('packages are listed for administrators; columns can be chosen', async () => {
  const { user } = await open()
  await row('Package p1')
  expect(told(table())).toMatchInlineSnapshot(`
    "table: row: columnheader "Name" | columnheader "Type" | columnheader "Version" | columnheader "Compatible system" | columnheader "Size" | columnheader "SHA-256" | columnheader "In use by" | columnheader "Source" | columnheader "Uploaded" [sort=descending] | columnheader "Actions" "Download centre"
    table "Download centre"
      row: columnheader "Name" | columnheader "Type" | columnheader "Version" | columnheader "Compatible system" | columnheader "Size" | columnheader "SHA-256" | columnheader "In use by" | columnheader "Source" | columnheader "Uploaded" | columnheader "Actions"
      row: Package p1 | JMeter | 5.6.3 | linux · Any | 2 KiB | abcdef012345…; button "Copy checksum" | load-a, load-b | li | 2026-11-22 09:30 | button "Download: Package p1"; button "More actions: Package p1"
      row: Package p2 | Agent | 1.3.0 | linux · x64 (x86_64) | 2 KiB | abcdef012345…; button "Copy checksum" | – | This server | 2026-11-22 09:30 | button "Download: Package p2"; button "More actions: Package p2"
      row: Package p3 | PR | 5.6.3 | linux · Any | 2 KiB | abcdef012345…; button "Copy checksum" | – | li | 2026-11-22 09:30 | button "Download: Package p3"; button "More actions: Package p3""
  `)
  expect(screen.queryByText(/^Building the agent/)).toBeNull()
  await user.click(screen.getByRole('button', { name: /columns/i }))
  const columns = await waitFor(() => document.querySelector('.data-table-columns') as HTMLElement)
  for (const box of within(columns)
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(each => !each.checked))
    await user.click(box)
  expect(told(table())).toMatchInlineSnapshot(`
    "table: row: columnheader "Name" | columnheader "Type" | columnheader "Version" | columnheader "Compatible system" | columnheader "Size" | columnheader "SHA-256" | columnheader "In use by" | columnheader "File" | columnheader "Installation path" | columnheader "Log path" | columnheader "Status push frequency" | columnheader "Source" | columnheader "Uploaded" [sort=descending] | columnheader "Actions" "Download centre"
    table "Download centre"
      row: columnheader "Name" | columnheader "Type" | columnheader "Version" | columnheader "Compatible system" | columnheader "Size" | columnheader "SHA-256" | columnheader "In use by" | columnheader "File" | columnheader "Installation path" | columnheader "Log path" | columnheader "Status push frequency" | columnheader "Source" | columnheader "Uploaded" | columnheader "Actions"
      row: Package p1 | JMeter | 5.6.3 | linux · Any | 2 KiB | abcdef012345…; button "Copy checksum" | load-a, load-b | p1.tgz | /opt/jmeter | /var/log/jmeter | – | li | 2026-11-22 09:30 | button "Download: Package p1"; button "More actions: Package p1"
      row: Package p2 | Agent | 1.3.0 | linux · x64 (x86_64) | 2 KiB | abcdef012345…; button "Copy checksum" | – | p2.tgz | – | – | 5 s | This server | 2026-11-22 09:30 | button "Download: Package p2"; button "More actions: Package p2"
      row: Package p3 | PR | 5.6.3 | linux · Any | 2 KiB | abcdef012345…; button "Copy checksum" | – | p3.tgz | – | – | – | li | 2026-11-22 09:30 | button "Download: Package p3"; button "More actions: Package p3""
  `)
})

test('a project sees packages with the commands that install them', async () => {
  const { user, to } = await open({}, <ProjectPage />, false)
  await row('Package p2')
  expect(told(table())).toMatchInlineSnapshot(`
    "table: row: columnheader "Name" | columnheader "Type" | columnheader "Version" | columnheader "Compatible system" | columnheader "Size" | columnheader "SHA-256" | columnheader "Source" | columnheader "Uploaded" [sort=descending] | columnheader "Actions" "Download centre"
    table "Download centre"
      row: columnheader "Name" | columnheader "Type" | columnheader "Version" | columnheader "Compatible system" | columnheader "Size" | columnheader "SHA-256" | columnheader "Source" | columnheader "Uploaded" | columnheader "Actions"
      row: Package p1 | JMeter | 5.6.3 | linux · Any | 2 KiB | abcdef012345…; button "Copy checksum" | li | 2026-11-22 09:30 | button "Download: Package p1"; button "How to install: Package p1"
      row: Package p2 | Agent | 1.3.0 | linux · x64 (x86_64) | 2 KiB | abcdef012345…; button "Copy checksum" | This server | 2026-11-22 09:30 | button "Download: Package p2"; button "How to install: Package p2"
      row: Package p3 | PR | 5.6.3 | linux · Any | 2 KiB | abcdef012345…; button "Copy checksum" | li | 2026-11-22 09:30 | button "Download: Package p3"; button "How to install: Package p3""
  `)
  expect(document.querySelector('.package-making')).toBeTruthy()
  await user.click(
    within(await row('Package p2'))
      .getAllByRole('button')
      .at(-1) as HTMLElement,
  )
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findAllByText(/curl|wget/)
  expect(told(dialog).replaceAll(/127\.0\.0\.1:\d+/g, 'SERVER')).toMatchInlineSnapshot(`
    "dialog "Type" [modal]
      button "Close"
      Install Package p2
      alert
        img "info-circle"
        This address can be reached from this machine only. Replace it with an address of the server that other hosts can reach.
      On the host: download and verify
      curl -fL -C - -o p2.tgz http://SERVER/pone/download/2 echo 'abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789 p2.tgz' | sha256sum -c
      button "Copy commands"
      Install and join
      mkdir -p pone-agent && tar -xzf p2.tgz -C pone-agent --strip-components=1 sudo env PONE_AGENT_TOKEN=TOKEN pone-agent/install.sh --server http://SERVER
      button "Copy commands"
      Replace TOKEN with a join token (create one on the Clusters page, or ask an administrator). Without root access, omit sudo. The download address is valid until 2026-11-22 09:30:15.
      button "Close""
  `)
  expect(to('projectPackage/link')).toEqual([{ id: 'p2', projectId: 'p1' }])
})

test('a package that is no agent is installed by deployment', async () => {
  const { user } = await open()
  await user.click(within(await menuOf(user, 'Package p1')).getAllByRole('menuitem')[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findAllByText(/curl|wget/)
  expect(told(dialog).replaceAll(/127\.0\.0\.1:\d+/g, 'SERVER')).toMatchInlineSnapshot(`
    "dialog "Type" [modal]
      button "Close"
      Install Package p1
      alert
        img "info-circle"
        This address can be reached from this machine only. Replace it with an address of the server that other hosts can reach.
      On the host: download and verify
      curl -fL -C - -o p1.tgz http://SERVER/pone/download/1 echo 'abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789 p1.tgz' | sha256sum -c
      button "Copy commands"
      The deployment page can install this package on hosts directly. Use these commands only for hosts without access to this server. The download address is valid until 2026-11-22 09:30:15.
      button "Close""
  `)
})

test('a package is edited: an agent has an interval besides its folders', async () => {
  const { user, to } = await open({ 'package/save': packages[1] })
  await user.click(within(await menuOf(user, 'Package p2')).getByRole('menuitem', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog')
  expect(told(dialog)).toMatchInlineSnapshot(`
    "dialog "Type" [modal]
      button "Close"
      Edit package
      form
        Agent 1.3.0 · linux · x64 (x86_64)
        Name
        textbox "Name" = "Package p2"
        If empty, named by type and version
        Installation path
        textbox "Installation path" (/opt/pone)
        If empty, the default location is used
        Log path
        textbox "Log path" (/var/log/pone)
        If empty, the default location is used
        Status push frequency
        spinbutton "Status push frequency" = "5" [valuenow=5]
        button "Increase Value"
        button "Decrease Value"
        s
        Interval at which an installed agent reports the status of its machine, in seconds.
        button "Cancel"
        button "Save""
  `)
  const [, place] = within(dialog).getAllByRole('textbox')
  await user.type(place as HTMLElement, '/opt/x')
  await user.clear(place as HTMLElement)
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('package/save')).toHaveLength(1))
  expect(to('package/save')[0]).toMatchInlineSnapshot(`
    {
      "id": "p2",
      "installPath": "null",
      "logPath": "null",
      "name": "Package p2",
      "statusPushSeconds": "5",
    }
  `)
})

test.each(['Package p1', 'Package p2'])('%s is deleted after a question', async name => {
  const { user, to } = await open({ 'package/delete': {} })
  await user.click(within(await menuOf(user, name)).getByRole('menuitem', { name: 'Delete' }))
  expect(await confirmIn(user, 'Delete')).toMatchSnapshot()
  await waitFor(() => expect(to('package/delete')).toHaveLength(1))
})

test('agents that are out of date are counted, and upgraded one by one or together', async () => {
  const { user, to } = await open({
    'machine/upgrade': [{ machineId: 'm-ready', name: 'ready', refusal: 'offline' }],
  })
  await user.click(await screen.findByRole('button', { name: /\(6\)|6/ }))
  const dialog = await screen.findByRole('dialog')
  expect(told(dialog)).toMatchInlineSnapshot(`
    "dialog "Type" [modal]
      button "Close"
      Agent upgrades
      Load machines with active runs are upgraded after the run ends. If the new version does not start or cannot connect, the previous version is restored.
      table
        row: columnheader "Load machine" | columnheader "Current version" | columnheader "Available version" | columnheader "State" | columnheader "Actions"
        row: ready | 1.2.0 | 1.3.0 | – | button "Upgrade"
        row: away | 1.2.0 | 1.3.0 | Offline | button "Upgrade" [disabled]
        row: newest | 1.3.0 | – | Up to date | button "Upgrade" [disabled]
        row: pushing | 1.2.0 | 1.3.0 | Pushing; progressbar "Progress" [valuenow=42] | button "Upgrade" [disabled]
        row: failed | 1.2.0 | 1.3.0 | Upgrade to 1.3.0 failed; The upgrade failed with an internal error (disk full) | button "Upgrade"
        row: bare | 1.2.0 | 1.3.0 | Upgrade to 1.3.0 failed; The upgrade failed with an internal error | button "Upgrade"
        row: recovered | 1.2.5 | 1.3.0 | – | button "Upgrade"
        row: done | 1.3.0 | – | Upgraded to 1.3.0 | button "Upgrade" [disabled]
        row: older | 1.3.1 | – | Up to date | button "Upgrade" [disabled]
      button "Close"
      button "Upgrade all (4)""
  `)
  await user.click(within(await row('ready')).getByRole('button'))
  await waitFor(() => expect(to('machine/upgrade')).toEqual([{ machineIds: '["m-ready"]' }]))
  await screen.findByText(/ready/, { selector: '.ant-message *' })
  await user.click(within(dialog).getAllByRole('button').at(-1) as HTMLElement)
  await waitFor(() => expect(to('machine/upgrade').at(-1)).toEqual({ machineIds: 'null' }))
})

test.each([
  ['no machines', [], /no load machines/i],
  ['a refusal', { status: 500, code: 'Busy', message: 'The database is busy' }, /The database is busy/],
])('upgrades: %s', async (_name, answer, text) => {
  const { user } = await open({ 'machine/upgrades': answer })
  await row('Package p1')
  await user.click(screen.getAllByRole('button', { name: /grade/ })[0] as HTMLElement)
  await within(await screen.findByRole('dialog')).findByText(text)
})

test('an upgrade is under way until it is installed or has failed', () => {
  expect(machines.filter(isUnderWay).map(each => each.name)).toEqual(['pushing'])
})

test('a package is uploaded: its name tells what it is, what is there already is refused', async () => {
  const { user, to } = await open({
    'package/targets': [{ system: 'linux', architecture: 'x64' }],
    'package/upload': packages[1],
  })
  await row('Package p1')
  await user.click(screen.getByRole('button', { name: /Upload/ }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox', { name: 'Version' }), '1.3.0')
  await user.click(within(dialog).getByRole('button', { name: 'Upload' }))
  await waitFor(() =>
    expect(dialog.querySelector('.package-fault')?.textContent).toMatchInlineSnapshot(
      `"Select a file to upload"`,
    ),
  )
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(input, new File(['x'], 'pone-agent-1.3.0-linux-arm64.tgz'))
  await waitFor(() => expect(dialog.textContent).toContain('pone-agent-1.3.0-linux-arm64.tgz'))
  await waitFor(() => expect(to('package/targets').at(-1)).toMatchObject({ type: 'Agent', version: '1.3.0' }))
  expect(told(dialog)).toMatchInlineSnapshot(`
    "dialog "Type" [modal]
      button "Close"
      Upload package
      form
        Type
        radiogroup "Type" [required]
          radio "PR"
          PR
          radio "JMeter"
          JMeter
          radio "Agent" [checked]
          Agent
          radio "Arthas"
          Arthas
        pone-agent-….tar.gz, built by ./pone bundle; includes the runtime.
        File
        pone-agent-1.3.0-linux-arm64.tgz 1 B
        button "Choose another file"
        Compatible system
        Linux
        combobox "Compatible system" [haspopup=listbox]
        img "down"
        CPU architecture
        arm64 (aarch64)
        combobox "CPU architecture" [haspopup=listbox, required]
        img "down"
        Must match the CPU of the host; run uname -m on the host to see it.
        Version
        textbox "Version" = "1.3.0"
        If empty, read from the file
        Name
        textbox "Name"
        If empty, named by type and version
        button "Locations and status reports"
        button "Cancel"
        button "Upload""
  `)
})
