/** The page of monitor types: the list, what a type shows, its versions, and moving monitors to the newest. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { startedAt } from '../../../test-runs.ts'
import { Page } from './monitor-type-page.tsx'
import { starterText } from './starter-text.ts'

const names = { zh: '我的服务', en: 'My service' }
const summary = {
  name: 'my-service',
  names,
  category: 'custom',
  transport: 'http',
  triedOn: ['service 1'],
  isBuiltIn: false,
  isActive: true,
  version: 2,
  monitors: 3,
  monitorsOfOlder: 1,
  updatedBy: 'admin',
  updatedAt: startedAt,
}
const redis = {
  ...summary,
  name: 'redis',
  names: { zh: 'Redis', en: 'Redis' },
  isBuiltIn: true,
  monitorsOfOlder: 0,
}
const detail = {
  ...summary,
  text: starterText,
  shown: 2,
  versions: [2, 1].map(version => ({ version, createdBy: 'admin', createdAt: startedAt, monitors: version })),
}
const problem = { line: 3, column: 1, path: 'kind', text: { zh: '有误', en: 'Must be one of a, b' } }

const open = async (path = '/', over: Record<string, unknown> = {}) => {
  const sent = await serve({
    'monitorType/list': [redis, summary],
    'monitorType/get': detail,
    'monitorType/check': { definition: null, problems: [problem] },
    'monitorType/agents': [],
    'monitorType/changes': { added: ['stats.all'], removed: [], changed: [], monitors: 1 },
    'monitorType/updateMonitors': { updated: 1, kept: [] },
    ...over,
  })
  return { ...(await draw(<Page />, { address: path, session: { isAdministrator: true } })), sent }
}

test('the list tells built-in from own types, and which monitors use earlier versions', async () => {
  const { user } = await open()
  await screen.findByText('My service')
  expect(screen.getAllByText('Built-in')).toHaveLength(1)
  expect(screen.getByText('1 of older versions')).toBeTruthy()
  await user.type(screen.getByRole('searchbox', { name: 'Search names and transports' }), 'redis')
  expect(screen.queryByText('My service')).toBeNull()
})

test('errors of a text are told with their lines, and it cannot be saved', async () => {
  await open('/?name=my-service')
  await screen.findByText('1 error')
  expect(screen.getByText('Must be one of a, b', { exact: false }).textContent).toContain('Line 3')
  expect(screen.getByRole('button', { name: 'Save as version 3' })).toHaveProperty('disabled', true)
})

test('monitors get the newest version after what changes was told', async () => {
  const { user, sent } = await open('/?name=my-service')
  await user.click(await screen.findByRole('tab', { name: 'Versions' }))
  await user.click(screen.getByRole('button', { name: 'Update monitors to version 2' }))
  await screen.findByText('New counters: stats.all')
  const [, confirm] = screen.getAllByRole('button', { name: 'Update monitors to version 2' })
  if (confirm) await user.click(confirm)
  await screen.findByText('1 monitor updated')
  expect(sent.some(({ call }) => call === 'monitorType/updateMonitors')).toBe(true)
})
