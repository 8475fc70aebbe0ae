/** Tool functions that reckon; whole numbers of any size stay exact, others are rounded to 15 digits; safe in a browser. */
import { argument, describe, optional, pure, type ToolFunction } from './function-definition.ts'

const first = argument('a', '数', 'Number')
const second = argument('b', '数', 'Number')
const further = argument('value', '数，可写多个', 'Number; several numbers are allowed')
const many = { isVariadic: true, isPure: true }

export const numberFunctions = {
  add: describe({ zh: '求和', en: 'Sum' }, '${add(1, 2, 3.5)}', '6.5', [first, further], many),
  subtract: describe({ zh: '相减', en: 'Difference' }, '${subtract(10, 3)}', '7', [first, second], pure),
  multiply: describe({ zh: '求积', en: 'Product' }, '${multiply(6, 7)}', '42', [first, further], many),
  divide: describe({ zh: '相除', en: 'Quotient' }, '${divide(7, 2)}', '3.5', [first, second], pure),
  modulo: describe(
    { zh: '相除的余数', en: 'Remainder of a division' },
    '${modulo(7, 3)}',
    '1',
    [first, second],
    pure,
  ),
  min: describe({ zh: '最小的数', en: 'Minimum' }, '${min(3, 1, 2)}', '1', [first, further], many),
  max: describe({ zh: '最大的数', en: 'Maximum' }, '${max(3, 1, 2)}', '3', [first, further], many),
  round: describe(
    { zh: '四舍五入', en: 'Rounds a number' },
    '${round(2.345, 2)}',
    '2.35',
    [first, optional('digits', '小数位数，默认 0', 'Number of decimal places; default: 0')],
    pure,
  ),
} as const satisfies Record<string, ToolFunction>
