import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepDevice, knownDevice } from './known-device.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('stores one token per account, ignoring letter case', () => {
  keepDevice('Zhang.San', 'one')
  keepDevice('li.si', 'two')
  keepDevice('zhang.san', 'three')
  expect([knownDevice('ZHANG.SAN'), knownDevice(' li.si '), knownDevice('wang')]).toEqual([
    'three',
    'two',
    '',
  ])
})

test('drops the least recently used account, and replaces unreadable content', () => {
  for (let number = 0; number < 11; number += 1) keepDevice(`user-${number}`, `token-${number}`)
  expect([knownDevice('user-0'), knownDevice('user-1')]).toEqual(['', 'token-1'])
  localStorage.setItem('pone.devices', '{broken')
  expect(knownDevice('user-1')).toBe('')
})
