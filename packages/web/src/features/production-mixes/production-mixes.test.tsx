/** Production mixes: the import of a log, one mix with its requests, and the scenario that is made from it. */
import type { ProductionMix } from '@pone/contract/entities/production-mix.ts'
import {
  type ProductionMixDocument,
  productionMixDocumentSchema,
} from '@pone/plan/production-mix/production-mix.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, type Sent, serve } from '../../test-page.tsx'
import { idOf } from '../../test-runs.ts'
import { ImportDialog } from './import/import-dialog.tsx'
import { readMix, type StartMix } from './import/read-mix.ts'
import { Page } from './production-mix-page.tsx'

const document: ProductionMixDocument = {
  source: { kind: 'accessLog', name: 'access.log' },
  fromMs: Date.UTC(2026, 0, 1, 8),
  toMs: Date.UTC(2026, 0, 1, 8, 0, 2),
  requests: 100,
  otherRequests: 10,
  staticRequests: 7,
  refusedRequests: 3,
  intervalSeconds: 1,
  arrivals: [40, 40, 20],
  visits: 5,
  meanPauseMs: 1_500,
  templates: [
    {
      method: 'GET',
      origin: 'https://shop.example',
      path: '/orders/{id}',
      url: '/orders/{{orders_id}}',
      count: 60,
      sizes: { count: 60, meanBytes: 2_048, p50Bytes: 1_024, p95Bytes: 4_096 },
    },
    {
      method: 'POST',
      origin: 'https://shop.example',
      path: '/orders',
      url: '/orders',
      count: 30,
      sizes: null,
    },
  ],
  lists: [{ name: 'orders_id', values: ['1', '2'] }],
  secrets: [],
}
const mix: ProductionMix = { id: idOf(1), name: 'Monday', document, createdBy: 'li', createdAt: 0 }
const { source, fromMs, toMs, requests } = document
const row = { ...mix, document: undefined, source, fromMs, toMs, requests, templates: 2 }
const tester = {
  accessList: ['scenario.view', 'scenario.edit', 'component.view', 'component.edit'],
} as const
const list = { total: 1, page: 1, pageSize: 10, rows: [row] }

/** Reads in the page itself, as the worker does. */
const startHere: StartMix = (order, onProgress) => ({ done: readMix(order, onProgress), cancel: () => {} })
const log = [
  '10.0.0.1 - - [01/Jan/2026:08:00:00 +0000] "GET /orders/17 HTTP/1.1" 200 100',
  '10.0.0.1 - - [01/Jan/2026:08:00:01 +0000] "GET /orders/18?token=abc HTTP/1.1" 200 100',
].join('\n')

async function drop(text: string, name = 'shop.log') {
  const input = window.document.querySelector('input[type=file]')
  if (input === null) throw new Error('There is no file field')
  fireEvent.change(input, { target: { files: [new File([text], name)] } })
}

test('a log is counted in the browser, and only its mix is stored', async () => {
  const sent = await serve({ 'productionMix/create': row })
  const { user, router } = await draw(<ImportDialog start={startHere} onClose={() => {}} />, {
    session: tester,
  })
  await drop(log)
  await screen.findByText(/^2 requests of 1 kinds/)
  const name = screen.getByRole('textbox', { name: /^Name/ })
  expect(name).toHaveProperty('value', 'shop')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(router.state.location.search).toBe(`?id=${idOf(1)}`))
  const stored = productionMixDocumentSchema.parse(JSON.parse(sent[0]?.fields['document'] ?? ''))
  expect(stored).toMatchObject({ requests: 2, templates: [{ path: '/orders/{id}', count: 2 }] })
  expect(JSON.stringify(sent)).not.toMatch(/abc|10\.0\.0\.1/)
})

