import { fireEvent, within } from '@testing-library/react'
import { describe, expect, it, test } from 'vitest'
import { checkpointText, sourceChange, takesExpression, unitOf } from './checkpoint-rules.ts'
import { choose, extractor, open, request, rich } from './test-request.tsx'

test('checkpoints are changed, added and deleted', async () => {
  const { stepNow, user, show } = await open(rich)
  await show(/Checkpoints/)
  const rule = (number: number) =>
    document.querySelector(`[data-field="r:checkpoints.${number - 1}"]`) as HTMLElement
  await choose('Subject', /^Response header$/, rule(1))
  expect(stepNow().checkpoints[0]).toMatchObject({ source: 'header', expression: 'Content-Type' })
  fireEvent.change(within(rule(2)).getByRole('combobox', { name: 'Expected value' }), {
    target: { value: '900' },
  })
  expect(stepNow().checkpoints[1]).toMatchObject({ expected: '900' })
  await user.click(
    document.querySelector('[role=tabpanel][aria-hidden=false] .ant-btn-dashed') as HTMLElement,
  )
  expect(stepNow().checkpoints).toHaveLength(5)
  await user.click(within(rule(3)).getByRole('button', { name: /Delete/ }))
  expect(
    stepNow()
      .checkpoints.map(({ id }) => id)
      .slice(0, 3),
  ).toEqual(['c1', 'c2', 'c4'])
})

test('extractors are changed, added and deleted', async () => {
  const { stepNow, user, show } = await open(rich, {
    offers: [{ kind: 'variable', name: 'value', detail: '', insert: 'value' }],
  })
  await show(/Extractors/)
  const rule = (number: number) =>
    document.querySelector(`[data-field="r:extractors.${number - 1}"]`) as HTMLElement
  const labels = (number: number) =>
    [...rule(number).querySelectorAll('[aria-label]')]
      .map(field => field.getAttribute('aria-label'))
      .filter(label => !/^(close|down|delete)/.test(label ?? ''))
  expect([1, 2, 3, 4, 5].map(number => labels(number).length)).toMatchInlineSnapshot(`
    [
      5,
      10,
      6,
      6,
      4,
    ]
  `)
  fireEvent.change(within(rule(1)).getByRole('textbox'), { target: { value: ' name ' } })
  await user.click(within(rule(1)).getByRole('checkbox'))
  expect(stepNow().extractors[0]).toMatchObject({ variable: 'name', defaultValue: '' })
  await user.click(within(rule(2)).getByRole('checkbox'))
  expect(stepNow().extractors[1]).toMatchObject({ defaultValue: null })
  const group = within(rule(2)).getByRole('spinbutton')
  fireEvent.change(group, { target: { value: '3' } })
  fireEvent.blur(group)
  expect(stepNow().extractors[1]).toMatchObject({ group: 3 })
  await user.click(
    document.querySelector('[role=tabpanel][aria-hidden=false] .ant-btn-dashed') as HTMLElement,
  )
  expect(stepNow().extractors.at(-1)).toMatchObject({ variable: 'value2', source: 'jsonPath' })
  await user.click(within(rule(3)).getByRole('button', { name: /Delete/ }))
  expect(
    stepNow()
      .extractors.map(({ id }) => id)
      .slice(0, 3),
  ).toEqual(['token', 'part', 'node'])
})

test.each([
  ['jsonPath', '$.id', /Response header/, ''],
  ['regex', 'a(.)', /^JSONPath/, '$.id'],
  ['header', 'X-Id', /^XPath/, 'X-Id'],
  ['jsonPath', '$.order.id', /^XPath/, '$.order.id'],
  ['jsonPath', '$', /CSS/, ''],
])('the default of %s %s is adapted to the new source %s', async (source, expression, entry, expected) => {
  const { stepNow, show } = await open(request({}, { extractors: [extractor('e', { source, expression })] }))
  await show(/Extractors/)
  const rule = document.querySelector('[data-field="r:extractors.0"]') as HTMLElement
  const [sources] = within(rule).getAllByRole('combobox')
  await choose(sources?.getAttribute('aria-label') ?? '', entry, rule)
  expect(stepNow().extractors[0]?.expression).toBe(expected)
})

describe('rules of checkpoints', () => {
  const base = {
    id: 'c',
    source: 'status',
    expression: '',
    operator: 'equals',
    expected: '200',
    onFailure: 'continue',
  } as const
  it('define which sources need an expression and a unit', () => {
    expect(takesExpression('jsonPath')).toBe(true)
    expect(takesExpression('status')).toBe(false)
    expect([unitOf('responseTime'), unitOf('size'), unitOf('body')]).toEqual(['ms', 'B', null])
  })
  it('keep the entered expression with another source', () => {
    const own = { ...base, source: 'jsonPath', expression: '$.mine' } as const
    expect(sourceChange(own, 'xpath')).toMatchObject({
      source: 'xpath',
      expression: '$.mine',
      operator: 'exists',
    })
    expect(sourceChange(own, 'status')).toMatchObject({ expression: '', expected: '200' })
    expect(sourceChange({ ...own, expression: '$.code' }, 'header')).toMatchObject({
      expression: 'Content-Type',
    })
    expect(sourceChange(base, 'jsonPath')).toMatchObject({ expression: '$.code' })
  })
  it('are described as text', () => {
    const t = ((key: string) => key.replace('component.source.', '')) as Parameters<typeof checkpointText>[1]
    expect(checkpointText(base, t, 'en')).toBe('status equals 200')
    expect(
      checkpointText({ ...base, source: 'responseTime', operator: 'less', expected: '5' }, t, 'en'),
    ).toMatch(/^responseTime .*5 ms$/)
    expect(
      checkpointText({ ...base, source: 'jsonPath', expression: '$.a', operator: 'exists' }, t, 'en'),
    ).toMatch(/^jsonPath \$\.a (?!.*200)/)
  })
})
