/** For tests of the pages of hosts: hosts in every state, and the page that lists them. */
import { type Host, type HostTool, hostSettingsSchema, type Tool } from '@pone/contract/entities/host.ts'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { type Answers, draw, serve } from '../../../test-page.tsx'
import { Page } from './actuator-page.tsx'

// By default, a visibility check reads the computed style of every ancestor, which takes most of the test time.
configure({ defaultHidden: true })

/** In the time zone of the test machine, so that pages show the same text everywhere. */
export const at = new Date(2026, 10, 22, 9, 30, 15).getTime()

export const tool = (name: Tool, more: Partial<HostTool> = {}): HostTool => ({
  tool: name,
  state: 'absent',
  versions: [],
  operationId: null,
  progress01: null,
  problem: null,
  ...more,
})

export const version = (name: string, isStarted = false) => ({
  version: name,
  path: `/opt/pone/${name}`,
  isStarted,
  installedAt: at,
})

export const host = (id: string, more: Partial<Host> = {}): Host => ({
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
export const agentId = '00000000-0000-4000-8000-000000000002'

export const facts = {
  system: 'Debian 13',
  architecture: 'x64',
  cores: 8,
  memoryBytes: 16 * 1024 ** 3,
  diskFreeBytes: 20 * 1024 ** 3,
  diskTotalBytes: 80 * 1024 ** 3,
  javaVersion: '21.0.4',
  at,
}

export const hosts: readonly Host[] = [
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

export const pageOfHosts = (rows: readonly Host[], total = rows.length) => ({
  total,
  page: 1,
  pageSize: 20,
  rows,
})

export const outcome = {
  fingerprint: 'SHA256:xyz',
  keyType: 'ssh-ed25519',
  pinned: null,
  facts: null,
  problem: null,
}

export async function open(answers: Answers = {}, page = <Page />) {
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
export const told = (element?: Element) =>
  outline(element)
    .replaceAll(/ title "[^"]*\(UTC[^"]*"/g, '')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'SERVER')

export const dialog = () => screen.findByRole('dialog')

export const row = async (name: string) => {
  const cell = await screen.findByText(name)
  return cell.closest('tr') as HTMLElement
}

export const choose = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
  user.click(within(await row(name)).getByRole('checkbox'))
