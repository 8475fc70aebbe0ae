/** Addresses and credentials of VictoriaMetrics from the environment. */
import { expect, test } from 'vitest'
import { victoriaSettings } from './settings.ts'

test('one address serves everything, with its path and without its credentials', () => {
  expect(victoriaSettings('https://pone:p%40ss@metrics.example:8428/team/')).toEqual({
    writeUrl: 'https://metrics.example:8428/team',
    readUrl: 'https://metrics.example:8428/team',
    deleteUrl: 'https://metrics.example:8428/team',
    authorization: `Basic ${Buffer.from('pone:p@ss').toString('base64')}`,
  })
})

test('a cluster is written to, read from and deleted from at the addresses of the tenant', () => {
  const settings = victoriaSettings('http://vminsert:8480/insert/42/prometheus', {
    readUrl: 'http://vmselect:8481/select/42/prometheus',
    token: 'secret',
  })
  expect(settings).toEqual({
    writeUrl: 'http://vminsert:8480/insert/42/prometheus',
    readUrl: 'http://vmselect:8481/select/42/prometheus',
    deleteUrl: 'http://vmselect:8481/delete/42/prometheus',
    authorization: 'Bearer secret',
  })
})

test.each([
  ['metrics:8428', undefined, /PONE_VICTORIA_METRICS_URL/],
  ['http://metrics/?tenant=1', undefined, /PONE_VICTORIA_METRICS_URL/],
  ['http://metrics', 'ftp://metrics', /PONE_VICTORIA_METRICS_READ_URL/],
])('%s with %s is refused by the name of its variable', (url, readUrl, message) => {
  expect(() => victoriaSettings(url, { readUrl })).toThrow(message)
})

test('a refused address does not show its password, and a token excludes a user', () => {
  expect(() => victoriaSettings('http://me:secret@metrics/?a')).toThrow(/^(?!.*secret)/)
  expect(() => victoriaSettings('http://me:secret@metrics', { token: 'other' })).toThrow(/exclude/)
})
