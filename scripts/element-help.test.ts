/** Help beside the fields of JMeter's elements: every field has some, or its label says all. */

import { placeOf } from '@pone/jmeter/elements/element-form.ts'
import { fieldsOf } from '@pone/jmeter/elements/form.ts'
import { helpOf, helpTables, ownKey } from '@pone/jmeter/elements/help/help.ts'
import { elements } from '@pone/jmeter/elements/registry.ts'
import { expect, test } from 'vitest'
import { hasChinese } from './product-texts.ts'

/** Fields without help, by their place. */
const obvious: readonly { readonly places: RegExp; readonly reason: string }[] = [
  {
    places: /(?:username|password|user_pw|security_principle|security_credentials)$/i,
    reason: 'user name and password of the server that the element names',
  },
  {
    places:
      /^saveConfig\/(?:time|timestamp|success|label|code|message|threadName|dataType|encoding|assertions|subresults|responseHeaders|requestHeaders|saveAssertionResultsFailureMessage|bytes|sentBytes|url|threadCounts)$/,
    reason: 'a column of the results file; the label is the name of the column',
  },
]

const fields = elements.flatMap(element => fieldsOf(element).map(field => ({ element, field })))
const unhelped = fields.filter(({ element, field }) => helpOf(element, field) === undefined)

test('every field of an element has help, or is listed as obvious', () => {
  const missing = unhelped
    .filter(({ field }) => !obvious.some(({ places }) => places.test(placeOf(field))))
    .map(({ element, field }) => ownKey(element, field))
  expect(missing).toEqual([])
})

test('every exception is still needed', () => {
  const idle = obvious.filter(({ places }) => !unhelped.some(({ field }) => places.test(placeOf(field))))
  expect(idle).toEqual([])
})

test('help names fields that exist, each once', () => {
  const keys = helpTables.flatMap(table => Object.keys(table))
  const known = new Set(fields.flatMap(({ element, field }) => [placeOf(field), ownKey(element, field)]))
  expect(keys.filter(key => !known.has(key))).toEqual([])
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('help is a short text in both languages that does not only repeat the label', () => {
  const wrong = fields.flatMap(({ element, field }) => {
    const help = helpOf(element, field)
    if (help === undefined) return []
    const isShort = help.zh.length <= 100 && help.en.length <= 260
    const isSaying = help.zh !== field.label.zh && help.en !== field.label.en
    return isShort && isSaying && hasChinese(help.zh) && !hasChinese(help.en) ? [] : [ownKey(element, field)]
  })
  expect(wrong).toEqual([])
})
