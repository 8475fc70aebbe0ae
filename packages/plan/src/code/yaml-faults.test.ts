/** Faults of YAML are told in both languages. */
import { expect, test } from 'vitest'
import { yamlToDocument } from './yaml.ts'

test.each([
  ['name: a\nname: b', 2, 'YAML 有误：同一层中有重复的键', /^Invalid YAML: Map keys must be unique/],
  ['steps:\n\t- a', 2, 'YAML 有误：不能用制表符缩进', /^Invalid YAML: Tabs are not allowed/],
  ['name: "a', 1, 'YAML 有误：缺少字符，例如引号、括号、逗号或冒号', /^Invalid YAML: Missing closing/],
])('%j', (text, line, zh, en) => {
  const [problem] = yamlToDocument(text).problems
  expect(problem?.position?.line).toBe(line)
  expect(problem?.text.zh).toBe(zh)
  expect(problem?.text.en).toMatch(en)
})
