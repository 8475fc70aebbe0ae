/** Which files outside its own folder a page requires, as docs/architecture.md states. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { centreTabs } from './features/tasks/centre/centre-tabs.ts'
import { routes } from './routes.ts'

const source = import.meta.dirname
const files = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter(path => !/\.test\.tsx?$/.test(path))
  .map(path => ({ path, text: readFileSync(join(source, path), 'utf8') }))

/** Sources outside the folder that contain its path or one of these words. */
const touchedBy = (feature: string, ...words: string[]) =>
  files
    .filter(({ path }) => !path.startsWith(`features/${feature}/`))
    .filter(({ text }) => [`features/${feature}/`, ...words].some(word => text.includes(word)))
    .map(({ path }) => path)
    .sort()

test('a page in the menu consists of its folder, a route, its title, its icon, and its texts in the catalogue', () => {
  // A page that no other page imports is the example.
  expect(touchedBy('security', "'security'", "'route.security'")).toEqual([
    'messages.ts',
    'route-messages.ts',
    'routes.ts',
    'shell/navigation/menu.ts',
  ])
})

test('features are imported only by routes, texts, and pages that combine two of them', () => {
  const features = new Set(files.flatMap(({ path }) => /^features\/([^/]+)\//.exec(path)?.[1] ?? []))
  const outside = new Set([...features].flatMap(feature => touchedBy(feature)))
  expect([...outside].sort()).toEqual([
    'jmeter-design-page.tsx',
    'main.tsx',
    'messages.ts',
    'monitor-task-page.tsx',
    'monitor-warning-page.tsx',
    'routes.ts',
    'running-logs-page.tsx',
    'testset-page.tsx',
    'trace-monitor-page.tsx',
  ])
})

test('every page that a route names exists', () => {
  const text = readFileSync(join(source, 'routes.ts'), 'utf8')
  const named = [...text.matchAll(/import\('\.\/([^']+)'\)/g)].map(match => match[1])
  expect(named.filter(path => !files.some(file => file.path === path))).toEqual([])
  expect(named.length).toBeGreaterThan(30)
  expect(routes.filter(route => route.page).length).toBeGreaterThanOrEqual(named.length)
})

test.each([
  ['admin', '/pone/atf/adminTaskCenter/'],
  ['project', '/pone/atf/projects/taskCenter/'],
] as const)('the tabs of the task centre (%s) are its routes that have a page', (kind, base) => {
  const shown = routes.filter(route => route.path.startsWith(base) && route.page)
  expect(centreTabs(kind)).toEqual(shown.map(({ path, title }) => ({ path, title })))
})
