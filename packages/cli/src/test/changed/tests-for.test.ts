import { expect, test } from 'vitest'
import { selectionLines } from './selection-lines.ts'
import { testsFor } from './tests-for.ts'

/** A small checkout: texts by path. */
const tree: Readonly<Record<string, string>> = {
  'README.md': '',
  'package.json': '',
  'package-lock.json': '',
  'vitest.config.ts': "import { texts } from './packages/web/build/texts.ts'",
  'deploy/systemd/pone.service': '',
  'docs/operations.md': '',
  'packages/plan/src/step.ts': '',
  'packages/plan/src/registry.ts': "import { step } from './step.ts'\nexport const all = [step]",
  'packages/plan/src/step.test.ts': "import { step } from './step.ts'",
  'packages/engine/src/run.ts': "import { all } from '@pone/plan/registry.ts'",
  'packages/engine/src/lazy.ts': "export const open = () => import('./run.ts')",
  'packages/engine/src/kinds.ts':
    "import type { Run } from './run.ts'\nexport type { Step } from '@pone/plan/step.ts'",
  'packages/engine/src/kinds.test.ts': "import { kinds } from './kinds.ts'",
  'packages/engine/src/run.test.ts': "import {\n  open,\n  close,\n} from './lazy.ts'",
  'packages/engine/src/main.ts': "import './run.ts'",
  'packages/engine/src/fork.ts':
    "// `registry.ts`\nexport const program = new URL('./main.ts', import.meta.url)",
  'packages/engine/src/fork.test.ts': "export * from './fork.ts'",
  'packages/agent/src/main.ts': '',
  'packages/agent/src/guest.ts': '',
  'packages/agent/src/guest.test.ts': "const guest = new URL('./guest.js', import.meta.url)",
  'packages/agent/src/start.test.ts': "const program = join(packages, 'agent', 'src', 'main.ts')",
  'packages/agent/src/brokers/kafka.xml': '',
  'packages/agent/src/brokers.test.ts': "const files = fileURLToPath(new URL('brokers', import.meta.url))",
  'packages/agent/src/kafka.test.ts': "const file = 'brokers/kafka.xml'",
  'packages/cli/src/paths.ts': '',
  'packages/cli/src/units.test.ts': "readFile(join(checkout, 'deploy', 'systemd', 'pone.service'))",
  'packages/cli/src/names.test.ts': "expect(name).toBe('main.ts')",
  'packages/server/src/adapters/test-database.setup.ts': '',
  'packages/web/build/texts.ts': '',
  'packages/web/build/call-table.ts': "import { all } from '@pone/plan/registry.ts'",
  'packages/web/src/api.ts': "import { callTable } from 'virtual:call-table'",
  'packages/web/src/api.test.ts': "import { api } from './api.ts'",
  'packages/web/src/home/messages.ts': "export const home = {\n  'home.runs': text('次', 'Runs'),\n}",
  'packages/web/src/home/page.tsx': "import './page.css'\nexport const Page = () => t('home.runs')",
  'packages/web/src/home/page.css': '',
  'packages/web/src/home/page.test.tsx': "import { Page } from './page.tsx'",
  'packages/web/src/home/__snapshots__/page.test.tsx.snap': '',
  'scripts/files.ts': "const root = new URL('..', import.meta.url)\nreaddir(root)",
  'scripts/names.test.ts': "import { read } from './files.ts'\nconst entry = 'plan/src/registry.ts'",
  'e2e/driver/form.ts': '',
  'e2e/journeys/first.journey.ts': "import '../driver/form.ts'",
  'e2e/run.ts': "import './journeys/first.journey.ts'\nimport { run } from '@pone/engine/run.ts'",
  'packages/cli/src/suites.test.ts': "const program = join(checkout, 'e2e', 'run.ts')",
}
const all = Object.keys(tree).filter(path => /\.test\.tsx?$/.test(path))

const select = (changed: readonly string[], without: readonly string[] = []) =>
  testsFor(
    changed,
    Object.entries(tree).flatMap(([path, text]) => (without.includes(path) ? [] : [{ path, text }])),
  )
const reached = (...changed: string[]) => select(changed).reached

