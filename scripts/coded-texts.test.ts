/**
 * Coded texts: both languages have the same placeholders, and every code of a catalogue is used somewhere. That a used
 * code exists is checked by types.
 */
import { describe, expect, test } from 'vitest'
import { isTestCode, readSources, type SourceFile } from './source-files.ts'

const sources = (await readSources()).filter(({ path }) => !/\.test\.tsx?$/.test(path))

/** `${name}` is an example of a variable, not a placeholder. */
const places = (text: string): string => [...new Set(text.match(/(?<!\$)\{\w+\}/g))].toSorted().join(' ')
const quoted = String.raw`('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")`
const pair = new RegExp(String.raw`\bzh:\s*${quoted},\s*en:\s*${quoted}`, 'g')

test('the Chinese and the English of a text have the same placeholders', () => {
  let count = 0
  const different: string[] = []
  for (const { path, text } of sources) {
    for (const [whole, zh = '', en = ''] of text.matchAll(pair)) {
      count++
      if (places(zh) !== places(en)) different.push(`${path}: ${whole}`)
    }
  }
  expect(count).toBeGreaterThan(1_000)
  expect(different).toEqual([])
})

interface Catalogue {
  readonly path: string
  readonly name: string
  readonly source: string
}

const end =
  /^\} as const satisfies (?:Catalogue|Readonly<Record<HostProblem, Bilingual>>|Record<string, (?:NoticeEntry|ProblemText)>)/gm

/** Every object that declares itself a catalogue, from its name to its end. */
const catalogues: readonly Catalogue[] = sources.flatMap(({ path, text }) =>
  [...text.matchAll(end)].flatMap(({ index }) => {
    const before = text.slice(0, index)
    const begin = [...before.matchAll(/^(?:export )?const (\w+) = \{$/gm)].at(-1)
    return begin === undefined ? [] : [{ path, name: begin[1] ?? '', source: before.slice(begin.index) }]
  }),
)

test('the catalogues are found', () => {
  const names = catalogues.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'sessionErrorTexts',
      'issueTexts',
      'eventTexts',
      'texts',
      'httpFailures',
      'workerCauses',
      'hostProblemTexts',
      'noticeCatalogue',
    ]),
  )
})

describe.each(catalogues)('$path: $name', ({ path, source }) => {
  test('every code has both languages and is used', () => {
    const entries = [...source.matchAll(/^ {2}'?([\w.]+)'?: (?:\{[^]*?(?:\}|^ {2}\}),$)/gm)]
    expect(entries.length).toBeGreaterThan(0)
    const idle = entries.flatMap(([entry, code = '']) => {
      const isTold = /\bzh:/.test(entry) && /\ben:/.test(entry)
      return isTold && isUsed(code, { path, source }) ? [] : [code]
    })
    expect(idle).toEqual([])
  })
})

/** Catalogues that one reader knows together: of two entries with one code the later would replace the earlier. */
const joined = {
  causes: /^packages\/(?:contract\/src\/causes\/|protocols\/src\/.*failures\.ts$)/,
  errors: /^packages\/contract\/src\/errors\//,
}

test.each(Object.entries(joined))('every code of the %s stands in one catalogue', (_, folder) => {
  const owners = catalogues
    .filter(({ path }) => folder.test(path))
    .flatMap(({ path, source }) => codesOf(source).map(code => ({ code, path })))
  expect(owners.length).toBeGreaterThan(50)
  const byCode = Map.groupBy(owners, owner => owner.code)
  expect([...byCode.values()].filter(found => found.length > 1)).toEqual([])
})

/** Where errors of the server are thrown: all sources except tests. */
const throwing = sources.filter(
  ({ path, text }) => !isTestCode(path) && !isErrorCatalogue(path) && text.includes('new AppError('),
)

describe.each(catalogues.filter(({ path }) => isErrorCatalogue(path)))('$path: $name', ({ source }) => {
  test('every error is thrown somewhere', () => {
    const codes = codesOf(source)
    expect(codes.length).toBeGreaterThan(0)
    expect(codes.filter(code => !isThrown(code))).toEqual([])
  })
})

test('an error that is only listed or compared is not thrown', () => {
  const source = { path: 'a.ts', text: "if (cause.code === 'Listed') throw new AppError('Other')" }
  expect(throwsIn(source, 'Listed')).toBe(false)
  expect(throwsIn(source, 'Other')).toBe(true)
  const chosen = { path: 'b.ts', text: "const code = isIn ? 'One' : 'Two'\nthrow new AppError(code)" }
  expect(throwsIn(chosen, 'Two')).toBe(true)
})

function codesOf(source: string): string[] {
  return [...source.matchAll(/^ {2}(\w+): \{/gm)].map(([, code = '']) => code)
}

function isErrorCatalogue(path: string): boolean {
  return path.startsWith('packages/contract/src/errors/')
}

function isThrown(code: string): boolean {
  return throwing.some(source => throwsIn(source, code))
}

/** As the code of a new error, or as one of the values that a new error of the same file is given. */
function throwsIn({ text }: SourceFile, code: string): boolean {
  if (new RegExp(String.raw`new AppError\(\s*'${code}'`).test(text)) return true
  return /new AppError\(\s*\w/.test(text) && new RegExp(String.raw`[?:] '${code}'`).test(text)
}

/** Named in quotes, as the end of a composed name, or as the key of another table, outside of its own catalogue. */
function isUsed(code: string, { path, source }: Pick<Catalogue, 'path' | 'source'>): boolean {
  const group = code.includes('.') ? String.raw`|\`${code.slice(0, code.indexOf('.') + 1)}\$\{` : ''
  const named = new RegExp(String.raw`['"]${code}['"]|\.${code}\b${group}`)
  return sources.some(file => named.test(file.path === path ? file.text.replace(source, '') : file.text))
}
