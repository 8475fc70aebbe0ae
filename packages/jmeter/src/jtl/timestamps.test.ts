import { expect, test } from 'vitest'
import { dateText } from './timestamps.ts'

const plain = { utcOffsetMinutes: 0, dateOrder: null }
const instant = Date.UTC(2024, 2, 5, 14, 7, 9, 120)
const second = instant - 120

test.each([
  ['2024/03/05 14:07:09.120', instant],
  ['2024-03-05 14:07:09,120', instant],
  ['2024-03-05T14:07:09.12', instant],
  ['2024-03-05T14:07:09.120999Z', instant],
  ['2024-03-05T15:07:09.120+01:00', instant],
  ['2024-03-05T08:37:09.120-0530', instant],
  ['2024.03.05 14:07:09', second],
  ['20240305140709', second],
  ['20240305140709120', instant],
  ['03/05/24 14:07:09', second],
  ['05.03.2024 14:07:09', second],
  ['05.03.24, 14:07:09', second],
  ['25/03/2024 14:07:09', second + 20 * 86_400_000],
  ['03/25/2024 2:07:09 PM', second + 20 * 86_400_000],
  ['3/25/24 2:07:09 p.m.', second + 20 * 86_400_000],
  ['2024年3月5日 14:07:09', second],
  ['2024-3-5 下午2:07:09', second],
  ['2024-3-5 上午12:07:09', second - 14 * 3_600_000],
  ['٢٠٢٤/٠٣/٠٥ ١٤:٠٧:٠٩', second],
  ['２０２４/03/05 14:07:09', second],
  ['03/03/2024 14:07', Date.UTC(2024, 2, 3, 14, 7)],
])('%s', (text, expected) => {
  expect(dateText(text, plain)).toBe(expected)
})

test.each([
  '',
  'now',
  '14:07:09',
  '2024-13-05 14:07:09',
  '2024-02-30 14:07:09',
  '2024-03-05 25:07:09',
  '2567-03-05 14:07:09',
  '2024-03-05',
])('%j is no time', text => {
  expect(dateText(text, plain)).toBe('none')
})

test('the order of day and month must be given where the date is ambiguous', () => {
  expect(dateText('05/03/2024 14:07:09', plain)).toBe('ambiguous')
  expect(dateText('05/03/2024 14:07:09', { ...plain, dateOrder: 'dayFirst' })).toBe(second)
  expect(dateText('03/05/2024 14:07:09', { ...plain, dateOrder: 'monthFirst' })).toBe(second)
})

test('times without a zone are those of the machine that wrote them', () => {
  expect(dateText('2024/03/05 22:07:09.120', { ...plain, utcOffsetMinutes: 480 })).toBe(instant)
})
