/** For tests of the cluster pages: load machines, clusters, controllers and tokens, and the pages that list them. */
import type {
  AdminCluster,
  AdminMachine,
  Cluster,
  JoinToken,
  LoadMachine,
} from '@pone/contract/entities/cluster.ts'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { outline } from '../../test-outline.ts'
import { type Answers, draw, serve } from '../../test-page.tsx'
import { Page as AdminPage } from './cluster-manager-page.tsx'
import { Page as ProjectPage } from './project/project-cluster-manager-page.tsx'

configure({ defaultHidden: true })

/** In the time zone of the test machine, so that pages show the same text everywhere. */
export const at = new Date(2026, 10, 22, 9, 30, 15).getTime()

const gib = 1024 ** 3

/** Forms accept only well-formed ids. */
export const uuid = (name: string) =>
  `00000000-0000-4000-8000-${Array.from(name)
    .map(each => each.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')}`

const run = { id: 'r1', number: 12, scenarioName: 'Peak', projectName: 'Shop' }

const loadMachine = (id: string, more: Partial<LoadMachine> = {}): LoadMachine => ({
  id: uuid(id),
  name: `load-${id}`,
  host: `host-${id}`,
  address: '10.0.0.1',
  port: 40_001,
  socketPort: 8_600,
  isOnline: true,
  isInService: true,
  isRevoked: false,
  since: at,
  system: 'Debian 13',
  architecture: 'x64',
  version: '1.2.0',
  cores: 8,
  memoryBytes: 16 * gib,
  cpu01: 0.254,
  memoryUsedBytes: 4 * gib,
  maxUsers: 5_000,
  remainingUsers: 4_000,
  maxScripts: 10,
  remainingScripts: 1,
  runs: [],
  releaseAt: null,
  ...more,
})

const unknown = {
  address: '',
  port: null,
  socketPort: null,
  cpu01: null,
  memoryUsedBytes: null,
  maxUsers: 0,
  remainingUsers: 0,
  maxScripts: 0,
  remainingScripts: 0,
}

export const busy = {
  runs: [
    { run, users: 1_200, scripts: 1, releaseAt: at },
    { run: null, users: 300, scripts: 2, releaseAt: null },
  ],
  releaseAt: at,
}

const loadMachines: readonly LoadMachine[] = [
  loadMachine('a', busy),
  loadMachine('b', { isOnline: false, ...unknown }),
  loadMachine('c', { isInService: false, cpu01: 0.97 }),
  loadMachine('d', { isInService: false, ...busy, releaseAt: null }),
  loadMachine('e', { isRevoked: true, isOnline: false }),
  loadMachine('f', { memoryBytes: 0 }),
]

export const machines: readonly AdminMachine[] = loadMachines.map((machine, index) => ({
  ...machine,
  clusters: index === 0 ? [{ id: uuid('k1'), name: 'Main' }] : [],
  isPublic: index === 0,
  projects: index === 1 ? [{ id: uuid('p1'), name: 'Shop' }] : [],
  joinedAt: at,
  keyChangedAt: at,
  calibration:
    index === 0
      ? {
          requestsPerSecond: 71_234.5,
          cpu01: 0.87,
          bytesPerUser: 16_384,
          at,
          cores: 8,
          memoryBytes: 16 * gib,
          definition: 1,
          proposedUsers: 4_900,
        }
      : null,
  isCalibrating: index === 5,
  isKeyChanging: index === 2,
  ...(index === 0 && { disk: { freeBytes: gib / 4, totalBytes: 80 * gib }, floodedAt: at }),
  ...(index === 5 && { disk: { freeBytes: 40 * gib, totalBytes: 80 * gib } }),
}))

/** What the pages of both roles show. */
const clusterOf = (id: string) => ({
  id: uuid(id),
  name: `Cluster ${id}`,
  engine: 'pr' as const,
  isOnline: true,
  maxUsers: 10_000,
  remainingUsers: 2_500,
  licensedUsers: 50_000,
  makesMachines: false,
  isPublic: false,
})

export const cluster = (id: string, more: Partial<AdminCluster> = {}): AdminCluster => ({
  ...clusterOf(id),
  releaseAt: null,
  assignment: 'unassigned',
  projects: [],
  owner: null,
  controller: null,
  machines: [],
  onlineMachines: 0,
  activeRuns: 0,
  isLocal: false,
  createdAt: at,
  ...more,
})

