import type { HostOperation, OperationGroup } from '@pone/contract/entities/host.ts'
import { configure, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { type Answers, draw, serve } from '../../../test-page.tsx'
import { OperateDialog, type OperationAsked } from './operate-dialog.tsx'
import { OperationList } from './operation-list.tsx'
import { QueueDrawer } from './queue-drawer.tsx'

configure({ defaultHidden: true })

/** In the time zone of the test machine, so that pages show the same text everywhere. */
const at = new Date(2026, 10, 22, 9, 30, 15).getTime()
const operation = (id: string, more: Partial<HostOperation> = {}): HostOperation => ({
  id,
  groupId: `g-${id}`,
  hostId: `h-${id}`,
  hostName: `load-${id}`,
  tool: 'JMeter',
  kind: 'install',
  version: '5.6.3',
  state: 'successful',
  position: null,
  isCancelling: false,
  step: '',
  progress01: null,
  problem: null,
  note: '',
  createdBy: 'li',
  createdAt: at,
  startedAt: at + 1_000,
  endedAt: at + 5_000,
  ...more,
})
const active = { endedAt: null, state: 'executing' } as const
const operations: readonly HostOperation[] = [
  operation('a', { ...active, step: 'upload', progress01: 0.429 }),
  operation('b', { ...active, isCancelling: true, step: 'newer-step' }),
  operation('c', { ...active, state: 'waiting', position: 2, startedAt: null, version: null }),
  operation('d', { state: 'failed', problem: { code: 'diskFull', detail: 'ENOSPC' } }),
  operation('e', { state: 'failed', problem: { code: 'timeout', detail: '' } }),
  operation('f', { note: 'alreadyInstalled' }),
  operation('g', { state: 'cancelled', kind: 'start', tool: 'Arthas' }),
]
const group = (id: string, more: Partial<OperationGroup> = {}): OperationGroup => ({
  id,
  tool: 'PR',
  kind: 'start',
  version: '1.2.0',
  state: 'successful',
  hosts: 3,
  counts: { waiting: 0, executing: 0, successful: 3, failed: 0, cancelled: 0 },
  problems: [],
  only: null,
  createdBy: 'li',
  createdAt: at,
  ...more,
})
const groups: readonly OperationGroup[] = [
  group('g1', {
    state: 'processing',
    counts: { waiting: 1, executing: 1, successful: 1, failed: 0, cancelled: 0 },
  }),
  group('g2', {
    state: 'partialSuccess',
    counts: { waiting: 0, executing: 0, successful: 1, failed: 1_500, cancelled: 1 },
    problems: [
      { code: 'noRoute', hosts: 1_400 },
      { code: 'diskFull', hosts: 100 },
    ],
  }),
  group('g3', { state: 'cancelled', version: null }),
  group('d', { only: operations[3] ?? null }),
]
const page = <Row,>(rows: readonly Row[], total = rows.length) => ({
  total,
  page: 1,
  pageSize: 20,
  rows,
  executing: 0,
  waiting: 0,
})
const log = (of: HostOperation) => ({
  operation: of,
  lines: [
    { seq: 1, at, level: 'info', text: 'begun' },
    { seq: 2, at, level: 'error', text: 'no space left' },
  ],
})

type User = Awaited<ReturnType<typeof draw>>['user']
async function open(
  element: ReactNode,
  answers: Answers = {},
  accessList: readonly ('machine.view' | 'machine.operate')[] = ['machine.view', 'machine.operate'],
) {
  const sent = await serve({
    'projectHost/operations': page(operations),
    'projectHost/operationGroups': { ...page(groups), executing: 1, waiting: 1 },
    'projectHost/operationLog': log(operations[3] as HostOperation),
    'projectHost/cancel': {},
    ...answers,
  })
  const drawn = await draw(element, { session: { accessList } })
  return { ...drawn, to: (call: string) => sent.filter(each => each.call === call).map(each => each.fields) }
}
/** The title attribute of a time contains the time zone. */
const told = (element?: Element) => outline(element).replaceAll(/ title "[^"]*\(UTC[^"]*"/g, '')
const body = () => document.querySelector('.ant-drawer-body') as HTMLElement
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

const asks: OperationAsked[] = []
const queue = (operationId: string | null = null) => {
  asks.length = 0
  return (
    <QueueDrawer
      operationId={operationId}
      onOperate={asked => asks.push(asked)}
      onShowQueue={() => asks.push({ hosts: [], tool: 'PR', kind: 'push' })}
      onClose={() => undefined}
    />
  )
}

test('the queue shows operations, their progress and their failures', async () => {
  await open(queue())
  await screen.findAllByText(/load-d/)
  expect(told(body())).toMatchInlineSnapshot(`
    "radiogroup "Filter"
      radio "All" [checked]
      All
      radio "Executing and waiting"
      Executing and waiting
      radio "Ended"
      Ended
    1 executing, 1 waiting
    button "Start PR 1.2.0"
    · 3 hosts
    Processing
    button "Cancel unfinished"
    2026-11-22 09:30:15 submitted by li · 1 successful, 1 executing, 1 waiting
    button "Start PR 1.2.0"
    · 3 hosts
    Partial success
    button "Retry failed hosts (1,500)"
    2026-11-22 09:30:15 submitted by li · 1 successful, 1,500 failed, 1 cancelled
    The network is unreachable; check address and routing (1,400)
    Not enough disk space (100)
    button "Start PR"
    · 3 hosts
    Cancelled
    2026-11-22 09:30:15 submitted by li · 3 successful
    button "Install JMeter 5.6.3"
    · load-d
    Failed
    button "Try again"
    2026-11-22 09:30:15 submitted by li
    Not enough disk space ENOSPC"
  `)
})

test('members who may not operate only read the queue', async () => {
  const { user } = await open(queue(), {}, ['machine.view'])
  await screen.findAllByText(/load-d/)
  expect(body().textContent).not.toMatch(/Cancel unfinished|Retry|Try again/)
  await user.click(screen.getAllByRole('button', { name: /Start PR/ })[0] as HTMLElement)
  await screen.findByText('load-a')
  expect(body().textContent).not.toMatch(/Cancel all|Try again/)
})

test('an empty queue explains itself, one that cannot be read can be retried', async () => {
  await open(queue(), { 'projectHost/operationGroups': page([]) })
  await screen.findByText('No operations yet')
  expect(body().textContent).not.toContain('executing')
})

test('an executing operation is cancelled after confirmation, a failed one is retried', async () => {
  const { user, to } = await open(queue(), {
    'projectHost/operations': ({ state }: { state: string }) =>
      page(operations.filter(each => (state === 'failed' ? each.state === 'failed' : each.endedAt === null))),
  })
  await user.click(await screen.findByRole('button', { name: 'Cancel unfinished' }))
  expect(await confirmIn(user, 'Cancel all')).toContain('Cancel all 3 operations?')
  await waitFor(() => expect(to('projectHost/cancel')).toEqual([{ projectId: 'p1', ids: '["a","b","c"]' }]))
  expect(to('projectHost/operations')[0]).toMatchObject({ groupId: '"g1"', hostId: 'null', state: 'active' })
  await user.click(screen.getByRole('button', { name: 'Retry failed hosts (1,500)' }))
  await waitFor(() =>
    expect(asks).toEqual([
      {
        hosts: [
          { id: 'h-d', name: 'load-d' },
          { id: 'h-e', name: 'load-e' },
        ],
        tool: 'PR',
        kind: 'start',
      },
    ]),
  )
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(asks.at(-1)).toEqual({ hosts: [{ id: 'h-d', name: 'load-d' }], tool: 'JMeter', kind: 'install' })
  expect(document.querySelector('.operation-open')).toBeNull()
})

test('a group expands to the operations of its hosts, filtered and paged', async () => {
  const { user, to } = await open(queue(), { 'projectHost/operations': page(operations, 41) })
  await user.click((await screen.findAllByRole('button', { name: /Start PR/ }))[0] as HTMLElement)
  await screen.findByText('load-a')
  const members = document.querySelector('.operation-members') as HTMLElement
  expect(told(members)).toMatchInlineSnapshot(`
    "radiogroup "Filter"
      radio "All" [checked]
      All
      radio "Executing and waiting"
      Executing and waiting
      radio "Failed"
      Failed
      radio "Ended"
      Ended
    button "load-a"
    Executing
    button "Cancel"
    2026-11-22 09:30:16 · Uploading
    progressbar: 42% [valuenow=42]
    button "load-b"
    Cancelling
    button "Cancel" [disabled]
    2026-11-22 09:30:16 · newer-step
    button "load-c"
    Waiting, position 2
    button "Cancel"
    –
    button "load-d"
    Failed
    button "Try again"
    2026-11-22 09:30:20
    Not enough disk space ENOSPC
    button "load-e"
    Failed
    button "Try again"
    2026-11-22 09:30:20
    Timed out
    button "load-f"
    Successful
    2026-11-22 09:30:20 · This version is already installed
    button "load-g"
    Cancelled
    2026-11-22 09:30:20
    list
      listitem [disabled] title "Previous Page"
        button "Previous page" [disabled]
      listitem title "1"
        link "Page 1" [current=page]
      listitem title "2"
        link "Page 2"
      listitem title "3"
        link "Page 3"
      listitem title "Next Page"
        button "Next page""
  `)
  await user.click(within(members).getByRole('listitem', { name: '3' }))
  await waitFor(() => expect(to('projectHost/operations').at(-1)).toMatchObject({ page: '3', state: 'all' }))
  await user.click(within(members).getByText('Failed', { selector: '.ant-segmented-item-label' }))
  await waitFor(() =>
    expect(to('projectHost/operations').at(-1)).toMatchObject({ page: '1', state: 'failed' }),
  )
  await user.click(screen.getAllByRole('button', { name: /Start PR/ })[0] as HTMLElement)
  await waitFor(() => expect(document.querySelector('.operation-members')).toBeNull())
})

test('the log of one operation: its lines by level and by text, copied and followed', async () => {
  const { user, to } = await open(queue('d'))
  await screen.findByText('no space left')
  expect(told(body())).toMatchInlineSnapshot(`
    "button "Install JMeter 5.6.3" [expanded, disabled]
    · load-d
    Failed
    button "Try again"
    2026-11-22 09:30:15 submitted by li
    Not enough disk space ENOSPC
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
      09:30:15 begun
      09:30:15 no space left"
  `)
  expect(to('projectHost/operationLog').some(({ after }) => after === '0')).toBe(true)
  await user.type(screen.getByRole('searchbox'), 'BEGUN')
  expect(screen.getByRole('log').textContent).toBe('09:30:15 begun')
  await user.type(screen.getByRole('searchbox'), 'x')
  expect(screen.getByRole('log').textContent).toBe('No matching lines')
  expect(screen.getByRole('button', { name: 'Copy' }).hasAttribute('disabled')).toBe(true)
  await user.clear(screen.getByRole('searchbox'))
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(
    [`${new Date(at).toISOString()} begun`, `${new Date(at).toISOString()} no space left`, ''].join('\n'),
  )
  await user.click(screen.getByRole('checkbox', { name: 'Follow log' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Follow log' }).checked).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Operation queue' }))
  expect(asks.at(-1)?.kind).toBe('push')
})

test('operations of one host: one is cancelled at once, all active ones after confirmation', async () => {
  const { user, to } = await open(<OperationList of={{ hostId: 'h1' }} />)
  await screen.findAllByText(/load-a/)
  expect(told(document.body)).toMatchInlineSnapshot(`
    "radiogroup "Filter"
      radio "All" [checked]
      All
      radio "Executing and waiting"
      Executing and waiting
      radio "Failed"
      Failed
      radio "Ended"
      Ended
    button "Cancel all"
    button "Install JMeter 5.6.3"
    · load-a
    Executing
    button "Cancel"
    2026-11-22 09:30:15 submitted by li · Uploading
    progressbar: 42% [valuenow=42]
    button "Install JMeter 5.6.3"
    · load-b
    Cancelling
    button "Cancel" [disabled]
    2026-11-22 09:30:15 submitted by li · newer-step
    button "Install JMeter"
    · load-c
    Waiting, position 2
    button "Cancel"
    2026-11-22 09:30:15 submitted by li
    button "Install JMeter 5.6.3"
    · load-d
    Failed
    2026-11-22 09:30:15 submitted by li
    Not enough disk space ENOSPC
    button "Install JMeter 5.6.3"
    · load-e
    Failed
    2026-11-22 09:30:15 submitted by li
    Timed out
    button "Install JMeter 5.6.3"
    · load-f
    Successful
    2026-11-22 09:30:15 submitted by li · This version is already installed
    button "Start Arthas 5.6.3"
    · load-g
    Cancelled
    2026-11-22 09:30:15 submitted by li"
  `)
  await user.click(screen.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
  await waitFor(() => expect(to('projectHost/cancel')).toEqual([{ projectId: 'p1', ids: '["a"]' }]))
  await user.click(screen.getByRole('button', { name: 'Cancel all' }))
  expect(await confirmIn(user, 'Cancel all')).toContain('Cancel all 3 operations?')
  await waitFor(() => expect(to('projectHost/cancel').at(-1)).toMatchObject({ ids: '["a","b","c"]' }))
})

test('a filter without operations says that nothing matches', async () => {
  const { user } = await open(<OperationList of={{ hostId: 'h1' }} />, {
    'projectHost/operations': ({ state }: { state: string }) =>
      page(state === 'all' ? operations.slice(0, 1) : []),
  })
  await screen.findAllByText(/load-a/)
  expect(screen.queryByRole('button', { name: 'Cancel all' })).toBeNull()
  await user.click(screen.getByText('Ended', { selector: '.ant-segmented-item-label' }))
  await waitFor(() => expect(document.body.textContent).toContain('No matching records'))
  expect(document.body.textContent).not.toContain('No operations yet')
})

const confirmed: string[][] = []
const ask = (asked: Partial<OperationAsked> = {}, canConfirm = true) => (
  <OperateDialog
    asked={{ hosts: [{ id: 'a', name: 'load-a' }], tool: 'JMeter', kind: 'install', ...asked }}
    onConfirmKeys={canConfirm ? ids => confirmed.push([...ids]) : undefined}
    onClose={() => undefined}
    onQueued={() => confirmed.push(['queued'])}
  />
)
const checked = (hostId: string, code: string | null, detail = '') => ({
  hostId,
  hostName: `load-${hostId}`,
  versions: code === null ? ['5.6.2', '5.6.3'] : [],
  problem: code === null ? null : { code, detail },
})
const two = [
  { id: 'a', name: 'load-a' },
  { id: 'b', name: 'load-b' },
]
const modal = async (text: string | RegExp) => {
  await screen.findByText(text)
  return screen.getByRole('dialog')
}

test('an operation is queued with a version, for the hosts that are ready', async () => {
  const { user, to } = await open(ask({ hosts: two }), {
    'projectHost/check': [checked('a', null), checked('b', 'noJava', 'java: not found')],
    'projectHost/operate': [],
  })
  expect(told(await modal('load-b'))).toMatchInlineSnapshot(`
    "dialog "Install JMeter" [modal]
      button "Close"
      Install JMeter
      form
        Version
        Latest version
        combobox "Version" [haspopup=listbox]
        img "down"
        Versions in the download centre that match the selected hosts.
      alert
        img "exclamation-circle"
        1 of 2 hosts do not meet the conditions for this operation
        checkbox "Skip them and continue with the other 1 host" [checked]
        Skip them and continue with the other 1 host
      table "2 hosts"
        row: columnheader "load-b" | Java is not installed on the host; install Java first; java: not found
        row: columnheader "load-a" | Ready
      button "Cancel"
      button "Add to queue (1 host)""
  `)
  await user.click(screen.getByRole('checkbox'))
  await screen.findByRole('button', { name: 'Add to queue (2 hosts)' })
  await user.click(screen.getByRole('combobox'))
  await user.click(await screen.findByTitle('5.6.2'))
  await user.click(screen.getByRole('button', { name: 'Add to queue (2 hosts)' }))
  await waitFor(() =>
    expect(to('projectHost/operate')).toEqual([
      {
        projectId: 'p1',
        hostIds: '["a","b"]',
        tool: 'JMeter',
        kind: 'install',
        version: '"5.6.2"',
        pid: 'null',
      },
    ]),
  )
  await waitFor(() => expect(confirmed.at(-1)).toEqual(['queued']))
})

test('an agent is uninstalled without a choice of versions, and the effect is explained', async () => {
  await open(ask({ tool: 'Agent', kind: 'uninstall' }, false), {
    'projectHost/check': [checked('a', 'hostKeyNew')],
  })
  expect(told(await modal('load-a'))).toMatchInlineSnapshot(`
    "dialog "Uninstall Agent" [modal]
      button "Close"
      Uninstall Agent
      After the uninstall, the machine is offline. Its identity and data are kept; installing again restores it
      table: row: columnheader "load-a" | The host key has not been confirmed; test the connection and compare the fingerprint first "1 host"
      button "Cancel"
      button "Add to queue""
  `)
})

test('unconfirmed host keys are confirmed first', async () => {
  const { user } = await open(ask({ hosts: two, kind: 'start' }), {
    'projectHost/check': [checked('a', 'hostKeyNew'), checked('b', 'hostKeyNew')],
  })
  expect(told(await modal('load-b'))).toMatchInlineSnapshot(`
    "dialog "Start JMeter" [modal]
      button "Close"
      Start JMeter
      form
        Version
        Current version
        combobox "Version" [haspopup=listbox]
        img "down"
        Versions in the download centre that match the selected hosts.
      alert
        img "exclamation-circle"
        2 of 2 hosts do not meet the conditions for this operation
      button "Verify the keys of 2 hosts"
      table "2 hosts"
        row: columnheader "load-a" | The host key has not been confirmed; test the connection and compare the fingerprint first
        row: columnheader "load-b" | The host key has not been confirmed; test the connection and compare the fingerprint first
      button "Cancel"
      button "Add to queue (2 hosts)""
  `)
  await user.click(screen.getByRole('button', { name: 'Verify the keys of 2 hosts' }))
  expect(confirmed.at(-1)).toEqual(['a', 'b'])
})

test('Arthas is attached to a process that must be selected', async () => {
  const { user, to } = await open(ask({ tool: 'Arthas', kind: 'start' }), {
    'projectHost/check': [checked('a', null)],
    'projectHost/javaProcesses': [{ pid: 4711, name: 'shop.jar', user: 'app' }],
    'projectHost/operate': [],
  })
  await modal('load-a')
  const submit = screen.getByRole('button', { name: 'Add to queue' })
  expect(submit.hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('combobox', { name: 'Java process' }))
  await user.click(await screen.findByTitle('4711 · shop.jar · app'))
  await user.click(submit)
  await waitFor(() => expect(to('projectHost/operate')[0]).toMatchObject({ pid: '4711', version: 'null' }))
  expect(to('projectHost/javaProcesses')).toEqual([{ projectId: 'p1', hostId: 'a' }])
})

test('a failed check is shown with a retry, and nothing can be queued', async () => {
  let isDown = true
  const { user } = await open(ask(), {
    'projectHost/check': () =>
      isDown ? { status: 500, code: 'Busy', message: 'The database is busy' } : [checked('a', null)],
  })
  await screen.findByText(/The database is busy/)
  expect(screen.getByRole('button', { name: 'Add to queue' }).hasAttribute('disabled')).toBe(true)
  isDown = false
  await user.click(screen.getByRole('button', { name: /Retry/ }))
  await modal('load-a')
})

test('of very many hosts the first 200 are listed and the rest is counted', async () => {
  const rows = Array.from({ length: 203 }, (_, index) => checked(String(index), null))
  await open(ask({ hosts: two }), { 'projectHost/check': rows })
  await screen.findByText('and 3 more')
  expect(document.querySelectorAll('.host-tools tr')).toHaveLength(200)
})
