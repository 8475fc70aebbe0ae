/**
 * How many files a new call, entity, kind of task and protocol touch, as docs/architecture.md lists: an existing one
 * that nothing else needs represents it.
 */
import { expect, test } from 'vitest'
import { importedPath, importsIn } from '../packages/cli/src/test/changed/imports.ts'
import { isTestCode, readSources } from './source-files.ts'

const sources = (await readSources()).filter(({ path }) => path.startsWith('packages/') && !isTestCode(path))
const server = 'packages/server/src'

/** Files that import one whose path fits. */
const importersOf = (wanted: RegExp): string[] =>
  sources
    .filter(({ path, text }) =>
      importsIn(text).some(({ target }) => wanted.test(importedPath(path, target) ?? '')),
    )
    .map(({ path }) => path)

const filesWith = (mark: RegExp): string[] =>
  sources.filter(({ text }) => mark.test(text)).map(({ path }) => path)

test.each([
  ['importTemplate', 'user', 'user'],
  ['exportStatistics', 'operation-record', 'operation-record'],
  ['deleteSchedule', 'task', 'task'],
])('a call touches two files: %s', (name, entity, module) => {
  // Pages and the command line send it.
  const touched = filesWith(new RegExp(`\\b${name}\\b`)).filter(path => !/^packages\/(web|cli)\//.test(path))
  expect(touched.toSorted()).toEqual([
    `packages/contract/src/calls/${entity}.ts`,
    `${server}/modules/${module}/${module}.api.ts`,
  ])
})

test('an entity touches three files besides its own: registries of calls and modules, and the list of migrations', () => {
  const ownFiles = /^packages\/(contract\/src\/(calls|entities)\/upload\.ts|server\/src\/modules\/upload\/)/
  const migration = /\/migrations\/026-uploads\.ts$/
  const touched = [...importersOf(ownFiles), ...importersOf(migration)].filter(
    path => !ownFiles.test(path) && !path.startsWith('packages/web/'),
  )
  expect(touched.toSorted()).toEqual([
    'packages/contract/src/calls/registry.ts',
    `${server}/adapters/database/migrations.ts`,
    `${server}/modules/registry.ts`,
  ])
})

test('a kind of task touches five files', () => {
  const kinds = ['set', 'scenario'] as const
  const marksOf = (kind: string) =>
    new RegExp(
      `/kinds/${kind}\\.ts|'\\./${kind}\\.ts'|name: '${kind}',|'task\\.centre\\.kind\\.${kind}'|taskKinds = \\[|^  ${kind}: \\{$`,
      'm',
    )
  for (const kind of kinds) {
    const touched = filesWith(marksOf(kind)).filter(path =>
      /\/(features\/tasks|modules\/task)\/|\/entities\/task\.ts$/.test(path),
    )
    expect(touched.toSorted()).toEqual([
      'packages/contract/src/entities/task.ts',
      `${server}/modules/task/kinds/registry.ts`,
      `${server}/modules/task/kinds/${kind}.ts`,
      'packages/web/src/features/tasks/messages.ts',
      'packages/web/src/features/tasks/task/task-kinds.tsx',
    ])
  }
  expect(filesWith(/\btask\.kind [!=]== '/)).toEqual([])
})

test('a protocol touches three files besides its folder', () => {
  const folder = 'packages/protocols/src/webSocket/'
  const naming = filesWith(/'webSocket'|\bwebSocketClient\b/)
  const touched = new Set([...importersOf(new RegExp(`^${folder}`)), ...naming])
  // The demo project may use any protocol; a monitoring link names what systems speak among each other, which no engine has to know;
  // what was recorded becomes steps of the protocol that was spoken.
  const users = [`${server}/seed/demo-component.ts`, 'packages/contract/src/entities/monitor-link.ts']
  const isUser = (path: string) => users.includes(path) || path.startsWith('packages/recording/')
  const others = [...touched].filter(path => !path.startsWith(folder) && !isUser(path))
  expect(others.toSorted()).toEqual([
    'packages/protocols/src/clients.ts',
    'packages/protocols/src/definitions.ts',
    'packages/protocols/src/failures.ts',
  ])
})

test('an engine touches one registry line per layer', () => {
  const folders = /^packages\/(plan|run-control|agent)\/src\/engines\/(jmeter|pr)\.ts$/
  expect(importersOf(folders).toSorted()).toEqual([
    'packages/agent/src/engines/registry.ts',
    'packages/plan/src/engines/registry.ts',
    'packages/run-control/src/engines/registry.ts',
  ])
  const page = /^packages\/web\/src\/features\/scenarios\/engines\/(pr\.ts|jmeter\/jmeter\.tsx)$/
  expect(importersOf(page)).toEqual(['packages/web/src/features/scenarios/engines/registry.ts'].toSorted())
})
