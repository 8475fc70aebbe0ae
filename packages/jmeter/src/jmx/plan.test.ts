import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePlan, encodePlan } from './bytes.ts'
import { isActive, propertyValue, readPlan, walkNodes } from './plan.ts'
import { type JmxProblemCode, jmxProblemText } from './problem.ts'
import { findProperty } from './property.ts'
import { applySplices } from './splice.ts'
import { anyDressedText, anyPlanText, planOf, planText } from './test-plans.ts'
import { maxPlanCharacters } from './xml.ts'

const leaf = { name: 'One', value: 'v', isEnabled: true, children: [] }

describe('a plan that is read', () => {
  test('keeps every byte, whatever its dress', () => {
    fc.assert(
      fc.property(fc.oneof(anyPlanText, anyDressedText), source => {
        const bytes = new TextEncoder().encode(source)
        const decoded = decodePlan(bytes)
        if (!decoded.ok) throw new Error('not decoded')
        const edited = applySplices(planOf(decoded.text), [])
        expect(edited.ok && encodePlan(edited.plan.text)).toEqual(bytes)
      }),
      { numRuns: 60 },
    )
  })

  test('gives names and values as they were meant', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20, unit: 'grapheme' }), fc.boolean(), (value, isEnabled) => {
        const plan = planOf(planText([{ name: value, value, isEnabled, children: [leaf] }]))
        const [node] = plan.roots[0]?.children ?? []
        expect(node?.testname).toBe(value)
        expect(node && propertyValue(node, ['a.value'])).toBe(value)
        expect(node && propertyValue(node, ['rows', 0, 'Header.value'])).toBe(value)
        expect(node?.children[0] && isActive(plan, node.children[0])).toBe(isEnabled)
      }),
    )
  })

  test('knows every kind of property', () => {
    const plan = planOf(`<jmeterTestPlan version="1.2"><hashTree>
      <ResultCollector testname="x"><stringProp name="s"><![CDATA[<a>]]> &amp; b<!-- no --></stringProp>
        <doubleProp><name>d</name><value>0.5</value><savedValue>0.0</savedValue></doubleProp>
        <FloatProperty><name>f</name><value>1.5</value><savedValue>0.0</savedValue></FloatProperty>
        <longProp name="l">7</longProp><intProp name="i"/>
        <objProp><name>saveConfig</name><value class="SampleSaveConfiguration"><time>true</time></value></objProp>
        <mapProp name="m"><stringProp name="k">v</stringProp></mapProp></ResultCollector><hashTree/>
      </hashTree></jmeterTestPlan>`)
    const [node] = plan.roots
    const at = (...path: string[]) => findProperty(node?.properties ?? [], path)
    expect(node?.testclass).toBe('ResultCollector')
    expect([at('s')?.value, at('d')?.value, at('f')?.type, at('l')?.type, at('i')?.value]).toEqual([
      '<a> & b',
      '0.5',
      'float',
      'long',
      '',
    ])
    expect(at('saveConfig')?.elementType).toBe('SampleSaveConfiguration')
    expect([at('saveConfig', 'time')?.value, at('m', 'k')?.value]).toEqual(['true', 'v'])
  })

  test('gives each node a key of its own, in the order of the text', () => {
    const plan = planOf(planText([{ ...leaf, children: [leaf] }, leaf]))
    expect([...walkNodes(plan.roots)].map(node => node.key)).toEqual(['e1', 'e2', 'e3', 'e4'])
  })
})

const inTree = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2">
  <hashTree>
    ${inside}
  </hashTree>
