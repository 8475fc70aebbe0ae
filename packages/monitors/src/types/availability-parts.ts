/** What all types share that only say whether an address is reached. */

import type { MonitorTypeInput } from '../type.ts'
import { both, type CounterInput, chart, gauge, type Pair, state } from './parts.ts'

export const reached: CounterInput = state(
  'reached',
  '',
  ['可达', 'Reached'],
  ['是否按要求应答', 'Whether it answered as it should'],
  {
    states: [
      { value: 0, texts: ['0'], names: both(['不可达', 'Not reached']) },
      { value: 1, texts: ['1'], names: both(['可达', 'Reached']) },
    ],
    role: 'error',
  },
)

export const time = (key: string, names: Pair, help: Pair): CounterInput => gauge(key, 'ms', names, help)

export const certificateDays: CounterInput = gauge(
  'certificateDays',
  'days',
  ['证书剩余天数', 'Days of the certificate'],
  [
    '距服务器证书到期的天数，过期后为负',
    'Days until the certificate of the server ends, negative after that',
  ],
)

/** A type of one section whose counters are shown by unit. */
export function availability(
  type: Pick<MonitorTypeInput, 'name' | 'names' | 'help' | 'triedOn' | 'params'>,
  protocol: 'http' | 'tcp' | 'icmp',
  counters: readonly CounterInput[],
): MonitorTypeInput {
  const shown = (unit: string) =>
    counters.flatMap(counter => (counter.unit === unit ? [`reach.${counter.key}`] : []))
  const charts = [
    chart('reached', ['可达', 'Reached'], 'bar', '', ['reach.reached']),
    chart('times', ['耗时', 'Times'], 'line', 'ms', shown('ms')),
    chart('certificate', ['证书剩余天数', 'Days of the certificate'], 'line', 'days', shown('days')),
    chart('shares', ['丢包率', 'Packet loss'], 'line', '%', shown('%')),
    chart('statuses', ['状态码', 'Status codes'], 'line', 'code', shown('code')),
  ]
  return {
    ...type,
    version: 1,
    category: 'availability',
    transport: 'reach',
    sections: [
      {
        key: 'reach',
        names: both(['可达性', 'Reachability']),
        request: { protocol },
        timeoutMs: 10_000,
        answersAvailability: true,
        counters: [reached, ...counters],
      },
    ],
    charts: charts.filter(one => one.counters.length > 0),
    thresholds: [{ counter: 'reach.reached', min: 1, times: 2, severity: 'critical' }],
  }
}
