import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hideIcons } from './icons.ts'

const library = dirname(createRequire(import.meta.url).resolve('@ant-design/icons/package.json'))

test('icons of the installed library are hidden unless they have a name of their own', () => {
  const code = hideIcons(readFileSync(join(library, 'es/components/AntdIcon.js'), 'utf8'))
  expect(code).not.toContain('icon.name\n')
  expect(code).toContain('restProps["aria-label"] ? { role: "img" } : { "aria-hidden": true }')
})

test('a library whose icons cannot be hidden any more stops the build', () => {
  expect(() => hideIcons('role: "img"')).toThrow('@ant-design/icons has changed')
})
