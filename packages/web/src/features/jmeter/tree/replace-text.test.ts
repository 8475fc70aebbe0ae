import { readPlan } from '@pone/jmeter/jmx/plan.ts'
import { expect, test } from 'vitest'
import { replaceText } from './replace-text.ts'

const text = `<jmeterTestPlan><hashTree>
  <TestPlan testname="Shop & co"><stringProp name="TestPlan.comments">shop.test</stringProp></TestPlan>
  <hashTree>
    <Arguments testname="shop">
      <collectionProp name="Arguments.arguments">
        <elementProp name="host" elementType="Argument"><stringProp name="Argument.value">http://SHOP.test/a&amp;b</stringProp></elementProp>
      </collectionProp>
    </Arguments>
    <hashTree/>
    <DebugSampler testname="shop too"/>
    <hashTree/>
  </hashTree>
</hashTree></jmeterTestPlan>`.replace('Shop & co', 'Shop &amp; co')

test('names and values of the chosen elements are replaced, and nothing else', () => {
  const read = readPlan(text)
  if (!read.ok) throw new Error('the plan is broken')
  const chosen = new Set([...read.plan.nodes.keys()].slice(0, 2))
  const { edited, count } = replaceText(read.plan, chosen, 'shop', 'a<$&')
  expect(count).toBe(4)
  expect(edited.ok && edited.plan.text).toBe(
    text
      .replace('"Shop &amp; co"', () => '"a&lt;$&amp; &amp; co"')
      .replace('>shop.test<', () => '>a&lt;$&amp;.test<')
      .replace('testname="shop">', () => 'testname="a&lt;$&amp;">')
      .replace('SHOP.test/a&amp;b', () => 'a&lt;$&amp;.test/a&amp;b'),
  )
})

test('an empty search changes nothing', () => {
  const read = readPlan(text)
  if (!read.ok) throw new Error('the plan is broken')
  expect(replaceText(read.plan, new Set(read.plan.nodes.keys()), '', 'x').count).toBe(0)
})
