import { operationKindSchema, toolSchema } from '@pone/contract/entities/host.ts'
import { expect, test } from 'vitest'
import {
  explanationOf,
  needsProcess,
  offersVersion,
  planOperation,
  versionByDefault,
} from './operate-model.ts'

const host = (hostId: string, code: string | null, ...versions: string[]) => ({
  hostId,
  versions,
  problem: code === null ? null : { code },
})
const rows = [
  host('a', null, '1.0', '1.1'),
  host('b', 'hostKeyNew', '1.1'),
  host('c', 'unreachable'),
  host('d', null, '2.0'),
]
const ids = (found: readonly { hostId: string }[]) => found.map(row => row.hostId)

test('hosts are grouped by their problem', () => {
  const plan = planOperation(rows, true)
  expect([ids(plan.ready), ids(plan.blocked), ids(plan.unconfirmed)]).toEqual([['a', 'd'], ['b', 'c'], ['b']])
  expect(plan.versions).toEqual(['1.0', '1.1', '2.0'])
})

test('blocked hosts are skipped, unless they are wanted or there are no others', () => {
  expect(ids(planOperation(rows, true).asks)).toEqual(['a', 'd'])
  expect(ids(planOperation(rows, false).asks)).toEqual(['a', 'b', 'c', 'd'])
  expect(ids(planOperation(rows.slice(1, 3), true).asks)).toEqual(['b', 'c'])
  expect(planOperation([], true).asks).toEqual([])
})

const pairs = toolSchema.options.flatMap(tool => operationKindSchema.options.map(kind => ({ tool, kind })))
const pairsWith = (
  has: (tool: (typeof pairs)[number]['tool'], kind: (typeof pairs)[number]['kind']) => boolean,
) => pairs.filter(({ tool, kind }) => has(tool, kind)).map(({ tool, kind }) => `${tool} ${kind}`)

test('only Arthas asks for a process, and only to start', () => {
  expect(pairsWith(needsProcess)).toEqual(['Arthas start'])
})

test('an agent offers a choice of versions only for installation', () => {
  const withoutVersion = pairsWith((tool, kind) => !offersVersion(tool, kind))
  expect(withoutVersion).toEqual(
    operationKindSchema.options.filter(kind => kind !== 'install').map(kind => `Agent ${kind}`),
  )
})

test('without a choice, an installation takes the newest version, other operations the current one', () => {
  expect(operationKindSchema.options.filter(kind => versionByDefault(kind) === 'newest').sort()).toEqual([
    'install',
    'push',
  ])
})

test('three operations have an explanation', () => {
  expect(pairs.flatMap(({ tool, kind }) => explanationOf(tool, kind) ?? []).sort()).toEqual([
    'Agent.uninstall',
    'PR.start',
    'PR.stop',
  ])
})
