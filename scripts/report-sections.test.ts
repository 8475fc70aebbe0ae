/** A section of a report is one folder and one registry line in results, one file and one registry line in the web. */
import { expect, test } from 'vitest'
import { importedPath, importsIn } from '../packages/cli/src/test/changed/imports.ts'
import { reportSections } from '../packages/results/src/sections/registry.ts'
import { isTestCode, readSources } from './source-files.ts'

const results = 'packages/results/src/sections'
const web = 'packages/web/src/features/runs/report/sections'

const sources = (await readSources()).filter(({ path }) => !isTestCode(path))
const names = Object.keys(reportSections)

/** Product files that import the given one. */
const importersOf = (wanted: string): string[] =>
  sources
    .filter(({ path, text }) => importsIn(text).some(({ target }) => importedPath(path, target) === wanted))
    .map(({ path }) => path)

test.each(Object.entries(reportSections))(
  '%s is named like its folder, and fills defaults',
  (name, section) => {
    expect(section.name).toBe(name)
    for (const field of Object.values(section.data)) expect(field.safeParse(undefined).success).toBe(true)
  },
)

test.each(names)('%s is known to its two registries alone', name => {
  expect(importersOf(`${results}/${name}/section.ts`)).toEqual([`${results}/registry.ts`])
  expect(importersOf(`${results}/${name}/html.ts`)).toEqual([`${results}/${name}/section.ts`])
  expect(importersOf(`${web}/${name}.tsx`)).toEqual([`${web}/registry.ts`])
})

test('a section touches eight files', () => {
  // A section that no other one reads represents any new section.
  const marks =
    /\b(distribution(Data|Html|Part)|report\.section\.distribution)\b|content\.distribution\b|\/distribution\/|Words of the section "distribution"/i
  const touched = sources.filter(({ path, text }) => !path.startsWith('packages/jmeter') && marks.test(text))
  expect(touched.map(({ path }) => path).sort()).toEqual([
    `${results}/distribution/data.ts`,
    `${results}/distribution/html.ts`,
    `${results}/distribution/section.ts`,
    `${results}/distribution/texts.ts`,
    `${results}/registry.ts`,
    'packages/web/src/features/runs/report/messages.ts',
    `${web}/distribution.tsx`,
    `${web}/registry.ts`,
  ])
})
