/** What a family of messages touches: its own files, a registry line each in contract, agent and server, and the part of the server that handles its reports. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LinkFamily, linkFamilies } from '@pone/contract/link/messages.ts'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../../', import.meta.url))
const sides = ['contract/src/link', 'agent/src', 'server/src/link', 'server/src/replicas']

const sources = sides.flatMap(folder =>
  readdirSync(join(packages, folder), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.ts') && !/\.test\.ts$|harness/.test(name))
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return { path: relative(packages, path), text: readFileSync(path, 'utf8') }
    }),
)

/** Source files of the link's two ends that name the family or one of its kinds. */
function filesNaming(family: string, kinds: readonly string[]): string[] {
  const asFamily = new RegExp(`/${family}(/family)?\\.ts'`)
  const asKind = new RegExp(`'(${kinds.join('|')})'|^\\s+(${kinds.join('|')}): `, 'm')
  return sources
    .flatMap(({ path, text }) => (asFamily.test(text) || asKind.test(text) ? [path] : []))
    .toSorted()
}

const kindsOf = (family: LinkFamily): string[] =>
  [...linkFamilies[family].commands, ...linkFamilies[family].reports].map(({ shape }) => shape.kind.value)

/** What a new family `captures` would add or change besides the part of the server that handles its reports. */
const touchedBy = (family: string): string[] => [
  `agent/src/${family}/family.ts`,
  'agent/src/families.ts',
  `contract/src/link/${family}.ts`,
  'contract/src/link/messages.ts',
  `server/src/link/families/${family}.ts`,
  'server/src/link/families/registry.ts',
]

test('a new family touches six files of the link: three of its own, and a line in three registries', () => {
  expect(touchedBy('captures')).toHaveLength(6)
  const registries = sources.filter(({ path }) => touchedBy('captures').includes(path))
  // Each of them lists all families by their files, and no other file of the link lists them.
  const listing = sources.filter(({ text }) =>
    Object.keys(linkFamilies).every(family => new RegExp(`/${family}(/family)?\\.ts'`).test(text)),
  )
  expect(listing.map(({ path }) => path).toSorted()).toEqual(registries.map(({ path }) => path).toSorted())
})

test.each(['keys', 'upgrade', 'queries', 'tools'] as const)(
  'family %s stands in its places and nowhere else',
  family => {
    const own = filesNaming(family, kindsOf(family)).filter(path => !path.startsWith(`agent/src/${family}/`))
    expect(own).toEqual(
      touchedBy(family)
        .filter(path => !path.startsWith(`agent/src/${family}/`))
        .toSorted(),
    )
  },
)
