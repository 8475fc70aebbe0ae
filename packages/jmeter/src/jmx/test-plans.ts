/** Plans for tests: as JMeter writes them, with any tree, names and values; and the same in unusual notation. */
import fc from 'fast-check'
import { type JmxPlan, readPlan } from './plan.ts'
import { encodeAttribute, encodeContent } from './xml-text.ts'

export interface Sketch {
  readonly name: string
  readonly value: string
  readonly isEnabled: boolean
  readonly children: readonly Sketch[]
}

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ maxLength: 8, unit: 'grapheme' }),
  fc.constantFrom(
    '',
    '<a>&b;</a>',
    'two\n  lines\n',
    '登录 "x"',
    "it's",
    '${__time()}',
    ']]>',
    '\t',
    '<!-- -->',
  ),
)

const { sketch } = fc.letrec<{ sketch: Sketch }>(tie => ({
  sketch: fc.record({
    name: text,
    value: text,
    isEnabled: fc.boolean(),
    children: fc.oneof({ depthSize: 'small' }, fc.constant([]), fc.array(tie('sketch'), { maxLength: 3 })),
  }),
}))

const elementXml = (
  node: Sketch,
  indent: string,
): string => `${indent}<GenericController guiclass="LogicControllerGui" testclass="GenericController" testname="${encodeAttribute(node.name)}" enabled="${node.isEnabled}">
${indent}  <stringProp name="a.value">${encodeContent(node.value, '\n')}</stringProp>
${indent}  <collectionProp name="rows">
${indent}    <elementProp name="" elementType="Header">
${indent}      <stringProp name="Header.value">${encodeContent(node.value, '\n')}</stringProp>
${indent}    </elementProp>
${indent}  </collectionProp>
${indent}</GenericController>
${treeXml(node.children, indent)}`

const treeXml = (children: readonly Sketch[], indent: string): string =>
  children.length === 0
    ? `${indent}<hashTree/>\n`
    : `${indent}<hashTree>\n${children.map(child => elementXml(child, `${indent}  `)).join('')}${indent}</hashTree>\n`

/** The text that JMeter would write. */
export const planText = (children: readonly Sketch[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">
  <hashTree>
    <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="Plan">
      <boolProp name="TestPlan.functional_mode">false</boolProp>
    </TestPlan>
${treeXml(children, '    ')}  </hashTree>
</jmeterTestPlan>
`

/** @throws when the text is broken, which the test did not intend. */
export function planOf(source: string): JmxPlan {
  const read = readPlan(source)
  if (!read.ok) throw new Error(JSON.stringify(read.problem))
  return read.plan
}

/** Any plan in JMeter's own form. */
export const anyPlanText: fc.Arbitrary<string> = fc.array(sketch, { maxLength: 4 }).map(planText)

/**
 * The same in notations that JMeter reads but does not write: CRLF, tabs, comments, CDATA, single quotes, BOM, XML 1.1.
 */
export const anyDressedText: fc.Arbitrary<string> = fc
  .tuple(anyPlanText, fc.subarray(['crlf', 'tabs', 'comments', 'quotes', 'bom', 'xml11', 'spaced', 'cdata']))
  .map(([source, clothes]) => clothes.reduce(dress, source))

function dress(source: string, how: string): string {
  if (how === 'crlf') return source.replaceAll('\n', '\r\n')
  if (how === 'tabs') return source.replaceAll(/^ +(?=<)/gm, blanks => '\t'.repeat(blanks.length / 2))
  if (how === 'comments') return source.replaceAll('<hashTree>', '<!-- <x> & --><hashTree><?note x?>')
  if (how === 'quotes') return source.replaceAll(/enabled="(\w+)"/g, "enabled = '$1'")
  if (how === 'bom') return `\ufeff${source}`
  if (how === 'xml11') return source.replace('version="1.0"', "version='1.1'")
  if (how === 'cdata')
    return source.replaceAll(/(<stringProp name="a.value">)(\w*)(<)/g, '$1<![CDATA[$2<&]]>$3')
  return source.replaceAll('<hashTree/>', '<hashTree   />').replaceAll('</hashTree>', '\n\n</hashTree>')
}
