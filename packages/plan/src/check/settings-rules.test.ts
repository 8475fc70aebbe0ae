import { describe, expect, test } from 'vitest'
import { componentDocumentSchema } from '../component/component.ts'
import { validateComponent } from './validate.ts'

const fileId = '0b0e7c8e-0000-4000-8000-000000000000'
const proxy = (changes: object) => ({
  proxy: { kind: 'http', host: 'proxy.example', port: 3128, ...changes },
})
const host = (name: string, value: string) => ({ hosts: [{ name, value }] })
const certificate = (clientCertificate: object) => ({ tls: { clientCertificate } })

const codesOf = (settings: object, attachmentIds?: ReadonlySet<string>) => {
  const steps = [{ id: 'r', name: '', kind: 'request', protocol: 'http', http: { url: 'http://t/' } }]
  const variables = [{ name: 'own', value: 'v' }]
  const parameters = [{ id: 'p', kind: 'list', name: 'param', values: ['a'] }]
  const document = componentDocumentSchema.parse({ steps, settings, variables, parameters })
  return validateComponent(document, { attachmentIds }).map(({ field, code }) => `${field} ${code}`)
}

describe('the check of settings', () => {
  test.each([
    ['nothing set', {}, []],
    ['a proxy', proxy({ bypass: 'localhost, *.example.com,10.0.0.1 [::1]' }), []],
    ['a proxy by IPv6 address', proxy({ host: '[::1]' }), []],
    ['a proxy without host', proxy({ host: ' ' }), ['settings.proxy.host noProxyHost']],
    ['a proxy as URL', proxy({ host: 'http://proxy.example' }), ['settings.proxy.host badProxyHost']],
    ['a proxy with port', proxy({ host: 'proxy.example:3128' }), ['settings.proxy.host badProxyHost']],
    ['a wild card in the middle', proxy({ bypass: 'a.*.example' }), ['settings.proxy.bypass badBypass']],
    ['a network to bypass', proxy({ bypass: '10.0.0.0/8' }), ['settings.proxy.bypass badBypass']],
    ['a proxy from a variable', proxy({ host: '${own}' }), []],
    [
      'a proxy from what only users have',
      proxy({ host: '${param}', user: '${none}' }),
      ['settings.proxy.host noValueBeforeRun', 'settings.proxy.user noValueBeforeRun'],
    ],
    ['a server name', { tls: { serverName: 'inner.example' } }, []],
    [
      'an address as server name',
      { tls: { serverName: '10.0.0.1' } },
      ['settings.tls.serverName badServerName'],
    ],
    [
      'a URL as server name',
      { tls: { serverName: 'https://a.example' } },
      ['settings.tls.serverName badServerName'],
    ],
    ['names that lead elsewhere', host('a.example', '10.0.0.1'), []],
    ['names that lead to names', host('a.example', 'b.example'), []],
    ['a name that leads nowhere', host('a.example', ''), ['settings.hosts.0.value badHostAddress']],
    ['a URL instead of a name', host('http://a', '::1'), ['settings.hosts.0.name badHost']],
    [
      'sources of the wrong family',
      { ipFamily: '6', sourceAddresses: ['10.0.0.1'] },
      ['settings.sourceAddresses noSourceOfFamily'],
    ],
    ['sources of both families', { ipFamily: '6', sourceAddresses: ['10.0.0.1', '::1'] }, []],
    [
      'no file chosen',
      certificate({ kind: 'p12', fileId: '' }),
      ['settings.tls.clientCertificate.fileId noCertificateFile'],
    ],
    ['files of which nothing is known', certificate({ kind: 'p12', fileId }), []],
  ])('%s', (_, settings, expected) => {
    expect(codesOf(settings)).toEqual(expected)
  })

  test('finds files that are gone', () => {
    const pem = { kind: 'pem', certificateFileId: fileId, keyFileId: fileId }
    const settings = { tls: { trustedFileId: fileId, clientCertificate: pem } }
    expect(codesOf(settings, new Set([fileId]))).toEqual([])
    expect(codesOf(settings, new Set())).toEqual([
      'settings.tls.trustedFileId missingCertificateFile',
      'settings.tls.clientCertificate.certificateFileId missingCertificateFile',
      'settings.tls.clientCertificate.keyFileId missingCertificateFile',
    ])
  })
})