</jmeterTestPlan>`

const broken: [string, string, JmxProblemCode, number, number][] = [
  ['nothing', ' \n', 'empty', 1, 1],
  ['an archive', 'PK\u0003\u0004abc', 'binary', 1, 1],
  ['a zero byte', `${inTree('<A/><hashTree/>')}\0`, 'binary', 1, 1],
  ['prose', 'hello <a/>', 'notXml', 1, 1],
  ['JSON', '{"a": 1}', 'notXml', 1, 1],
  ['another root', '<?xml version="1.0"?>\n<testResults/>', 'wrongRoot', 2, 1],
  ['no tree', '<jmeterTestPlan/>', 'noTree', 1, 1],
  ['no element', inTree(''), 'noTestPlan', 3, 3],
  ['a tree without its element', inTree('<hashTree/>'), 'treeWithoutElement', 4, 5],
  ['an element without its tree', inTree('<A/>\n<B/><hashTree/>'), 'elementWithoutTree', 4, 5],
  ['an unclosed tag', inTree('<A>'), 'wrongClose', 5, 3],
  ['an end in the middle', '<jmeterTestPlan>\n <hashTree>', 'unclosedTag', 2, 2],
  ['an end inside a tag', '<jmeterTestPlan>\n <hashTree', 'unclosedTag', 2, 2],
  ['a DTD', '<!DOCTYPE a [<!ENTITY x "y">]>\n<jmeterTestPlan/>', 'dtd', 1, 1],
  ['an unknown entity', inTree('<A>&lol;</A><hashTree/>'), 'entity', 4, 8],
  ['a lone ampersand', inTree('<A x="a&b"/><hashTree/>'), 'badReference', 4, 12],
  ['a reference beyond Unicode', inTree('<A>&#x110000;</A><hashTree/>'), 'badReference', 4, 8],
  ['a control character', inTree('<A>\u0001</A><hashTree/>'), 'badCharacter', 4, 8],
  ['an unquoted attribute', inTree('<A x=1/><hashTree/>'), 'badAttribute', 4, 7],
  ['a repeated attribute', inTree('<A x="1" x="2"/><hashTree/>'), 'badAttribute', 4, 14],
  ['an endless comment', inTree('<!-- '), 'unclosedSection', 4, 5],
  ['two roots', `${inTree('<A/><hashTree/>')}<b/>`, 'afterRoot', 6, 18],
  ['text behind the root', `${inTree('<A/><hashTree/>')} x`, 'strayText', 6, 19],
  ['a late declaration', '\n<?xml version="1.0"?><a/>', 'lateDeclaration', 2, 1],
  ['another encoding', '<?xml version="1.0" encoding="GBK"?>\n<a>中</a>', 'wrongEncoding', 2, 4],
  ['a deep one', inTree('<A>'.repeat(300)), 'tooDeep', 4, 767],
]

describe('a broken plan', () => {
  test.each(broken)('with %s is reported with line and column', (_name, source, code, line, column) => {
    const read = readPlan(source)
    expect(read.ok ? null : { ...read.problem, params: null }).toEqual({
      code,
      line,
      column,
      params: null,
    })
    if (!read.ok) {
      const { zh, en } = jmxProblemText(read.problem)
      expect(`${zh}${en}`).not.toMatch(/\{\w+\}/)
    }
  })

  test('in another encoding is reported where it stops to be UTF-8', () => {
    const gbk = new Uint8Array([
      ...new TextEncoder().encode('<?xml version="1.0" encoding="GBK"?>\n<a>'),
      0xd6,
      0xd0,
    ])
    const decoded = decodePlan(gbk)
    expect(decoded.ok ? null : decoded.problem).toEqual({
      code: 'notUtf8',
      line: 2,
      column: 4,
      params: { declared: 'GBK' },
    })
  })

  test('beyond the limits is refused before it takes much memory', () => {
    const codeOf = (source: string) => {
      const read = readPlan(source)
      return read.ok ? null : read.problem.code
    }
    expect(codeOf(inTree(' '.repeat(maxPlanCharacters)))).toBe('tooLarge')
    expect(codeOf(inTree('<A/>'.repeat(400_001)))).toBe('tooMany')
  })

  test('cut anywhere is a problem and never an exception', () => {
    const source = planText([{ ...leaf, children: [leaf] }])
    for (let length = 0; length < source.trimEnd().length; length += 1) {
      expect(readPlan(source.slice(0, length)).ok).toBe(false)
    }
  })

  test('of nested brackets or ampersands without end takes no long time', () => {
    for (const junk of [
      '<'.repeat(500_000),
      '&'.repeat(500_000),
      `<a ${'x="1" '.repeat(50_000)}`,
      '<!-- '.repeat(100_000),
    ]) {
      expect(readPlan(`<jmeterTestPlan>${junk}`).ok).toBe(false)
    }
  })
})
