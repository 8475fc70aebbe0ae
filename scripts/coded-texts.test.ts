/** Coded texts: both languages have the same places, and every code of a catalogue is used somewhere. That a used code exists is checked by types. */
import { describe, expect, test } from 'vitest'
import { readSources } from './source-files.ts'

const sources = (await readSources()).filter(({ path }) => !/\.test\.tsx?$/.test(path))

/** `${name}` is an example of a variable, not a place. */
const places = (text: string): string => [...new Set(text.match(/(?<!\$)\{\w+\}/g))].toSorted().join(' ')
const quoted = String.raw`('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")`
const pair = new RegExp(String.raw`\bzh:\s*${quoted},\s*en:\s*${quoted}`, 'g')

test('the Chinese and the English of a text have the same places', () => {
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

/** The specification (section 8) names it for clients; accounts of this version always have a tenant. */
const kept = ['NoTenant']

test('the catalogues are found', () => {
  const names = catalogues.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'sessionErrorTexts',
      'httpFailures',
      'workerCauses',
      'hostProblemTexts',
      'noticeCatalogue',
    ]),
  )
})

describe.each(catalogues)('$path: $name', ({ path, source }) => {
  test('every code has both languages and is used', () => {
    const entries = [...source.matchAll(/^ {2}(\w+): (?:\{[^]*?(?:\}|^ {2}\}),$)/gm)]
    expect(entries.length).toBeGreaterThan(0)
    const idle = entries.flatMap(([entry, code = '']) => {
      const isTold = /\bzh:/.test(entry) && /\ben:/.test(entry)
      return isTold && (kept.includes(code) || isUsed(code, { path, source })) ? [] : [code]
    })
    expect(idle).toEqual([])
  })
})

/** Named in quotes, or as the key of another table, outside of its own catalogue. */
function isUsed(code: string, { path, source }: Pick<Catalogue, 'path' | 'source'>): boolean {
  const named = new RegExp(String.raw`['"]${code}['"]|\.${code}\b`)
  return sources.some(file => named.test(file.path === path ? file.text.replace(source, '') : file.text))
}
