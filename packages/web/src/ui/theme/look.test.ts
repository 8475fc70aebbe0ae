import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accentOf } from './accent.ts'
import { variablesOf } from './look.tsx'
import { accents, backgrounds, type Scheme } from './palette.ts'

const source = join(import.meta.dirname, '..', '..')
const read = (pattern: string) =>
  globSync(pattern, { cwd: source }).map(file => ({ file, text: readFileSync(join(source, file), 'utf8') }))
const styles = read('**/*.css')

/** Set by a part of the page for itself: in its styles, or as a property of an element. */
const ofParts = [
  ...styles.map(({ text }) => text.matchAll(/(--[a-z][\w-]*)\s*:/g)),
  ...read('**/*.tsx').map(({ text }) => text.matchAll(/'(--[a-z][\w-]*)'/g)),
].flatMap(found => [...found].map(([, name = '']) => name))

test.each<Scheme>(['light', 'dark'])('every CSS variable that styles use is set in the %s scheme', scheme => {
  const look = {
    scheme,
    accent: accentOf(scheme, accents[0]),
    background: backgrounds.neutral[scheme],
    fontFamily: 'sans-serif',
  }
  const known = new Set([...variablesOf(look).map(([name]) => name), ...ofParts])
  const unknown = styles.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[\w-]+)/g)]
      .map(([, name = '']) => name)
      .filter(name => !known.has(name))
      .map(name => `${file}: ${name}`),
  )
  expect(unknown).toEqual([])
})
