import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { stepKinds } from '@pone/plan/steps/registry.ts'
import { secretMask } from '@pone/schema/limits.ts'
import { describe, expect, it } from 'vitest'
import { createStep } from '../model/new-step.ts'
import { codeLanguages, marksOf, readCode, writeCode } from './code-draft.ts'

const document = componentDocumentSchema.parse({
  steps: stepKinds.map(kind => createStep(kind, kind)),
})

const stored = { name: 'Shop', saved: document }

describe.each(codeLanguages)('a component as %s', language => {
  const draft = writeCode(language, 'Shop', document)

  it('reads back as it was written, with every kind of step', () => {
    const read = readCode(draft, `${draft.text}\n`, stored)
    expect(read).toMatchObject({ problems: [], leftOut: [] })
    expect(read.document).toEqual(document)
  })

  it('keeps the last valid document while the text has errors, and reports their position', () => {
    const broken = readCode(draft, `${draft.text}\n}`, stored)
    expect(broken.document).toBe(document)
    const [mark] = marksOf(broken.problems, 'zh')
    expect(mark?.message).toMatch(/[\u4e00-\u9fff]/)
    expect(mark?.line).toBeGreaterThan(1)
  })

  it('reports a limited number of problems', () => {
    const [line, text] =
      language === 'yaml'
        ? ['  - nonsense: 1\n', 'steps:\n']
        : ['{ nonsense: 1 },', 'export default { steps: [']
    const end = language === 'yaml' ? '' : ']}'
    const broken = readCode(draft, `${text}${line.repeat(300)}${end}`, stored)
    expect(broken.problems).toHaveLength(100)
  })

  it('reports what saving leaves out', () => {
    expect(readCode(draft, draft.text, { ...stored, name: 'Other name' }).leftOut).toEqual(['name'])
  })

  it('accepts the mask of a stored secret only under its name and as a secret', () => {
    const saved = componentDocumentSchema.parse({
      ...document,
      variables: [{ name: 'token', value: secretMask, secret: true }],
    })
    const secret = writeCode(language, 'Shop', saved)
    const read = (text: string) => readCode(secret, text, { name: 'Shop', saved })
    expect(read(secret.text).problems).toEqual([])
    for (const text of [
      secret.text.replace('token', 'renamed'),
      secret.text.replace(/secret: true/, 'secret: false'),
    ]) {
      expect(text).not.toBe(secret.text)
      const changed = read(text)
      expect(changed.document).toBe(saved)
      expect(changed.problems).toMatchObject([{ field: 'variables.0.value' }])
      expect(changed.problems[0]?.position?.line).toBeGreaterThan(1)
    }
  })
})
