import { expect, test } from 'vitest'
import { shortLabel, shortLabels } from './short-label.ts'

test('a long name keeps its start and its end, a short one is unchanged', () => {
  expect(shortLabel('GET /\nhome')).toBe('GET / home')
  expect(shortLabel('x'.repeat(52))).toHaveLength(52)
  const cut = shortLabel(`/api/v3/tenants/${'x'.repeat(100)}/items/42?expand=lots`)
  expect(cut).toHaveLength(52)
  expect(cut).toMatch(/^\/api\/v3\/tenants\/.*…x*\/items\/42\?expand=lots$/)
})

test('a place with more or less room gets longer or shorter forms', () => {
  const name = `/api/v3/tenants/${'x'.repeat(100)}/items/42?expand=lots`
  expect(shortLabel(name, 200)).toBe(name)
  expect(shortLabel(name, 100)).toHaveLength(100)
  expect(shortLabel(name, 20)).toBe('/api/v3/t…xpand=lots')
  expect(shortLabels([name, `${name}s`], 200).get(name)).toBe(name)
})

test('characters of two code units are not split', () => {
  expect(shortLabel('😀'.repeat(60)).isWellFormed()).toBe(true)
})

test('names with a common start and end are distinguished by the part that differs', () => {
  const name = (id: number) =>
    `/api/v3/tenants/{tenantId}/warehouses/items/${id}/reservations?expand=lots,serials`
  const short = shortLabels([name(17), name(290), 'home'])
  expect(short.get(name(17))).not.toBe(short.get(name(290)))
  expect(short.get('home')).toBe('home')
  expect([...shortLabels([name(17), name(290)]).values()]).toEqual([
    '…arehouses/items/17/reservations?ex…',
    '…arehouses/items/290/reservations?ex…',
  ])
  expect(shortLabels([name(17)]).get(name(17))).toBe(shortLabel(name(17)))
})

test('a name is shortened only if it is longer than 52 characters, to 24 at its start and 27 at its end', () => {
  const name = Array.from({ length: 53 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('')
  expect(shortLabel(name.slice(0, 52))).toBe(name.slice(0, 52))
  expect(shortLabel(name)).toBe(`${name.slice(0, 24)}…${name.slice(-27)}`)
})

test('16 of the shared characters stay on each side', () => {
  const name = (id: string) => `${'b'.repeat(40)}${id}${'e'.repeat(40)}`
  expect([...shortLabels([name('1'), name('2')]).values()]).toEqual([
    `…${'b'.repeat(16)}1${'e'.repeat(16)}…`,
    `…${'b'.repeat(16)}2${'e'.repeat(16)}…`,
  ])
})
