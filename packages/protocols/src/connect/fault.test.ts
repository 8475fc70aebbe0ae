import { describe, expect, test } from 'vitest'
import { networkFailureText } from '../network-failures.ts'
import { proxyFault, socketFault } from './fault.ts'

const error = (code: string, more: object = {}) =>
  Object.assign(new Error(`it failed: ${code}`), { code, ...more })

describe('the code of a fault', () => {
  test.each([
    ['ECONNREFUSED', false, 'ECONNREFUSED'],
    ['ECONNRESET', false, 'ECONNRESET'],
    ['ECONNRESET', true, 'tls.ECONNRESET'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', true, 'tls.DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', true, 'tls.CERT_ALTNAME_INVALID'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', true, 'tls.WRONG_VERSION_NUMBER'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', false, 'tls.alert.certificateRequired'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', true, 'tls.alert.protocolVersion'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', true, 'tls.alert.handshakeFailure'],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', true, 'tls.alert.handshakeFailure'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', true, 'tls.alert.unknownCa'],
  ])('%s, in the handshake: %s, is %s', (code, isHandshake, expected) => {
    expect(socketFault(error(code), isHandshake)[0]).toBe(expected)
  })

  test('of a look-up begins with dns', () => {
    expect(socketFault(error('ENOTFOUND', { syscall: 'getaddrinfo' }), false)[0]).toBe('dns.ENOTFOUND')
  })

  test('of several addresses is told with the words of the first', () => {
    const several = Object.assign(new AggregateError([error('ECONNREFUSED')]), { code: 'ECONNREFUSED' })
    expect(socketFault(several, false)).toEqual([
      'ECONNREFUSED',
      networkFailureText('refused', { detail: 'it failed: ECONNREFUSED' }),
    ])
  })

  test('of an own address says whose it is not, or that its ports are used up', () => {
    expect(socketFault(error('EADDRNOTAVAIL', { syscall: 'bind' }), false)).toEqual([
      'EADDRNOTAVAIL',
      networkFailureText('foreignSourceAddress', { detail: 'it failed: EADDRNOTAVAIL' }),
    ])
    expect(socketFault(error('EADDRNOTAVAIL', { syscall: 'connect' }), true)).toEqual([
      'EADDRNOTAVAIL',
      networkFailureText('noLocalPort', { detail: 'it failed: EADDRNOTAVAIL' }),
    ])
    expect(socketFault(error('EADDRINUSE', { syscall: 'connect' }), false)[0]).toBe('EADDRINUSE')
  })

  test.each([
    ['CERT_HAS_EXPIRED', '[[certificateExpired '],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', '[[certificateUntrusted '],
    ['ERR_TLS_CERT_ALTNAME_INVALID', '[[certificateForOtherName '],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', '[[tlsAlert {"alert":"unknownCa"'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', '[[tlsFailed '],
  ])('%s of a handshake has a text of its own', (code, text) => {
    expect(socketFault(error(code), true)[1]).toContain(text)
  })

  test('of the way to a proxy begins with proxy, but a wrong source address is not its fault', () => {
    expect(proxyFault(error('ECONNREFUSED'))[0]).toBe('proxy.ECONNREFUSED')
    expect(proxyFault(error('ENOTFOUND', { syscall: 'getaddrinfo' }))[0]).toBe('proxy.ENOTFOUND')
    expect(proxyFault(error('EADDRNOTAVAIL'))[0]).toBe('EADDRNOTAVAIL')
  })
})
