/** Small jobs that have one helper: no source implements them again. */
import { expect, test } from 'vitest'
import { readSources } from './source-files.ts'

/** A package without dependencies on other packages of Pone has its own implementation. */
const sources = (await readSources()).filter(
  ({ path }) => !/\.test\.tsx?$|^packages\/demo-target\//.test(path),
)

test.each([
  [
    'an unknown error becomes text by errorText or errorStack',
    'packages/schema/src/error-text.ts',
    /(\w+) instanceof Error\s*\?\s*\(?\1\.(?:message|stack)\b[^:\n]*:\s*String\(\1\)/,
  ],
  [
    'the places of a text are filled by textIn or filled',
    'packages/schema/src/bilingual.ts',
    /\.replace(?:All)?\(\s*\/\\\{\(\\w\+\)\\\}\/g/,
  ],
  ['a field of CSV is quoted by csvField', 'packages/schema/src/csv-field.ts', /\.replaceAll\('"', '""'\)/],
  [
    'a free name is found by freeName',
    'packages/schema/src/free-name.ts',
    /for \(let (\w+) = [12][^)]*\)[^]{0,200}\$\{\1\}[^]{0,120}(?:has|includes|isTaken)\(/,
  ],
])('%s', (_, helper, pattern) => {
  const found = sources.filter(({ text }) => pattern.test(text))
  expect(found.map(({ path }) => path)).toEqual([helper])
})
