import { randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '@pone/contract/errors.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../adapters/database/test-database.ts'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import { createSecretBox } from '../../adapters/secrets.ts'
import { type ComponentService, createComponentService, toComponent } from '../component/component.service.ts'
import { createScenarioService, type ScenarioService, scenariosUsing } from '../scenario/scenario.service.ts'
import { taskSetsUsing } from '../task/task.service.ts'
import { createCatalogueRepository } from './catalogue.repository.ts'

let test: TestDatabase
let components: ComponentService
let scenarios: ScenarioService
let projectId = ''
let otherProjectId = ''
let running: string[] = []
const by = 'tester'
const emptyComponent = componentDocumentSchema.parse({})

beforeAll(async () => {
  test = await createTestDatabase()
  const repository = createCatalogueRepository(test.database)
  const shared = { repository, now: Date.now, newId: randomUUID }
  components = createComponentService({
    ...shared,
    scenariosUsing: scenariosUsing(repository),
    secrets: createSecretBox(randomBytes(32)),
  })
  scenarios = createScenarioService({
    ...shared,
    isAnyRunning: (_, ids) => Promise.resolve(ids.some(id => running.includes(id))),
    taskSetsUsing: taskSetsUsing(repository),
    ruleCounters: { checked: async (_, document) => document, bindCopies: async () => undefined },
    productionMixes: { assertKnown: async () => undefined },
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  projectId = await insertTestProject(test.database)
  otherProjectId = await insertTestProject(test.database)
  running = []
})

const rootOf = async (project: string): Promise<string> => (await components.tree(project, by))[0]?.id ?? ''
const folder = async (name: string, parentId: string | null = null) =>
  components.create(projectId, by, { parentId, kind: 'folder', name, document: null })
const component = async (name: string, parentId: string | null = null) =>
  components.create(projectId, by, { parentId, kind: 'component', name, document: emptyComponent })
const shape = async (): Promise<string[]> => {
  const nodes = await components.tree(projectId, by)
  const nameOf = new Map(nodes.map(node => [node.id, node.name]))
  return nodes.map(node => `${nameOf.get(node.parent_id ?? '') ?? '-'}/${node.name}`)
}
const codeOf = async (act: Promise<unknown>): Promise<string> => {
  try {
    await act
    return 'allowed'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

describe('a component with secrets', () => {
  const written = componentDocumentSchema.parse({
    variables: [{ name: 'key', value: 'open sesame', secret: true }],
  })
  const node = (name: string, document: unknown) => ({ parentId: null, kind: 'component', name, document })
  const openedOf = async (id: string) =>
    componentDocumentSchema.parse(components.opened((await components.component(projectId, id)).document))

  it('keeps them when it is kept as a copy by someone who sees only masks', async () => {
    const { id } = await components.create(projectId, by, node('first', written))
    const { document } = toComponent(await components.get(projectId, id))
    const copy = await components.create(projectId, by, { ...node('copy', document), secretsOf: id })
    expect(await openedOf(copy.id)).toEqual(written)
  })

  it('gives none of them to another project', async () => {
    const { id } = await components.create(projectId, by, node('first', written))
    const stolen = components.create(otherProjectId, by, { ...node('copy', written), secretsOf: id })
    expect(await codeOf(stolen)).toBe('NotFound')
  })
})

describe('component catalogue', () => {
  it('makes one root even when many read the tree at once', async () => {
    const trees = await Promise.all(Array.from({ length: 5 }, () => components.tree(projectId, by)))
    expect(new Set(trees.map(tree => tree[0]?.id)).size).toBe(1)
    expect(trees.every(tree => tree.length === 1)).toBe(true)
  })

  it('moves, copies with numbers and deletes whole branches', async () => {
    const a = await folder('a')
    const b = await folder('b')
    const login = await component('login', a.id)
    await components.copy(projectId, by, { ids: [login.id, a.id], parentId: a.id })
    expect(await shape()).toEqual(['-/root', 'root/a', 'a/login', 'a/a', 'a/login', 'root/b'])
    await components.copy(projectId, by, { ids: [login.id], parentId: a.id })
    await components.move(projectId, { ids: [a.id], parentId: b.id, beforeId: null })
    expect(await shape()).toEqual(['-/root', 'root/b', 'b/a', 'a/login', 'a/a', 'a/login', 'a/login 2'])
    const gone = await components.delete(projectId, [a.id, login.id])
    expect(gone.map(node => node.name)).toEqual(expect.arrayContaining(['a', 'login', 'login 2']))
    expect(await shape()).toEqual(['-/root', 'root/b'])
  })

  it('puts moved nodes before the named sibling', async () => {
    const [a, b, c] = [await component('a'), await component('b'), await component('c')]
    await components.move(projectId, { ids: [c.id], parentId: await rootOf(projectId), beforeId: a.id })
    expect(await shape()).toEqual(['-/root', 'root/c', 'root/a', 'root/b'])
    await components.move(projectId, { ids: [a.id, b.id], parentId: await rootOf(projectId), beforeId: c.id })
    expect(await shape()).toEqual(['-/root', 'root/a', 'root/b', 'root/c'])
  })

  it('copies and moves a folder of 6,000 components with few changes to the others', async () => {
    const big = await folder('big')
    const children = Array.from({ length: 6_000 }, (_, at) => ({
      id: randomUUID(),
      parentId: big.id,
      kind: 'component',
      name: `c${at}`,
      position: at,
      document: { at },
    }))
    const queries = createCatalogueRepository(test.database).tree(projectId, 'component')
    for (let from = 0; from < children.length; from += 2_000)
      await queries.insert(children.slice(from, from + 2_000), { at: 1, by })
    const namesIn = async (id: string) =>
      (await components.tree(projectId, by)).filter(node => node.parent_id === id).map(node => node.name)
    const [first, last] = [children[0]?.id ?? '', children[5_999]?.id ?? '']
    await components.move(projectId, { ids: [last], parentId: big.id, beforeId: first })
    expect((await namesIn(big.id)).slice(0, 2)).toEqual(['c5999', 'c0'])
    const [copy] = await components.copy(projectId, by, { ids: [big.id], parentId: big.parent_id ?? '' })
    expect(copy?.name).toBe('big 2')
    expect(await namesIn(copy?.id ?? '')).toEqual(await namesIn(big.id))
    const copied = (await components.tree(projectId, by)).find(
      node => node.parent_id === copy?.id && node.name === 'c4321',
    )
    expect((await queries.documents([copied?.id ?? '']))[0]?.document).toEqual({ at: 4_321 })
    const alone = await component('alone', copy?.id)
    await components.delete(projectId, [first])
    await component('new', big.id)
    expect((await namesIn(big.id)).at(-1)).toBe('new')
    expect((await namesIn(alone.parent_id ?? '')).at(-1)).toBe('alone')
  })

  it('refuses what the specification forbids', async () => {
    const a = await folder('a')
    const login = await component('login', a.id)
    const root = await rootOf(projectId)
    expect(await codeOf(components.delete(projectId, [root]))).toBe('RootFixed')
    expect(await codeOf(components.rename(projectId, by, root, 'x'))).toBe('RootFixed')
    expect(await codeOf(components.move(projectId, { ids: [a.id], parentId: a.id, beforeId: null }))).toBe(
      'MoveIntoSelf',
    )
    expect(await codeOf(component('login', a.id))).toBe('NameExists')
    expect(await codeOf(component('below', login.id))).toBe('LeafHasNoChildren')
    expect(await codeOf(components.rename(projectId, by, randomUUID(), 'x'))).toBe('NotFound')
  })

  it('answers for another project as if there were nothing', async () => {
    const login = await component('login')
    expect(await codeOf(components.component(otherProjectId, login.id))).toBe('NotFound')
    expect(await codeOf(components.delete(otherProjectId, [login.id]))).toBe('NotFound')
    expect(await codeOf(components.rename(otherProjectId, by, login.id, 'x'))).toBe('NotFound')
    expect(
      await codeOf(
        components.save(otherProjectId, by, { id: login.id, revision: 1, document: emptyComponent }),
      ),
    ).toBe('NotFound')
  })

  it('lets only the first of two edits of the same revision through', async () => {
    const login = await component('login')
    const first = { ...emptyComponent, variables: [{ name: 'a', value: '1', enabled: true }] }
    const codes = await Promise.all([
      codeOf(components.save(projectId, 'first', { id: login.id, revision: 1, document: first })),
      codeOf(components.save(projectId, 'second', { id: login.id, revision: 1, document: emptyComponent })),
    ])
    expect(codes.toSorted()).toEqual(['EditedMeanwhile', 'allowed'])
    expect((await components.component(projectId, login.id)).revision).toBe(2)
  })

  it('keeps a component that a scenario uses', async () => {
    const a = await folder('a')
    const login = await component('login', a.id)
    const set = await scenarios.create(projectId, by, {
      parentId: null,
      kind: 'set',
      name: 'set',
      document: null,
    })
    const document = scenarioDocumentSchema.parse({ bindings: [{ componentId: login.id, percentage: 100 }] })
    await scenarios.create(projectId, by, { parentId: set.id, kind: 'scenario', name: 'peak', document })
    expect(await codeOf(components.delete(projectId, [a.id]))).toBe('ComponentInUse')
    await scenarios.delete(projectId, [set.id])
    expect(await codeOf(components.delete(projectId, [a.id]))).toBe('allowed')
  })
})

describe('scenario tree', () => {
  it('holds sets under the root and scenarios as leaves', async () => {
    const set = await scenarios.create(projectId, by, {
      parentId: null,
      kind: 'set',
      name: 'set',
      document: null,
    })
    const document = scenarioDocumentSchema.parse({})
    const peak = await scenarios.create(projectId, by, {
      parentId: set.id,
      kind: 'scenario',
      name: 'peak',
      document,
    })
    expect(
      await codeOf(
        scenarios.create(projectId, by, { parentId: peak.id, kind: 'scenario', name: 'x', document }),
      ),
    ).toBe('LeafHasNoChildren')
    expect(await codeOf(scenarios.copy(projectId, by, { ids: [set.id], parentId: set.id }))).toBe(
      'LeafHasNoChildren',
    )
  })

  it('takes scenarios directly under the root, and moves them between root and sets', async () => {
    const set = await scenarios.create(projectId, by, {
      parentId: null,
      kind: 'set',
      name: 'set',
      document: null,
    })
    const document = scenarioDocumentSchema.parse({})
    const alone = { parentId: null, kind: 'scenario', name: 'alone', document }
    const { id, parent_id: root } = await scenarios.create(projectId, by, alone)
    expect(root).toBe(set.parent_id)
    await scenarios.move(projectId, { ids: [id], parentId: set.id, beforeId: null })
    await scenarios.move(projectId, { ids: [id], parentId: root ?? '', beforeId: set.id })
    const tree = await scenarios.tree(projectId, by)
    expect(tree.slice(1).map(node => [node.name, node.parent_id])).toEqual([
      ['alone', root],
      ['set', root],
    ])
  })

  it('keeps a scenario that is being executed', async () => {
    const set = await scenarios.create(projectId, by, {
      parentId: null,
      kind: 'set',
      name: 'set',
      document: null,
    })
    const peak = await scenarios.create(projectId, by, {
      parentId: set.id,
      kind: 'scenario',
      name: 'peak',
      document: scenarioDocumentSchema.parse({}),
    })
    running = [peak.id]
    expect(await codeOf(scenarios.delete(projectId, [set.id]))).toBe('RunActive')
  })
})
