// @vitest-environment happy-dom
/** The tracing console: none, one that is opened, and who sets it. */
import { screen, waitFor } from '@testing-library/react'
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
  const sent = await serve({ 'tracingConsole/get': found, 'tracingConsole/save': console })
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
  expect(await screen.findByText(/Ask a project manager/)).toBeTruthy()
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
