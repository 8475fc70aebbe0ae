/** The tracing console: none, one that is opened, and who sets it. */
import { toldCause } from '@pone/contract/told-cause.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../test-page.tsx'
import { idOf } from '../../test-runs.ts'
import { Page } from './skywalking-page.tsx'

const console = {
  address: 'https://sw.example.com/',
  traceAddress: '',
  updatedBy: 'li',
  updatedAt: 1_700_000_000_000,
}
const open = async (found: object | null, canEdit = true) => {
  const sent = await serve({
    'tracingConsole/get': found,
    'tracingConsole/save': console,
    'trace/system': null,
  })
  const accessList = canEdit ? (['project.view', 'project.edit'] as const) : (['project.view'] as const)
  const session = { projectId: idOf(9), accessList: [...accessList], language: 'en' as const }
  return { ...(await draw(<Page />, { address: '/', session })), sent }
}

test('the console opens in a new tab that knows nothing of this one', async () => {
  await open(console)
  const link = await screen.findByRole('link', { name: /Open the console/ })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://sw.example.com/',
    '_blank',
    'noopener noreferrer',
  ])
})

test('without a console who may edit the project sets one; what is no address is refused in the form', async () => {
  const { user, sent } = await open(null)
  expect(await screen.findByText('No tracing console is set')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Set the address' }))
  const field = await screen.findByRole('textbox', { name: 'Address of the console' })
  await user.type(field, 'javascript:alert(1)')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/Enter an address that begins with/)).toBeTruthy()
  expect(sent.some(({ call }) => call === 'tracingConsole/save')).toBe(false)
  await user.clear(field)
  await user.type(field, 'https://sw.example.com/')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByRole('link', { name: /Open the console/ })).toBeTruthy())
})

test('others are told whom to ask', async () => {
  await open(null, false)
  expect(await screen.findByText(/Ask a project manager to set the address/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Set the address' })).toBeNull()
})

test('the address of one trace has a place for its id', async () => {
  const { user, sent } = await open(console)
  await user.click(await screen.findByRole('button', { name: 'Set the address' }))
  const field = await screen.findByRole('textbox', { name: 'Address of one trace' })
  await user.type(field, 'https://jaeger.example.com/trace/')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/has \{traceId\} in its path or query/)).toBeTruthy()
  await user.type(field, '{{traceId}')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.some(({ call }) => call === 'tracingConsole/save')).toBe(true))
  expect(sent.find(({ call }) => call === 'tracingConsole/save')?.fields['traceAddress']).toBe(
    'https://jaeger.example.com/trace/{traceId}',
  )
})

const system = {
  kind: 'zipkin',
  address: 'http://zipkin.example.com:9411',
  signIn: 'basic',
  user: 'li',
  tenant: '',
  authority: '',
  hasSecret: true,
  updatedBy: 'li',
  updatedAt: 1_700_000_000_000,
}
const openSystem = async (found: object | null, more: object = {}) => {
  const sent = await serve({ 'tracingConsole/get': null, 'trace/system': found, ...more })
  const accessList = ['project.view', 'project.edit'] as const
  const session = { projectId: idOf(9), accessList: [...accessList], language: 'en' as const }
  return { ...(await draw(<Page />, { address: '/', session })), sent }
}

/** Faster than key by key. */
async function fill(user: Awaited<ReturnType<typeof openSystem>>['user'], field: HTMLElement, value: string) {
  await user.click(field)
  await user.paste(value)
}

test('a tracing system is set with what its kind and sign-in need', async () => {
  const { user, sent } = await openSystem(null, { 'trace/saveSystem': system })
  await user.click(await screen.findByRole('button', { name: 'Set the tracing system' }))
  expect(screen.queryByLabelText('Password')).toBeNull()
  await user.click(screen.getByText('Grafana Tempo'))
  await user.click(screen.getByText('User and password'))
  await fill(
    user,
    screen.getByRole('textbox', { name: /Address of queries/ }),
    'http://tempo.example.com:3200',
  )
  await fill(user, screen.getByRole('textbox', { name: /User/ }), 'li')
  await fill(user, screen.getByLabelText('Password'), 'word')
  await fill(user, screen.getByRole('textbox', { name: /Tenant/ }), 'shop')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('http://zipkin.example.com:9411')).toBeTruthy()
  expect(sent.find(({ call }) => call === 'trace/saveSystem')?.fields).toMatchObject({
    kind: 'tempo',
    address: 'http://tempo.example.com:3200',
    signIn: 'basic',
    user: 'li',
    secret: '"word"',
    tenant: 'shop',
  })
})

test('a system without sign-in and tenant is set, too', async () => {
  const { user, sent } = await openSystem(null, { 'trace/saveSystem': system })
  await user.click(await screen.findByRole('button', { name: 'Set the tracing system' }))
  await fill(user, screen.getByRole('textbox', { name: /Address of queries/ }), 'http://jaeger.example.com')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('http://zipkin.example.com:9411')).toBeTruthy()
  expect(sent.find(({ call }) => call === 'trace/saveSystem')?.fields).toMatchObject({
    kind: 'jaeger',
    signIn: 'none',
    user: '',
    tenant: '',
    secret: 'null',
  })
})

test('a refusal for want of the secret stands at its field', async () => {
  const message = 'Enter password or token'
  const { user } = await openSystem(system, {
    'trace/saveSystem': { status: 500, code: 'TracingSecretNeeded', message },
  })
  await user.click(await screen.findByRole('button', { name: 'Set the tracing system' }))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('its connection is tested, and it is removed after a question', async () => {
  const cause = toldCause('traceSignIn', { status: 401 })
  const { user, sent } = await openSystem(system, { 'trace/testSystem': { cause }, 'trace/removeSystem': {} })
  await user.click(await screen.findByRole('button', { name: 'Test the connection' }))
  expect(await screen.findByText(/refused the sign-in \(HTTP 401\)/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  const dialog = await screen.findByRole('dialog')
  expect(sent.some(({ call }) => call === 'trace/removeSystem')).toBe(false)
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(/No tracing system is set/)).toBeTruthy()
})
