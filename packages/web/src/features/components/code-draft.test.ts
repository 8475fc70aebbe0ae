import { componentDocumentSchema } from '@pone/contract/entities/component.ts'
import { describe, expect, it } from 'vitest'
import { codeLanguages, marksOf, readCode, writeCode } from './code-draft.ts'
import { createStep, stepKindGroups } from './new-step.ts'

const document = componentDocumentSchema.parse({
  steps: Object.values(stepKindGroups)
    .flat()
    .map(kind => createStep(kind, kind)),
})

describe.each(codeLanguages)('a component as %s', language => {
  const draft = writeCode(language, 'Shop', document)

  it('reads back as it was written, with every kind of step', () => {
    const read = readCode(draft, `${draft.text}\n`, 'Shop')
    expect(read).toMatchObject({ problems: [], leftOut: [] })
    expect(read.document).toEqual(document)
  })

  it('keeps the document before while the text is broken, and says where', () => {
    const broken = readCode(draft, `${draft.text}\n}`, 'Shop')
    expect(broken.document).toBe(document)
    const [mark] = marksOf(broken.problems, 'zh')
    expect(mark?.message).toMatch(/[\u4e00-\u9fff]/)
    expect(mark?.line).toBeGreaterThan(1)
  })

  it('says what saving leaves out', () => {
    expect(readCode(draft, draft.text, 'Other name').leftOut).toEqual(['name'])
  })
})
