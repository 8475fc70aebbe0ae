import { expect, test } from 'vitest'
import { leavesFolder, linkLeavesFolder } from './archive-path.ts'

test.each([
  ['bin/tool', false],
  ['./bin/../lib/x', false],
  ['a/b/..', false],
  ['../x', true],
  ['a/../../x', true],
  ['/etc/passwd', true],
  ['..\\x', true],
  ['C:/x', true],
  ['', true],
])('the path %s leaves the folder: %s', (path, leaves) => {
  expect(leavesFolder(path)).toBe(leaves)
})

test.each([
  ['node_modules/@pone/agent', '../../packages/agent', false],
  ['a/link', '../../etc', true],
  ['link', '/etc', true],
  ['link', 'other', false],
])('the link %s to %s leaves the folder: %s', (path, target, leaves) => {
  expect(linkLeavesFolder(path, target)).toBe(leaves)
})
