import { expect, test } from 'vitest'
import { causeText, readCause, toldCause } from './told-cause.ts'

test('a cause is read in either language, with what the program said', () => {
  const told = `shop-02: ${toldCause('pluginMissing', { name: 'a.Dummy[]' }, 'CannotResolve: a.Dummy[] ]]\n\tat x')}`
  expect(readCause(told, 'zh')).toEqual({
    text: 'shop-02: 计划用到 a.Dummy[]，压力机的 JMeter 中没有这个类：缺少插件 jar，请上传到组件或安装到 JMeter',
    raw: 'CannotResolve: a.Dummy[] ]]\n\tat x',
  })
  expect(readCause(told, 'en').text).toContain('shop-02: the plan uses a.Dummy[], but this class is missing')
})

test('parameters may be in both languages', () => {
  const told = toldCause('planUnreadable', { reason: { zh: '文件为空', en: 'the file is empty' } })
  expect(causeText(told, 'zh')).toBe('计划无法读取：文件为空')
  expect(causeText(told, 'en')).toBe('the plan cannot be read: the file is empty')
})

test.each([
  '',
  'exit code 3',
  '[[noSuchCode {}]]',
  '[[noSample {"a":]]',
  '[[noSample {"raw":{}}]]',
  '[[toString {}]]',
])('%j stays as it is', text => {
  expect(causeText(text, 'zh')).toBe(text)
})

test('what was said is kept up to a limit', () => {
  expect(readCause(toldCause('noSample', {}, 'x'.repeat(9_000)), 'en').raw).toHaveLength(2_000)
})
