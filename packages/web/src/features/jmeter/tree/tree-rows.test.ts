/** Rows of the element tree. */
import { readPlan } from '@pone/jmeter/jmx/plan.ts'
import { expect, it } from 'vitest'
import { findElements, treeRows, withAncestors } from './tree-rows.ts'

const read = readPlan(`<jmeterTestPlan><hashTree>
  <TestPlan testname="P"/>
  <hashTree>
    <ThreadGroup testname="G" enabled="false"/>
    <hashTree>
      <HTTPSamplerProxy testname="login"><stringProp name="HTTPSampler.domain">shop.test</stringProp></HTTPSamplerProxy>
      <hashTree/>
    </hashTree>
    <ThreadGroup testname="H"/>
    <hashTree/>
  </hashTree>
</hashTree></jmeterTestPlan>`)
if (!read.ok) throw new Error(read.problem.code)
const { plan } = read
const names = (keys: Iterable<string>) => [...keys].map(key => plan.nodes.get(key)?.testname)
const keyOf = (name: string) => [...plan.nodes.values()].find(node => node.testname === name)?.key ?? ''

it('has a row per element, inactive below a disabled one', () => {
  expect(treeRows(plan, new Set()).map(row => [row.node.testname, row.depth, row.isActive])).toEqual([
    ['P', 0, true],
    ['G', 1, false],
    ['login', 2, false],
    ['H', 1, true],
  ])
})

it('omits the rows below a collapsed element', () => {
  expect(treeRows(plan, new Set([keyOf('G')])).map(row => row.node.testname)).toEqual(['P', 'G', 'H'])
})

it('finds elements by name, type and value, and shows their ancestors', () => {
  const find = (text: string) => findElements(plan, text, node => node.testclass)
  expect(names(find('LOG'))).toEqual(['login'])
  expect(names(find('shop.test'))).toEqual(['login'])
  expect(names(find('threadgroup'))).toEqual(['G', 'H'])
  const shown = withAncestors(plan, find('shop'))
  expect(treeRows(plan, new Set([keyOf('P')]), shown).map(row => row.node.testname)).toEqual([
    'P',
    'G',
    'login',
  ])
})
