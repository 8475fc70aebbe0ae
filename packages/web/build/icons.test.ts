import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hideIcons, iconModule } from './icons.ts'

const library = dirname(createRequire(import.meta.url).resolve('@ant-design/icons/package.json'))

const components = join(library, 'es/components')
/** Modules that call an icon an image named like its file. */
const naming = readdirSync(components).filter(
  name =>
    name.endsWith('.js') && /"aria-label": icon\.name/.test(readFileSync(join(components, name), 'utf8')),
)

test.each(naming)('icons of %s are hidden unless they have a name of their own', name => {
  const path = join(components, name)
  expect(iconModule.test(path)).toBe(true)
  const code = hideIcons(readFileSync(path, 'utf8'))
  expect(code).not.toContain('"aria-label": icon.name')
  expect(code).toContain('restProps["aria-label"] ? { role: "img" } : { "aria-hidden": true }')
})

test('the modules of all icons of the library are found', () => {
  expect(naming).toEqual(['AntdIcon.js', 'AntdIconLight.js'])
})

test('a library whose icons cannot be hidden any more stops the build', () => {
  expect(() => hideIcons('role: "img"')).toThrow('@ant-design/icons has changed')
})
