import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listTextFiles, namedKeys } from '../build/texts.ts'
import { messages } from './messages.ts'

const source = import.meta.dirname
const files = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter(file => !file.endsWith('.test.ts') && !file.endsWith('.test.tsx'))
  .map(file => [file, readFileSync(join(source, file), 'utf8')] as const)
const entries = Object.entries(messages)
const holes = (text: string) => new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1]))

describe('texts of the interface', () => {
  test('every text has both languages', () => {
    expect(entries.filter(([, text]) => !text.zh.trim() || !text.en.trim()).map(([key]) => key)).toEqual([])
  })

  test('both languages have the same placeholders', () => {
    const unequal = entries.filter(([, { zh, en }]) => holes(zh).symmetricDifference(holes(en)).size > 0)
    expect(unequal.map(([key]) => key)).toEqual([])
  })

  test('English texts contain no Chinese', () => {
    const allowed = new Set<string>([])
    expect(
      entries.filter(([key, { en }]) => /[\u4e00-\u9fff]/u.test(en) && !allowed.has(key)).map(([key]) => key),
    ).toEqual([])
  })

  test('every key that the code uses exists', () => {
    const missing = files.flatMap(([file, text]) =>
      [...text.matchAll(/\b(?:t|translate)\(\s*'([^']+)'/g)].flatMap(([, key]) =>
        key && !(key in messages) ? [`${file}: ${key}`] : [],
      ),
    )
    expect(missing).toEqual([])
  })

  test('every text is used by the code', () => {
    const sources = files.filter(([file]) => !file.endsWith('messages.ts')).map(([, code]) => namedKeys(code))
    expect(entries.map(([key]) => key).filter(key => !sources.some(names => names(key)))).toEqual([])
  })

  test('every file of texts is joined here, so that its keys are typed', async () => {
    const modules: object[] = await Promise.all([...listTextFiles(source).values()].map(path => import(path)))
    const keys = modules.flatMap(module => Object.values(module).flatMap(Object.keys))
    expect(keys.sort()).toEqual(entries.map(([key]) => key).sort())
  })

  test('no key is in two files', () => {
    const seen = new Map<string, string>()
    const twice: string[] = []
    for (const [file, text] of files.filter(([name]) => name.endsWith('messages.ts'))) {
      for (const [, key] of text.matchAll(/^ {2}'([^']+)':/gm)) {
        if (!key) continue
        if (seen.has(key)) twice.push(`${key}: ${seen.get(key)} and ${file}`)
        seen.set(key, file)
      }
    }
    expect(twice).toEqual([])
  })
})
