/** The shop's own counters in the text format of Prometheus, for monitors. */
import { performance } from 'node:perf_hooks'
import type { LimitUse, ShopUse } from './limits.ts'
import type { TallySnapshot } from './tally.ts'

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

interface Metric {
  readonly name: string
  readonly kind: 'counter' | 'gauge'
  readonly help: string
  /** Labels in braces, '' for none, and their values. */
  readonly samples: readonly (readonly [labels: string, value: number])[]
}

/** `orders` is how many were placed; what is not given is read of this process. */
export const metricsPage = (
  tally: TallySnapshot,
  orders: number,
  { limits, diskBusySeconds }: ShopUse,
): string =>
  [
    ...requestMetrics(tally),
    ...processMetrics(),
    orderMetric(orders),
    ...limitMetrics(limits),
    diskMetric(diskBusySeconds),
  ]
    .map(({ name, kind, help, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${kind}`,
        ...samples.map(([labels, value]) => `${name}${labels} ${value}`),
        '',
      ].join('\n'),
    )
    .join('')

const plain = (value: number): Metric['samples'] => [['', value]]

function requestMetrics({ received, answered, aborted, byStatus }: TallySnapshot): Metric[] {
  return [
    {
      name: 'shop_requests_total',
      kind: 'counter',
      help: 'Requests that were answered, by method, route and status.',
      // `METHOD route status`; routes come from a fixed set without quotation marks.
      samples: Object.entries(byStatus).map(([key, count]) => {
        const [method = '', route = '', status = ''] = key.split(' ')
        return [`{method="${method}",route="${route}",status="${status}"}`, count]
      }),
    },
    {
      name: 'shop_requests_aborted_total',
      kind: 'counter',
      help: 'Requests whose connection was closed before the answer was complete.',
      samples: plain(aborted),
    },
    {
      name: 'shop_requests_in_progress',
      kind: 'gauge',
      help: 'Requests that wait for their answer.',
      samples: plain(received - answered - aborted),
    },
  ]
}

const orderMetric = (orders: number): Metric => ({
  name: 'shop_orders_total',
  kind: 'counter',
  help: 'Orders that were placed.',
  samples: plain(orders),
})

const diskMetric = (seconds: number): Metric => ({
  name: 'shop_disk_busy_seconds_total',
  kind: 'counter',
  help: 'Time that the disk took for writes of requests, in seconds.',
  samples: plain(seconds),
})

function limitMetrics(limits: readonly LimitUse[]): Metric[] {
  const samples = (of: (use: LimitUse) => number): Metric['samples'] =>
    limits.map(use => [`{limit="${use.name}"}`, of(use)])
  const gauge = (name: string, help: string, of: (use: LimitUse) => number): Metric => ({
    name,
    kind: 'gauge',
    help,
    samples: samples(of),
  })
  return [
    gauge('shop_limit_units', 'Requests that a limit serves at a time; 0: it is off.', use => use.units),
    gauge('shop_limit_in_use', 'Requests that a limit serves now.', use => use.inUse),
    gauge('shop_limit_waiting', 'Requests that wait for a limit.', use => use.waiting),
  ]
}

function processMetrics(): Metric[] {
  const { user, system } = process.cpuUsage()
  return [
    {
      name: 'process_cpu_seconds_total',
      kind: 'counter',
      help: 'CPU time of the shop in seconds.',
      samples: plain((user + system) / 1e6),
    },
    {
      name: 'shop_thread_busy_seconds_total',
      kind: 'counter',
      help: 'Time that the thread which serves all requests was not idle, waits for a CPU included, in seconds.',
      samples: plain(performance.eventLoopUtilization().active / 1_000),
    },
    {
      name: 'process_resident_memory_bytes',
      kind: 'gauge',
      help: 'Memory of the shop in bytes.',
      samples: plain(process.memoryUsage.rss()),
    },
    {
      name: 'process_uptime_seconds',
      kind: 'gauge',
      help: 'Seconds since the start of the shop.',
      samples: plain(process.uptime()),
    },
  ]
}