test('a file that is no log is told, with what to do', async () => {
  await draw(<ImportDialog start={startHere} onClose={() => {}} />, { session: tester })
  await drop('nonsense', 'notes.txt')
  await screen.findByText(/notes\.txt has no request that can be recognised/)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

const operator = { accessList: [...tester.accessList, 'machine.operate'] } as const
const machines = [
  { id: 'a1', name: 'web-1', address: '10.0.0.8', isOnline: true, isOwn: true },
  { id: 'a2', name: 'web-2', address: '10.0.0.9', isOnline: false, isOwn: true },
]
const path = '/var/log/nginx/access.log'

async function chooseMachineLog(answers: Parameters<typeof serve>[0]) {
  const sent = await serve({
    'capture/machines': machines,
    'productionMix/logFiles': [{ path, sizeBytes: 2_048, changedAt: 0 }],
    'productionMix/countLog': { countId: idOf(7) },
    'productionMix/endLogCount': {},
    'productionMix/create': row,
    ...answers,
  })
  const drawn = await draw(<ImportDialog start={startHere} onClose={() => {}} />, { session: operator })
  const { user } = drawn
  await user.click(screen.getByText('Log on a load machine'))
  await user.click(screen.getByRole('combobox', { name: /Load machine/ }))
  await user.click(await screen.findByText('web-1 · 10.0.0.8'))
  await waitFor(() => expect(sent.some(({ call }) => call === 'productionMix/logFiles')).toBe(true))
  return { ...drawn, sent }
}
const callsOf = (sent: readonly Sent[], name: string) =>
  sent.filter(({ call }) => call === `productionMix/${name}`).map(({ fields }) => fields)

test('a log on a load machine is chosen, counted there, and its mix is stored', async () => {
  const states: unknown[] = [
    { state: 'counting', readBytes: 1_024, sizeBytes: 2_048 },
    { state: 'counted', document, isCut: true },
  ]
  const { user, sent } = await chooseMachineLog({
    'productionMix/logCount': () => (states.length > 1 ? states.shift() : states[0]),
  })
  await user.click(screen.getByRole('combobox', { name: /Log file/ }))
  await user.click(await screen.findByText(path, { selector: '.mix-file > span' }))
  await user.click(screen.getByRole('button', { name: 'Count' }))
  await screen.findByText(`Counting ${path}: 1 KiB of 2 KiB`)
  await screen.findByText(/^100 requests of 2 kinds/)
  await screen.findByText(/larger than 4 GiB, so only a part of it is counted/)
  expect(callsOf(sent, 'countLog')).toMatchObject([{ agentId: 'a1', path, hours: '24', logFormat: '' }])
  expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveProperty('value', 'access')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(callsOf(sent, 'create')).toHaveLength(1))
})

test('what the machine refuses is told, and the form stays as it was', async () => {
  const message = 'Load machine “web-1”: other projects may use the machine too'
  const { user } = await chooseMachineLog({
    'productionMix/countLog': () => ({ status: 500, code: 'LogsRefused', message }),
  })
  await user.type(screen.getByRole('combobox', { name: /Log file/ }), '/var/log/shop.log')
  await user.click(screen.getByRole('button', { name: 'Count' }))
  expect((await screen.findAllByText(message, { exact: false })).length).toBe(1)
  expect(screen.getByRole('combobox', { name: /Log file/ })).toHaveProperty('value', '/var/log/shop.log')
})

test('a count is cancelled on its machine', async () => {
  const { user, sent } = await chooseMachineLog({
    'productionMix/logCount': { state: 'counting', readBytes: 0, sizeBytes: 0 },
  })
  await user.type(screen.getByRole('combobox', { name: /Log file/ }), path)
  await user.click(screen.getByRole('button', { name: 'Count' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel counting' }))
  await waitFor(() => expect(callsOf(sent, 'endLogCount')).toMatchObject([{ countId: idOf(7) }]))
  expect(screen.getByRole('button', { name: 'Count' })).toBeDefined()
})

test('a period without requests is told, with what to do', async () => {
  const { user } = await chooseMachineLog({
    'productionMix/logCount': { state: 'counted', document: null, isCut: false },
  })
  await user.type(screen.getByRole('combobox', { name: /Log file/ }), path)
  await user.click(screen.getByRole('button', { name: 'Count' }))
  await screen.findByText(/has no request of that period/)
  expect(screen.getByRole('combobox', { name: /Log file/ })).toHaveProperty('value', path)
  await screen.findByText('web-1 · 10.0.0.8')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('who may not operate machines is offered files only', async () => {
  await draw(<ImportDialog start={startHere} onClose={() => {}} />, { session: tester })
  expect(screen.queryByText('Log on a load machine')).toBeNull()
})

test('the list leads to a mix, and is renamed and deleted by who may edit', async () => {
  await serve({ 'productionMix/list': list })
  await draw(<Page />, { session: tester })
  const link = await screen.findByRole('link', { name: 'Monday' })
  expect(link.getAttribute('href')).toBe(`/pone/atf/projects/productionMix?id=${idOf(1)}`)
  expect(screen.getByRole('button', { name: /Import access log/ })).toBeDefined()
})

test('who may only view is offered no change', async () => {
  await serve({ 'productionMix/list': { ...list, total: 0, rows: [] } })
  await draw(<Page />, { session: { accessList: ['scenario.view'] } })
  await screen.findByText('No production mixes yet')
  expect(screen.queryByRole('button', { name: /Import access log/ })).toBeNull()
})

test('a mix shows its requests with shares of all requests and their sizes', async () => {
  await serve({ 'productionMix/get': mix })
  await draw(<Page />, { address: `/?id=${idOf(1)}`, session: tester })
  const line = await screen.findByRole('row', { name: /\/orders\/\{id\}/ })
  expect(
    within(line)
      .getAllByRole('cell')
      .map(cell => cell.textContent),
  ).toEqual(['GET', '/orders/{id}', 'https://shop.example', '60 %', '60', '2 KiB', '1 KiB', '4 KiB'])
})

test('a scenario is made with its component, the load of the arrivals, and the mix that it is compared with', async () => {
  const sent = await serve({
    'productionMix/get': mix,
    'component/tree': [{ id: idOf(5), parentId: null, kind: 'root', name: 'root' }],
    'scenario/tree': [{ id: idOf(6), parentId: null, kind: 'root', name: 'root' }],
    'scenario/clusters': [],
    'component/create': { id: idOf(7) },
    'scenario/create': { id: idOf(8) },
  })
  const { user, router } = await draw(<Page />, { address: `/?id=${idOf(1)}`, session: tester })
  await user.click(await screen.findByRole('button', { name: 'Create scenario' }))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText(/^3 s, at most 36\/s, about 90 requests\.$/)
  await user.type(
    within(dialog).getByRole('textbox', { name: /^Address of the system/ }),
    'https://staging.example/',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/pone/atf/projects/testset'))
  const fieldsOf = (call: string) => sent.find(each => each.call === call)?.fields ?? {}
  const component = JSON.parse(fieldsOf('component/create')['document'] ?? '')
  expect(component).toMatchObject({
    settings: { http: { baseUrl: 'https://staging.example' } },
    steps: [{ kind: 'weighted', children: [{ name: 'GET /orders/{id}' }, { name: 'POST /orders' }] }],
  })
  expect(JSON.parse(fieldsOf('scenario/create')['document'] ?? '')).toMatchObject({
    bindings: [{ componentId: idOf(7), percentage: 100 }],
    drive: 'arrivals',
    loadModel: { kind: 'userDefined', rows: [{ users: 36, holdSeconds: 2 }, { users: 18 }] },
    productionMix: { id: idOf(1), fromSeconds: 0 },
  })
})

test('a component whose scenario is refused is deleted again', async () => {
  const sent = await serve({
    'productionMix/get': mix,
    'component/tree': [{ id: idOf(5), parentId: null, kind: 'root', name: 'root' }],
    'scenario/tree': [{ id: idOf(6), parentId: null, kind: 'root', name: 'root' }],
    'scenario/clusters': [],
    'component/create': { id: idOf(7) },
    'component/delete': {},
  })
  const { user } = await draw(<Page />, { address: `/?id=${idOf(1)}`, session: tester })
  await user.click(await screen.findByRole('button', { name: 'Create scenario' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(
    within(dialog).getByRole('textbox', { name: /^Address of the system/ }),
    'http://staging.example',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('component/delete'))
  expect(sent.find(({ call }) => call === 'component/delete')?.fields['ids']).toBe(JSON.stringify([idOf(7)]))
})
