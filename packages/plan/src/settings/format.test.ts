import { expect, test } from 'vitest'
import { componentDocumentSchema } from '../component/component.ts'
import { formatVersion, readableByEarlier, upgradeSettings } from './format.ts'

const auth = { kind: 'basic', user: 'alice', password: 'p' }
/** As 0.6 stored it, all settings on one level and no version. */
const earlier = {
  settings: { baseUrl: 'http://shop', cache: true, httpVersion: 'auto', auth, verifyTls: false, log: 'full' },
}

test('a document of 0.6 is read with the settings of HTTP in their section, and the others where they were', () => {
  const { formatVersion: version, settings } = componentDocumentSchema.parse(earlier)
  expect(version).toBe(formatVersion)
  expect(settings).toMatchObject({ verifyTls: false, log: 'full' })
  expect(settings.http).toMatchObject({ baseUrl: 'http://shop', cache: true, httpVersion: 'auto', auth })
  expect(settings.http.parallelPerHost).toBe(6)
  expect(settings).not.toHaveProperty('baseUrl')
})

test('reading is the same the second time', () => {
  const once = componentDocumentSchema.parse(earlier)
  expect(componentDocumentSchema.parse(once)).toEqual(once)
  expect(componentDocumentSchema.parse({})).toEqual(componentDocumentSchema.parse({ formatVersion }))
})

test('a value in the section has precedence over the same one at the top', () => {
  const settings = { baseUrl: 'http://top', cache: true, http: { baseUrl: 'http://section' } }
  expect(upgradeSettings(settings)).toEqual({ http: { baseUrl: 'http://section', cache: true } })
})

test('what is written for 0.6 is understood by both', () => {
  const document = componentDocumentSchema.parse(earlier)
  const sent = { ...document, settings: readableByEarlier(document.settings) }
  expect(sent.settings).toMatchObject(earlier.settings)
  expect(componentDocumentSchema.parse(sent)).toEqual(document)
})

test.each([
  ['a later version', { formatVersion: formatVersion + 1 }],
  ['a version that is none', { formatVersion: 'two' }],
  ['a section that is none', { settings: { baseUrl: 'http://shop', http: 'x' } }],
  ['settings that are none', { settings: [1] }],
  ['a document that is none', 7],
])('%s is refused', (_name, document) => {
  expect(componentDocumentSchema.safeParse(document).success).toBe(false)
})
