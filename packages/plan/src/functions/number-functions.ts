/** Tool functions that reckon; whole numbers of any size stay exact, others are rounded to 15 digits; safe in a browser. */
import { argument, describe, optional, pure, type ToolFunction } from './function-definition.ts'

const first = argument('a', '数', 'A number')
const second = argument('b', '数', 'A number')
const further = argument('value', '数，可写多个', 'A number; give as many as you like')
const many = { isVariadic: true, isPure: true }

export const numberFunctions = {
  add: describe({ zh: '求和', en: 'The sum' }, '${add(1, 2, 3.5)}', '6.5', [first, further], many),
  subtract: describe({ zh: '相减', en: 'The difference' }, '${subtract(10, 3)}', '7', [first, second], pure),
  multiply: describe({ zh: '求积', en: 'The product' }, '${multiply(6, 7)}', '42', [first, further], many),
  divide: describe({ zh: '相除', en: 'The quotient' }, '${divide(7, 2)}', '3.5', [first, second], pure),
  modulo: describe(
    { zh: '相除的余数', en: 'What is left of a division' },
    '${modulo(7, 3)}',
    '1',
    [first, second],
    pure,
  ),
  min: describe(
    { zh: '最小的数', en: 'The smallest number' },
    '${min(3, 1, 2)}',
    '1',
    [first, further],
    many,
  ),
  max: describe({ zh: '最大的数', en: 'The largest number' }, '${max(3, 1, 2)}', '3', [first, further], many),
  round: describe(
    { zh: '四舍五入', en: 'Rounds' },
    '${round(2.345, 2)}',
    '2.35',
    [first, optional('digits', '小数位数，默认 0', 'Digits after the point; 0 by default')],
    pure,
  ),
} as const satisfies Record<string, ToolFunction>