test.each<[string, string, string[]]>([
  ['a static import', 'packages/engine/src/fork.ts', ['packages/engine/src/fork.test.ts']],
  ['a dynamic import', 'packages/engine/src/lazy.ts', ['packages/engine/src/run.test.ts']],
  ['the module of a plugin', 'packages/web/build/call-table.ts', ['packages/web/src/api.test.ts']],
  ['a key of a text', 'packages/web/src/home/messages.ts', ['packages/web/src/home/page.test.tsx']],
  ['a style', 'packages/web/src/home/page.css', ['packages/web/src/home/page.test.tsx']],
  [
    'a snapshot',
    'packages/web/src/home/__snapshots__/page.test.tsx.snap',
    ['packages/web/src/home/page.test.tsx'],
  ],
  ['a program that is started', 'packages/engine/src/main.ts', ['packages/engine/src/fork.test.ts']],
  ['a module named as .js', 'packages/agent/src/guest.ts', ['packages/agent/src/guest.test.ts']],
  ['a joined path', 'packages/agent/src/main.ts', ['packages/agent/src/start.test.ts']],
  [
    'a file and the folder around it',
    'packages/agent/src/brokers/kafka.xml',
    ['packages/agent/src/brokers.test.ts', 'packages/agent/src/kafka.test.ts'],
  ],
  ['a file for deployment', 'deploy/systemd/pone.service', ['packages/cli/src/units.test.ts']],
  ['a test itself', 'packages/plan/src/step.test.ts', ['packages/plan/src/step.test.ts']],
  ['a document that nothing names', 'README.md', []],
  ['a file that nothing uses', 'packages/cli/src/paths.ts', []],
])('%s reaches tests', (_, changed, tests) => {
  expect(reached(changed)).toEqual(tests)
})

test('imports are followed through files and packages, the nearest test first', () => {
  const { reached, ways } = select(['packages/plan/src/step.ts'])
  expect(reached).toEqual([
    'packages/plan/src/step.test.ts',
    'packages/engine/src/run.test.ts',
    'packages/web/src/api.test.ts',
    'packages/engine/src/fork.test.ts',
  ])
  expect(ways.get('packages/engine/src/fork.test.ts')).toEqual([
    'packages/engine/src/fork.test.ts',
    'packages/engine/src/fork.ts',
    'packages/engine/src/main.ts',
    'packages/engine/src/run.ts',
    'packages/plan/src/registry.ts',
    'packages/plan/src/step.ts',
  ])
})

test('the ways are those of a breadth-first search, so that none is longer than it must be', () => {
  const { ways } = select(['packages/plan/src/step.ts', 'packages/engine/src/run.ts'])
  expect(ways.get('packages/engine/src/run.test.ts')).toEqual([
    'packages/engine/src/run.test.ts',
    'packages/engine/src/lazy.ts',
    'packages/engine/src/run.ts',
  ])
})

test('imports of types alone reach no test', () => {
  expect(reached('packages/engine/src/run.ts')).not.toContain('packages/engine/src/kinds.test.ts')
})

test('a deleted file reaches the tests of what still imports or names it', () => {
  const reachedWithout = (gone: string) => select([gone], [gone]).reached
  expect(reachedWithout('packages/engine/src/lazy.ts')).toEqual(['packages/engine/src/run.test.ts'])
  expect(reachedWithout('packages/agent/src/guest.ts')).toEqual(['packages/agent/src/guest.test.ts'])
  expect(reachedWithout('packages/agent/src/guest.test.ts')).toEqual([])
})

test.each([
  'vitest.config.ts',
  'package-lock.json',
  'package.json',
  'packages/server/src/adapters/test-database.setup.ts',
  'packages/web/build/texts.ts',
])('%s reaches every test', path => {
  const { reached, readers } = select([path])
  expect(reached).toEqual(all.toSorted())
  expect(readers).toEqual([])
})

test('tests that read sources as text are a group of their own, for sources and styles', () => {
  const readers = (path: string) => select([path]).readers
  expect(readers('packages/plan/src/registry.ts')).toEqual(['scripts/names.test.ts'])
  expect(readers('packages/web/src/home/page.css')).toEqual(['scripts/names.test.ts'])
  expect(readers('README.md')).toEqual([])
  expect(readers('packages/agent/src/brokers/kafka.xml')).toEqual([])
  // Once only.
  expect(select(['scripts/files.ts'])).toMatchObject({ reached: ['scripts/names.test.ts'], readers: [] })
})

test('of the journeys those whose own file changed are chosen, and what any of them may use is told', () => {
  const selection = select(['e2e/driver/form.ts', 'e2e/journeys/first.journey.ts'])
  expect(selection).toMatchObject({ reached: [], journeys: ['first'], uncovered: ['e2e/driver/form.ts'] })
  const gone = 'e2e/journeys/first.journey.ts'
  expect(select([gone], [gone]).journeys).toEqual([])
})

test('the lines tell what is chosen, left out and not covered', () => {
  const changed = ['e2e/driver/form.ts', 'e2e/journeys/first.journey.ts', 'packages/engine/src/lazy.ts']
  expect(selectionLines({ changed, ...select(changed) }, true)).toEqual([
    '3 changed files: 1 test file reached by imports and names, 1 that read sources as text',
    '  packages/engine/src/run.test.ts <- packages/engine/src/lazy.ts',
    'of the browser tests only first, which changed; the others are left out',
    'not covered, since any browser test may use it: e2e/driver/form.ts',
  ])
  expect(selectionLines({ changed: ['README.md'], ...select(['README.md']) })).toEqual([
    '1 changed file: 0 test files reached by imports and names, 0 that read sources as text',
    'browser tests are left out: every change may reach them through the running product',
  ])
  expect(selectionLines({ changed: [], ...select([]) })).toEqual(['nothing has changed: no test is chosen'])
})
