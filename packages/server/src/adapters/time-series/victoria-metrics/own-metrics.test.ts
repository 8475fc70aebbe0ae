/** What VictoriaMetrics tells of itself. */
import { expect, test } from 'vitest'
import { outsideUse } from './own-metrics.ts'

const text = (period: string): string => `vm_app_start_timestamp 1795464628
vm_data_size_bytes{type="indexdb"} 482
vm_data_size_bytes{type="storage/big"} 1.5e+06
vm_data_size_bytes{type="storage/small"} 239
flag{name="retentionPeriod", value="${period}", is_set="true"} 1
`

test.each([
  ['90d', 90],
  ['2w', 14],
  ['100y', 36_500],
  ['48h', 2],
  ['1', 31],
])('a period of %s is %d days, and sizes are summed', (period, keptDays) => {
  expect(outsideUse(text(period))).toEqual({ bytes: 1_500_721, keptDays })
})

test('what is not told is not known', () => {
  expect(outsideUse('')).toEqual({ bytes: null, keptDays: null })
})
