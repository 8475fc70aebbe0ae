import { randomBytes } from 'node:crypto'
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import { maxSecretLength, secretMask } from '@pone/schema/limits.ts'
import { describe, expect, it } from 'vitest'
import { createSecretBox } from '../../adapters/secrets.ts'
import { maskCredentials, openCredentials, sealCredentials } from './stored-credentials.ts'

const box = createSecretBox(randomBytes(32))
const request = (id: string, auth: object) => ({
  id,
  name: id,
  kind: 'request',
  protocol: 'http',
  http: { url: '/', auth },
})
const basic = (user: string, password: string) => ({ kind: 'basic', user, password })
const documentOf = (steps: object[], settings: object = {}) =>
  componentDocumentSchema.parse({ steps, settings })
const rename = (document: ComponentDocument, from: string, to: string): ComponentDocument =>
  componentDocumentSchema.parse(JSON.parse(JSON.stringify(document).replaceAll(`"${from}"`, `"${to}"`)))

const fileId = '00000000-0000-4000-8000-000000000001'
const all = documentOf(
  [
    request('a', basic('alice', 'pass-of-alice')),
    {
      id: 'g',
      name: 'g',
      kind: 'transaction',
      children: [request('b', { kind: 'digest', user: 'bob', password: 'pass-of-bob' })],
    },
    { ...request('c', { kind: 'bearer', token: 'token-literal' }), enabled: false },
    request('d', {
      kind: 'oauth2',
      tokenUrl: 'https://id/',
      clientId: 'shop',
      clientSecret: 'client-literal',
    }),
    request('e', basic('carol', '${password}')),
  ],
  {
    auth: basic('dave', 'pass-of-dave'),
    proxy: { kind: 'http', host: 'proxy', port: 3128, user: 'eve', password: 'pass-of-eve' },
    tls: { clientCertificate: { kind: 'p12', fileId, passphrase: 'phrase-literal' } },
  },
)
const stored = sealCredentials(all, null, box)
const words = ['pass-of', 'token-literal', 'client-literal', 'phrase-literal']

describe('passwords and tokens in a component', () => {
  it('are stored sealed, wherever they stand, and opened to what was written', () => {
    for (const word of words) expect(JSON.stringify(stored)).not.toContain(word)
    expect(openCredentials(stored, box)).toEqual(all)
  })

  it('are read as a mask; what only names variables is read as it is', () => {
    const text = JSON.stringify(maskCredentials(stored))
    for (const word of [...words, 'sealed:']) expect(text).not.toContain(word)
    expect(text).toContain('${password}')
    expect(text.split(secretMask)).toHaveLength(8)
  })

  it('are masked for readers even if an earlier version left them open', () => {
    for (const word of words) expect(JSON.stringify(maskCredentials(all))).not.toContain(word)
  })

  it('keep their values when the mask is saved, and take new ones', () => {
    expect(sealCredentials(maskCredentials(stored), stored, box)).toEqual(stored)
    const changed = sealCredentials(documentOf([request('a', basic('alice', 'new'))]), stored, box)
    expect(openCredentials(changed, box)).toEqual(documentOf([request('a', basic('alice', 'new'))]))
  })

  it('follow their user to a copied step, and to one whose place another took', () => {
    const copied = documentOf([request('a2', basic('alice', secretMask))])
    expect(openCredentials(sealCredentials(copied, stored, box), box)).toEqual(
      documentOf([request('a2', basic('alice', 'pass-of-alice'))]),
    )
    const moved = documentOf([request('b', basic('alice', secretMask))])
    expect(openCredentials(sealCredentials(moved, stored, box), box)).toEqual(
      documentOf([request('b', basic('alice', 'pass-of-alice'))]),
    )
  })

  it('stay at their place when the user is renamed', () => {
    const renamed = sealCredentials(rename(maskCredentials(stored), 'alice', 'alison'), stored, box)
    expect(openCredentials(renamed, box)).toEqual(rename(all, 'alice', 'alison'))
  })

  it('are asked for where a mask stands for none', () => {
    const strange = documentOf([request('z', basic('zoe', secretMask))])
    expect(() => sealCredentials(strange, stored, box)).toThrow('credentialUnknown')
    expect(() => sealCredentials(strange, null, box)).toThrow('credentialUnknown')
  })

  it('are refused above the limit, and told by name when their key is gone', () => {
    const long = documentOf([request('a', basic('alice', 'x'.repeat(maxSecretLength + 1)))])
    expect(() => sealCredentials(long, null, box)).toThrow('secretTooLong')
    expect(() => openCredentials(stored, createSecretBox(randomBytes(32)))).toThrow(
      expect.objectContaining({ code: 'SecretUnreadable' }),
    )
    const longest = documentOf([request('a', basic('alice', '密'.repeat(maxSecretLength)))])
    const sealed = sealCredentials(longest, null, box)
    expect(componentDocumentSchema.safeParse(sealed).success).toBe(true)
  })
})
