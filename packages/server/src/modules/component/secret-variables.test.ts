import { randomBytes } from 'node:crypto'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { maxSecretLength, secretMask } from '@pone/schema/limits.ts'
import { describe, expect, it } from 'vitest'
import { createSecretBox } from '../../adapters/secrets.ts'
import { maskSecrets, openSecrets, sealSecrets } from './secret-variables.ts'

const box = createSecretBox(randomBytes(32))
const documentOf = (...variables: { name: string; value: string; secret?: boolean }[]) =>
  componentDocumentSchema.parse({ variables })
const valuesOf = (document: { variables: { value: string }[] }) =>
  document.variables.map(({ value }) => value)

describe('secret variables', () => {
  const written = documentOf(
    { name: 'host', value: 'shop' },
    { name: 'password', value: 'open sesame', secret: true },
    { name: 'none', value: '', secret: true },
  )
  const stored = sealSecrets(written, null, box)

  it('are stored sealed and opened to what was written', () => {
    expect(JSON.stringify(stored)).not.toContain('sesame')
    expect(openSecrets(stored, box)).toEqual(written)
  })

  it('are read as a mask, and an empty one as empty', () => {
    expect(valuesOf(maskSecrets(stored))).toEqual(['shop', secretMask, ''])
  })

  it('keep their value when the mask is saved, take a new one, and lose it with the name', () => {
    const kept = sealSecrets(maskSecrets(stored), stored, box)
    expect(kept).toEqual(stored)
    const changed = sealSecrets(documentOf({ name: 'password', value: 'new', secret: true }), stored, box)
    expect(valuesOf(openSecrets(changed, box))).toEqual(['new'])
    const renamed = sealSecrets(documentOf({ name: 'other', value: secretMask, secret: true }), stored, box)
    expect(valuesOf(renamed)).toEqual([''])
  })

  it('are not revealed by making the variable a plain one', () => {
    const plain = sealSecrets(documentOf({ name: 'password', value: secretMask }), stored, box)
    expect(valuesOf(plain)).toEqual([secretMask])
  })

  it('do not open what a writer only pretends to be sealed', () => {
    const pretended = sealSecrets(documentOf({ name: 'p', value: 'sealed:abc', secret: true }), null, box)
    expect(valuesOf(openSecrets(pretended, box))).toEqual(['sealed:abc'])
  })

  it('cannot share a name, because a mask would then stand for either value', () => {
    const twins = documentOf(
      { name: 'p', value: 'one', secret: true },
      { name: 'p', value: 'two', secret: true },
    )
    expect(() => sealSecrets(twins, null, box)).toThrow('secretTwice')
  })

  it('are told by name when they were sealed under a key that is gone', () => {
    const other = createSecretBox(randomBytes(32))
    expect(() => openSecrets(stored, other)).toThrow(
      expect.objectContaining({ code: 'SecretUnreadable', params: { name: 'password' } }),
    )
  })

  it('are refused above the limit', () => {
    const long = documentOf({ name: 'p', value: 'x'.repeat(maxSecretLength + 1), secret: true })
    expect(() => sealSecrets(long, null, box)).toThrow('secretTooLong')
  })
})
