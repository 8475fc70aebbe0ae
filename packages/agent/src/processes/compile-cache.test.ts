import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compileCache } from './compile-cache.ts'

let parent = ''
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'pone-cache-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

test('the folder belongs to this account alone, and stays the same', () => {
  const { NODE_COMPILE_CACHE: folder = '' } = compileCache(parent)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(compileCache(parent)).toEqual({ NODE_COMPILE_CACHE: folder })
})

test('a folder that others may write to is not used', () => {
  compileCache(parent)
  for (const name of readdirSync(parent)) chmodSync(join(parent, name), 0o777)
  expect(compileCache(parent)).toEqual({})
})

test('where no folder can be made nothing is kept', () => {
  expect(compileCache(join(parent, 'missing\0'))).toEqual({})
})