export const clusters: readonly AdminCluster[] = [
  cluster('k1', {
    isLocal: true,
    isPublic: true,
    assignment: 'public',
    activeRuns: 2,
    releaseAt: at,
    machines: [
      { id: uuid('a'), name: 'load-a', isOnline: true },
      { id: uuid('b'), name: 'load-b', isOnline: false },
    ],
    onlineMachines: 1,
    controller: { id: 'c1', name: 'server-1', isOnline: true },
  }),
  cluster('k2', {
    engine: 'jmeter',
    isOnline: false,
    assignment: 'assigned',
    projects: [
      { id: uuid('p1'), name: 'Shop' },
      { id: uuid('p2'), name: 'Bank' },
      { id: uuid('p3'), name: 'Game' },
    ],
    maxUsers: 0,
    activeRuns: 1,
  }),
  cluster('k3', { owner: { id: uuid('p1'), name: 'Shop' }, assignment: 'assigned' }),
  cluster('k4', { assignment: 'assigned', projects: [{ id: uuid('p2'), name: 'Bank' }] }),
]

export const token = (id: string, more: Partial<JoinToken> = {}): JoinToken => ({
  id,
  name: `Token ${id}`,
  cluster: { id: uuid('k1'), name: 'Main' },
  state: 'valid',
  createdAt: at,
  createdBy: 'li',
  expiresAt: at,
  lastUsedAt: null,
  uses: 0,
  maxUses: 1,
  ...more,
})

export const tokens: readonly JoinToken[] = [
  token('t1'),
  token('t2', { state: 'usedUp', uses: 2, maxUses: 2, lastUsedAt: at }),
  token('t3', { state: 'expired', maxUses: null, uses: 1_234 }),
  token('t4', { state: 'revoked', expiresAt: null }),
]

export const controller = {
  id: 'c1',
  name: 'server-1',
  address: '10.0.0.9',
  port: 8_600,
  socketPort: 8_601,
  isOnline: true,
  startedAt: at,
  seenAt: at,
  activeRuns: 3,
  hasOtherFiles: false,
}

const choices = {
  clusters: [{ id: uuid('k1'), name: 'Main' }],
  controllers: [{ id: 'c1', name: 'server-1' }],
  machines: [
    { id: uuid('a'), name: 'load-a', isOnline: true },
    { id: uuid('b'), name: 'load-b', isOnline: false },
  ],
  projects: [{ id: uuid('p1'), name: 'Shop', code: 'SHOP' }],
}

export const pageOf = <Row,>(rows: readonly Row[], total = rows.length) => ({
  total,
  page: 1,
  pageSize: 20,
  rows,
})

export async function open(address: string, answers: Answers = {}) {
  const sent = await serve({
    'cluster/list': pageOf(clusters),
    'cluster/choices': choices,
    'cluster/controllers': [
      controller,
      {
        ...controller,
        id: 'c2',
        name: 'server-2',
        isOnline: false,
        address: '',
        port: null,
        socketPort: null,
        seenAt: 0,
        activeRuns: 0,
        hasOtherFiles: true,
      },
    ],
    'loadMachine/list': pageOf(machines),
    'joinToken/list': tokens,
    ...answers,
  })
  const drawn = await draw(<AdminPage />, { address, session: { isAdministrator: true } })
  return { ...drawn, to: (call: string) => sent.filter(each => each.call === call).map(each => each.fields) }
}

/** The title attribute of a time contains the time zone. */
export const told = (element?: Element) => outline(element).replaceAll(/ title "[^"]*\(UTC[^"]*"/g, '')

export const table = () => document.querySelector('.ant-table') as HTMLElement

export const drawer = () => document.querySelector('.ant-drawer-body') as HTMLElement

export const row = async (name: string) => {
  const cells = await screen.findAllByText(name)
  return cells.map(cell => cell.closest('tr')).find(Boolean) as HTMLElement
}

type User = Awaited<ReturnType<typeof draw>>['user']

export const menuOf = async (user: User, name: string) => {
  await user.click(within(await row(name)).getByRole('button', { name: /^More actions: / }))
  return (await screen.findAllByRole('menu')).at(-1) as HTMLElement
}

export const confirmIn = async (user: User, verb: string) => {
  const question = await waitFor(() => {
    const found = document.querySelector('.ant-modal-confirm')
    if (!found) throw new Error('no question')
    return found as HTMLElement
  })
  const text = question.textContent
  await user.click(within(question).getByRole('button', { name: verb }))
  return text
}

export const projectCluster = (id: string, more: Partial<Cluster> = {}): Cluster => ({
  ...clusterOf(id),
  releaseAt: at,
  isOwn: false,
  machines: [],
  ...more,
})

export const projectClusters = [
  projectCluster('own', { isOwn: true, machines: [...loadMachines] }),
  projectCluster('public', { isPublic: true, isOnline: false, engine: 'jmeter' }),
  projectCluster('lent', { machines: [loadMachines[1] as LoadMachine] }),
]

export async function openProject(
  accessList: readonly 'cluster.edit'[],
  answers: Answers = {},
  address = '/',
) {
  const sent = await serve({
    'projectCluster/list': projectClusters,
    'projectCluster/machines': choices.machines,
    ...answers,
  })
  const drawn = await draw(<ProjectPage />, { address, session: { accessList } })
  return { ...drawn, to: (call: string) => sent.filter(each => each.call === call).map(each => each.fields) }
}
