import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { extractorSchema } from '@pone/plan/answers/answer-rules.ts'
import { expect, test } from 'vitest'
import { answerOf, compile, scopeOf } from './answer-harness.ts'
import { AnswerView } from './answer-view.ts'
import { detachedText } from './detached-text.ts'
import { compileExtractor } from './extractors.ts'

test.each([
  '',
  'short',
  'a text of some length',
  '中文字符中文字符中文字符中文',
  `half \ud800 of a character`,
])('%j stays as it is', text => expect(detachedText(text)).toBe(text))

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heldBytes = (): number => {
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test.each([
  ['regex', { expression: 'id=(\\w+)' }],
  ['boundary', { expression: 'id=', rightBoundary: ';' }],
  ['css', { expression: 'b' }],
  ['xpath', { expression: '//b' }],
] as const)('what %s extracts does not keep the answer in memory', (source, rule) => {
  const extractor = compileExtractor(
    extractorSchema.parse({ id: 'e', source, variable: 'v', ...rule }),
    compile,
  )
  const scope = scopeOf()
  const padding = 'x'.repeat(2 * 1024 ** 2)
  const answer = (index: number) =>
    Buffer.from(`<html><body>${padding}<b>id=${'a'.repeat(20)}${index};</b></body></html>`)
  const kept: (string | null)[] = []
  const take = (index: number) => {
    const headers: [string, string][] = [['Content-Type', 'text/html']]
    const view = new AnswerView(answerOf('', { headers, body: answer(index) }))
    kept.push(extractor.extract(view, scope))
  }
  take(0)
  const before = heldBytes()
  for (let index = 1; index < 20; index++) take(index)
  expect(heldBytes() - before).toBeLessThan(15 * 1024 ** 2)
  expect(kept.every(value => value?.includes('a'.repeat(20)))).toBe(true)
})
