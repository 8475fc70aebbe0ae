/** Words of the product: all texts follow the glossary and the rules of writing, and a breach is found. */
import { describe, expect, test } from 'vitest'
import { allTerms } from '../packages/contract/src/glossary/glossary.ts'
import { hasChinese, productTexts, textsOf } from './product-texts.ts'
import { faultsOf, findingsIn, unusedExceptions } from './word-rules.ts'

const texts = await productTexts()

test('all texts of the product follow the glossary and the rules of writing', () => {
  expect(findingsIn(texts)).toEqual([])
})

test('every exception is still needed', () => {
  expect(unusedExceptions(texts)).toEqual([])
})

test('texts of every kind are found', () => {
  expect(texts.filter(({ zh, en }) => zh !== null && en !== null).length).toBeGreaterThan(4_000)
  for (const folder of [
    'web',
    'contract',
    'results',
    'plan',
    'protocols',
    'jmeter',
    'server',
    'cli',
    'agent',
  ])
    expect(texts.some(({ path }) => path.startsWith(`packages/${folder}/`))).toBe(true)
})

describe('texts of a source', () => {
  const found = (text: string, path = 'a.ts') => textsOf({ path, text }).map(({ zh, en }) => [zh, en])

  test.each([
    ['a pair of properties', "const a = { zh: '压力机', en: 'Load machine' }", '压力机', 'Load machine'],
    ['a pair of arguments', "text('path', '路径', 'Path', {})", '路径', 'Path'],
    ['a pair in a list', "const a = [['code', '代码', 'Code', true]]", '代码', 'Code'],
    ['a template', 'const a = { zh: `等待 ${n} 秒`, en: `waits ${n} s` }', '等待 {} 秒', 'waits {} s'],
    ['Chinese alone', "const a = '压力机'", '压力机', null],
    ['an English sentence', "console.log('the agent was stopped')", null, 'the agent was stopped'],
    ['a sum', "console.log('the agent ' + 'was stopped')", null, 'the agent was stopped'],
  ])('%s', (_what, source, zh, en) => {
    expect(found(source)).toEqual([[zh, en]])
  })

  test('a pair of a file of texts counts although its Chinese has no Chinese character', () => {
    expect(found("const a = { 'b.c': text('Users', 'Users') }", 'web/messages.ts')).toEqual([
      ['Users', 'Users'],
    ])
  })

  test('imports, types and comments are no texts', () => {
    expect(found("import 'a b c'\n// a load generator here\ntype A = 'one of these'")).toEqual([])
  })

  test('the text of an element', () => {
    expect(found('const a = <b>the load generator</b>', 'a.tsx')).toEqual([[null, 'the load generator']])
  })
})

describe('a breach is found', () => {
  test.each([
    ['a synonym in Chinese', '启动负载机', 'Start it', /压力机, not 负载机/],
    ['a synonym in English', '启动压力机', 'Start all load generators', /load machine, not load generator/],
    ['no space beside Latin', '安装JMeter', 'Install JMeter', /a space belongs/],
    [
      'no space beside a place',
      '没有采集，因为{reason}',
      'Not measured, since {reason}',
      /beside a place: reason/,
    ],
    ['no space behind a place', '{{user}}已离开', '{{user}} has left', /beside a place: user/],
    ['half-width parentheses', '撤销 (Ctrl+Z)', 'Undo', /half-width/],
    ['half-width comma', '好,坏', 'Good, bad', /half-width/],
    ['straight quotes', '打开"设置"', 'Open settings', /straight quotes/],
    ['a space beside punctuation', '好， 坏', 'Good, bad', /full-width punctuation/],
    ['three dots', '正在连接...', 'Connecting…', /ellipsis/],
    ['a space before %', '小于 {{n}} %', 'Less than {{n}} %', /before %/],
    ['the familiar form', '你的项目', 'Your project', /您/],
    ['a measure word', '3 个压力机', '3 load machines', /台/],
    ['English in Chinese', 'Sampling interval', 'Sampling interval', /English in the Chinese interface/],
    [
      'an English word in a Chinese sentence',
      '请在 settings 中打开',
      'Open it there',
      /English words in Chinese: settings/,
    ],
    ['capitals', '响应时间', 'Response Time', /sentence case/],
    ['full-width punctuation in English', '好，坏', 'Good，bad', /full-width punctuation in English/],
    ['straight quotes in English', '打开“设置”', 'Open "settings"', /straight quotes in English/],
    ['a straight apostrophe', '服务器的地址', "The server's address", /apostrophe/],
    ['timeout', '超时', 'Connect timeout', /time-out/],
  ])('%s', (_what, zh, en, fault) => {
    expect(faultsOf({ zh, en }).join('\n')).toMatch(fault)
  })

  test('names, files, addresses and code in a Chinese sentence are none', () => {
    const zh =
      '用 ./pone install jmeter 安装 JMeter，或把 plan.jmx 上传到 https://example.com/files，见 ${env(HOME)}'
    expect(faultsOf({ zh, en: 'Install it' })).toEqual([])
  })

  test('a place beside punctuation, with Chinese values, or of an expression is none', () => {
    const zh = '没有采集。原因：{reason}；{what}不存在，请用 ${name}或其他变量'
    expect(faultsOf({ zh, en: 'Not measured' })).toEqual([])
  })

  test('names of placeholders and technical names are none', () => {
    expect(faultsOf({ zh: '爬坡至 {rampUp}', en: 'Ramp-up until {rampUp}' })).toEqual([])
    expect(faultsOf({ zh: 'TLS 1.3', en: 'TLS 1.3' })).toEqual([])
  })
})

describe('the glossary', () => {
  test('has every id once, and refers to terms that exist', () => {
    const ids = allTerms.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(allTerms.flatMap(({ see }) => see ?? []).filter(id => !ids.includes(id))).toEqual([])
  })

  test('has both names and both meanings of every term, and each name once', () => {
    expect(allTerms.filter(({ meaning }) => !hasChinese(meaning.zh) || hasChinese(meaning.en))).toEqual([])
    for (const language of ['zh', 'en'] as const) {
      const names = allTerms.map(term => term[language].toLowerCase())
      expect(new Set(names).size).toBe(names.length)
    }
  })

  test('forbids no name of a term', () => {
    const names = new Set(allTerms.flatMap(({ zh, en }) => [zh, en]))
    const forbidden = allTerms.flatMap(({ not }) => [...(not?.zh ?? []), ...(not?.en ?? [])])
    expect(forbidden.filter(word => names.has(word))).toEqual([])
  })
})
