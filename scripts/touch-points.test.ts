/**
 * The files that a new thing touches, as docs/architecture.md lists: what is wired in one place is named nowhere else.
 */
import { expect, test } from 'vitest'
import { importedPath, importsIn } from '../packages/cli/src/test/changed/imports.ts'
import { isTestCode, readSources } from './source-files.ts'

const server = 'packages/server/src'
const sources = (await readSources()).filter(({ path }) => !isTestCode(path))
const pathsOf = (pattern: RegExp) => sources.map(({ path }) => path).filter(path => pattern.test(path))

const importers = new Map<string, Set<string>>()
for (const { path, text } of sources) {
  for (const { target } of importsIn(text)) {
    const imported = importedPath(path, target)
    if (imported !== undefined) importers.set(imported, (importers.get(imported) ?? new Set()).add(path))
  }
}
const importersOf = (target: string): string[] => [...(importers.get(target) ?? [])]

test('a module of the server is wired by the registry alone', () => {
  const manifests = pathsOf(new RegExp(`^${server}/modules/[^/]+/module\\.ts$`))
  expect(manifests.length).toBeGreaterThan(20)
  for (const manifest of manifests) {
    // The access check reads project membership before the modules exist.
    const others = importersOf(manifest).filter(
      path => !(manifest.includes('/project/') && path === `${server}/composition/live.ts`),
    )
    expect({ manifest, others }).toEqual({ manifest, others: [`${server}/modules/registry.ts`] })
  }
})

test('every folder of an entity that handles calls has a manifest', () => {
  const folders = new Set(
    pathsOf(new RegExp(`^${server}/modules/[^/]+/.+\\.api\\.ts$`)).map(path => path.split('/')[4]),
  )
  // Trees share the calls of catalogues; reports, runs and imports are wired with the controller that creates them.
  const joined = ['catalogue', 'report', 'run', 'result-import']
  const missing = [...folders].filter(
    name => !joined.includes(name ?? '') && !pathsOf(new RegExp(`/modules/${name}/module\\.ts$`)).length,
  )
  expect(missing).toEqual([])
})

test('a new table is typed in its module, and named by no file of the database adapter', () => {
  const adapter = sources.filter(({ path }) => path.startsWith(`${server}/adapters/database/`))
  const reaching = adapter.flatMap(({ path, text }) =>
    importsIn(text).some(({ target }) => importedPath(path, target)?.startsWith(`${server}/modules/`))
      ? [path]
      : [],
  )
  expect(reaching).toEqual([])
})

test('a kind of task is a file and a line of its registry', () => {
  const kinds = pathsOf(new RegExp(`^${server}/modules/task/kinds/(?!kind|registry)[^/]+\\.ts$`))
  expect(kinds.map(path => path.split('/').at(-1))).toEqual(['scenario.ts', 'set.ts'])
  for (const kind of kinds) expect(importersOf(kind)).toEqual([`${server}/modules/task/kinds/registry.ts`])
})

test('the address of a call stands in its entry of the contract alone', () => {
  const entries = sources.filter(({ path }) => path.startsWith('packages/contract/src/calls/'))
  const addresses = entries.flatMap(({ text }) =>
    [...text.matchAll(/\bpath: ('\/[^']+')/g)].map(([, path = '']) => path),
  )
  expect(addresses.length).toBeGreaterThan(100)
  // Other pages of the web have addresses of their own.
  const elsewhere = sources.filter(({ path }) => !/^packages\/(contract\/src\/calls|web\/src)\//.test(path))
  const text = elsewhere.map(file => file.text).join('\n')
  expect(addresses.filter(address => text.includes(address))).toEqual([])
})

/** Files that decide by a kind of step, or create one. */
const filesOfKind = (kind: string): string[] => {
  const decision = new RegExp(`(?:kind: |[!=]== |case )'${kind}'`)
  return sources.filter(({ text }) => decision.test(text)).map(({ path }) => path)
}

test.each([
  ['rendezvous', 'rendezvous'],
  ['forEach', 'for-each'],
  ['weighted', 'weighted'],
  ['percentage', 'percentage'],
])('the kind of step %s is its definition, its executor, and what JMeter has for it', (kind, folder) => {
  const definition = `packages/plan/src/steps/${folder}/definition.ts`
  expect(importersOf(definition)).toEqual(['packages/plan/src/steps/registry.ts'])
  const others = filesOfKind(kind).filter(
    path =>
      path !== definition &&
      !path.startsWith('packages/engine/src/steps/') &&
      path !== `packages/jmeter/src/convert/step-kinds/${folder}.ts` &&
      // The elements of JMeter that become such a step, and what plans do not contain of it.
      path !== 'packages/jmeter/src/convert/steps.ts' &&
      path !== 'packages/jmeter/src/convert/differences.ts' &&
      // The requests of a log in their shares.
      path !== 'packages/recording/src/steps/mix-steps.ts' &&
      // The method of lists in scripts of k6.
      path !== 'packages/recording/src/k6/evaluator.ts' &&
      // Generates documents for property tests.
      path !== 'packages/plan/src/code/arbitrary-document.ts',
  )
  expect(others).toEqual([])
  const writer = `packages/jmeter/src/convert/step-kinds/${folder}.ts`
  expect(importersOf(writer)).toEqual(['packages/jmeter/src/convert/step-xml.ts'])
})
