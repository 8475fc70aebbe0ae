/** Challenges as servers write them, and the proofs of the RFCs. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { basicAuthorization, type DigestCredentials } from '../credentials.ts'
import { readChallenges } from './challenges.ts'
import { digestAuthorization, digestState } from './digest.ts'

const plain = (header: string) =>
  readChallenges(header).map(({ scheme, params }) => [scheme, Object.fromEntries(params)])

describe('challenges', () => {
  test.each<[string, unknown]>([
    ['Basic realm="a"', [['basic', { realm: 'a' }]]],
    [
      'Digest realm="a, b", nonce="n\\"q", stale=TRUE,qop="auth,auth-int"',
      [['digest', { realm: 'a, b', nonce: 'n"q', stale: 'TRUE', qop: 'auth,auth-int' }]],
    ],
    [
      'Negotiate, Basic realm="a", DIGEST Nonce = n , realm=x',
      [
        ['negotiate', {}],
        ['basic', { realm: 'a' }],
        ['digest', { nonce: 'n', realm: 'x' }],
      ],
    ],
    [
      'Negotiate YWJj==, Digest nonce="n"',
      [
        ['negotiate', {}],
        ['digest', { nonce: 'n' }],
      ],
    ],
    ['Digest', [['digest', {}]]],
    ['', []],
    ['"', []],
    [
      'Digest nonce="open',
      [
        ['digest', {}],
        ['nonce', {}],
      ],
    ],
  ])('%s', (header, expected) => {
    expect(plain(header)).toEqual(expected)
  })
  test('of any length are read in no time', () => {
    for (const piece of ['a ', 'a=', '"', '\\', ', ', 'a="b\\', ' \t']) {
      expect(readChallenges(`Digest ${piece.repeat(200_000)}`).length).toBeLessThanOrEqual(16_384)
    }
  })
})

const mufasa: DigestCredentials = { kind: 'digest', user: 'Mufasa', password: 'Circle of Life' }
const request = { method: 'GET', target: '/dir/index.html', bodyHash: '' }
const stateOf = (header: string, auth = mufasa, cnonce?: string) => {
  const state = digestState(readChallenges(header), auth)
  if (state === null) throw new Error('a digest challenge is expected')
  return cnonce === undefined ? state : { ...state, cnonce }
}
const paramsOf = (authorization: string) => Object.fromEntries(readChallenges(authorization)[0]?.params ?? [])

describe('the proof', () => {
  const nonce = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v'
  const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('of RFC 7616 §3.9.1 with %s', (algorithm, response) => {
    const challenge = `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${nonce}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`
    const params = paramsOf(digestAuthorization(stateOf(challenge, mufasa, cnonce), mufasa, request))
    expect(params).toEqual({
      username: 'Mufasa',
      realm: 'http-auth@example.org',
      uri: '/dir/index.html',
      algorithm,
      nonce,
      nc: '00000001',
      cnonce,
      qop: 'auth',
      response,
      opaque: 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS',
    })
  })
  test('of RFC 2617 §3.5', () => {
    const auth = { ...mufasa, password: 'Circle Of Life' }
    const challenge =
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"'
    const { response, algorithm } = paramsOf(
      digestAuthorization(stateOf(challenge, auth, '0a4f113b'), auth, request),
    )
    expect([response, algorithm]).toEqual(['6629fae49393a05397450978507c4ef1', undefined])
  })
  test('without qop is that of RFC 2069: no count, no client nonce', () => {
    const state = stateOf('Digest realm="r", nonce="n"')
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    const expected = md5(`${md5('Mufasa:r:Circle of Life')}:n:${md5('GET:/dir/index.html')}`)
    const params = paramsOf(digestAuthorization(state, mufasa, request))
    expect([params.response, params.nc, params.cnonce, params.qop]).toEqual([
      expected,
      undefined,
      undefined,
      undefined,
    ])
  })
  test('counts the uses of a nonce', () => {
    const state = stateOf('Digest realm="r", nonce="n", qop=auth')
    const counts = Array.from({ length: 11 }, () => paramsOf(digestAuthorization(state, mufasa, request)).nc)
    expect(counts.at(-1)).toBe('0000000b')
    expect(new Set(counts).size).toBe(11)
  })
  test.each([
    ['Mufasa', 'username="Mufasa"'],
    ['a"b\\c', 'username="a\\"b\\\\c"'],
    ['Jäsøn Doe', "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe"],
  ])('names the user %s', (user, expected) => {
    const auth = { ...mufasa, user }
    const state = stateOf('Digest realm="r", nonce="n", qop=auth', auth)
    expect(digestAuthorization(state, auth, request)).toContain(`Digest ${expected}, `)
  })
  test('hides the user when asked', () => {
    const state = stateOf('Digest realm="r", nonce="n", qop=auth, userhash=true, algorithm=SHA-256')
    const { username, userhash } = paramsOf(digestAuthorization(state, mufasa, request))
    expect([username, userhash]).toEqual([createHash('sha256').update('Mufasa:r').digest('hex'), 'true'])
  })
})

test.each([
  ['Digest realm="r", nonce="n", algorithm=SHA-1, Digest realm="r", nonce="m", algorithm=MD5', 'm'],
  ['Basic realm="r", Digest realm="r", nonce="n", qop="other", Digest realm="r", nonce="m"', 'm'],
  ['Digest realm="r", nonce="a", algorithm=SHA-512-256, Digest realm="r", nonce="b"', 'a'],
])('of %s the first that can be answered is: nonce %s', (header, nonce) => {
  expect(stateOf(header).nonce).toBe(nonce)
})

test('basic authorization is in UTF-8', () => {
  expect(basicAuthorization('张三', 'pä:ss')).toBe(`Basic ${Buffer.from('张三:pä:ss').toString('base64')}`)
})
