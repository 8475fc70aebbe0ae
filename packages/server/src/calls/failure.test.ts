import { errorParamsSchema } from '@pone/contract/error-params.ts'
import { AppError } from '@pone/contract/errors.ts'
import { expect, test } from 'vitest'
import { createErrorTexts } from './failure.ts'

const { textOf, toFailure } = createErrorTexts({ scenario: { zh: '场景', en: 'The scenario' } })

const detail = { zh: '没有绑定组件；没有选择集群', en: 'no components added; no cluster selected' }
const refusal = new AppError('ScenarioIncomplete', { detail })
/** Serialized and parsed, as by the database or another server. */
const stored = {
  code: refusal.code,
  params: errorParamsSchema.parse(JSON.parse(JSON.stringify(refusal.params))),
}

test.each(['zh', 'en'] as const)(
  'a refusal that was stored is told in %s to whoever reads in it',
  language => {
    expect(textOf(stored, language)).toContain(detail[language])
    const failure = toFailure(refusal, language, () => undefined)
    expect(failure.message).toContain(detail[language])
    expect(failure.params).toEqual({ detail: detail[language] })
  },
)

test('a refusal of an older version, stored in one language, and one of a newer version are told as they are', () => {
  const old = { code: 'ScenarioIncomplete', params: { detail: 'no components added' } }
  expect(textOf(old, 'zh')).toContain('no components added')
  expect(textOf({ code: 'OfTomorrow', params: {} }, 'zh')).toBe('OfTomorrow')
})

test('what is missing and details that are keys have words of their own', () => {
  const failure = { code: 'NotFound', params: { what: 'scenario' } }
  expect(textOf(failure, 'zh')).toContain('场景')
  expect(textOf({ code: 'FileContentRefused', params: { detail: 'noRows' } }, 'en')).toContain('heading')
})
