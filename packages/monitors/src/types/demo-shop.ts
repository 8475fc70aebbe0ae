/** Monitor type `demo-shop`: the shop that comes with Pone, with the limits that can be switched on in it. */
import type { MonitorTypeInput } from '../type.ts'
import { both, chart, computed, counter, gauge } from './parts.ts'

type Section = MonitorTypeInput['sections'][number]

const read = (
  fields: Readonly<Record<string, string>>,
  labels: readonly string[] = [],
): Section['request'] => ({
  path: '/metrics',
  mustContain: 'shop_requests_aborted_total',
  answer: {
    format: 'metrics',
    labels: [...labels],
    fields: Object.fromEntries(Object.entries(fields).map(([field, metric]) => [field, [metric]])),
  },
})

const shop: Section = {
  key: 'shop',
  names: both(['商城', 'Shop']),
  answersAvailability: true,
  request: read({
    requests: 'shop_requests_total',
    aborted: 'shop_requests_aborted_total',
    inProgress: 'shop_requests_in_progress',
    orders: 'shop_orders_total',
    cpuSeconds: 'process_cpu_seconds_total',
    residentBytes: 'process_resident_memory_bytes',
    uptime: 'process_uptime_seconds',
    diskBusySeconds: 'shop_disk_busy_seconds_total',
    threadBusySeconds: 'shop_thread_busy_seconds_total',
  }),
  counters: [
    counter('requests', 'count', ['请求', 'Requests'], ['已响应的请求', 'Requests that were answered'], {
      role: 'work',
      isZeroWhenAbsent: true,
    }),
    counter(
      'aborted',
      'count',
      ['中断的请求', 'Aborted requests'],
      ['响应完成前连接被关闭的请求', 'Requests whose connection was closed before the answer was complete'],
      { role: 'error' },
    ),
    gauge(
      'inProgress',
      'count',
      ['处理中的请求', 'Requests in progress'],
      ['等待响应的请求', 'Requests that wait for their answer'],
    ),
    counter('orders', 'count', ['订单', 'Orders'], ['已提交的订单', 'Orders that were placed']),
    counter('cpuSeconds', 's', ['CPU 时间', 'CPU time'], ['商城进程的 CPU 时间', 'CPU time of the shop']),
    gauge(
      'residentBytes',
      'bytes',
      ['常驻内存', 'Resident memory'],
      ['商城进程的内存', 'Memory of the shop'],
    ),
    gauge('uptime', 's', ['运行时间', 'Uptime'], ['商城启动以来的时间', 'Time since the start of the shop']),
    counter(
      'diskBusySeconds',
      's',
      ['磁盘忙碌时间', 'Disk time'],
      ['磁盘为请求写入所用的时间', 'Time that the disk took for writes of requests'],
    ),
    counter(
      'threadBusySeconds',
      's',
      ['线程忙碌时间', 'Thread time'],
      [
        '处理请求的唯一线程非空闲的时间，包括等待 CPU',
        'Time that the one thread which serves requests was not idle, waits for a CPU included',
      ],
    ),
  ],
  computed: [
    computed(
      'threadPercent',
      '100 * threadBusySeconds',
      '%',
      ['线程使用率', 'Thread use'],
      [
        '处理请求的唯一线程非空闲时间的占比，包括等待 CPU',
        'Share of the time in which the one thread that serves requests was not idle, waits for a CPU included',
      ],
      { role: 'utilisation', nature: 'busy', capacity: 100 },
    ),
    computed(
      'corePercent',
      '100 * cpuSeconds',
      '%',
      ['单核 CPU 使用率', 'CPU use of one core'],
      [
        '商城进程的 CPU 时间占一个核的比例；请求由一个线程处理',
        'CPU time of the shop as a share of one core; one thread serves all requests',
      ],
      { role: 'utilisation', nature: 'busy', capacity: 100 },
    ),
    computed(
      'diskPercent',
      '100 * diskBusySeconds',
      '%',
      ['磁盘使用率', 'Disk use'],
      ['磁盘为请求写入所用时间的占比', 'Share of the time in which the disk wrote for requests'],
      { role: 'utilisation', nature: 'busy', capacity: 100 },
    ),
  ],
}

const routes: Section = {
  key: 'routes',
  names: both(['接口', 'Routes']),
  request: read({ answered: 'shop_requests_total' }, ['method', 'route', 'status']),
  rows: { labels: ['method', 'route', 'status'] },
  counters: [
    counter(
      'answered',
      'count',
      ['请求', 'Requests'],
      ['按方法、接口和状态码统计的请求', 'Requests by method, route and status'],
    ),
  ],
}

const limits: Section = {
  key: 'limits',
  names: both(['限制', 'Limits']),
  request: read({ units: 'shop_limit_units', inUse: 'shop_limit_in_use', waiting: 'shop_limit_waiting' }, [
    'limit',
  ]),
  rows: { labels: ['limit'] },
  counters: [
    gauge(
      'units',
      'count',
      ['上限', 'Units'],
      ['可同时服务的请求；0 表示未开启', 'Requests that are served at a time; 0 means that the limit is off'],
    ),
    gauge('inUse', 'count', ['使用中', 'In use'], ['正在服务的请求', 'Requests that are served now'], {
      role: 'utilisation',
      nature: 'held',
      queue: 'waiting',
      capacity: 'units',
    }),
    gauge('waiting', 'count', ['等待', 'Waiting'], ['等待的请求', 'Requests that wait'], {
      role: 'saturation',
    }),
  ],
}

export const demoShop: MonitorTypeInput = {
  name: 'demo-shop',
  version: 1,
  category: 'web',
  names: both(['演示商城', 'Demo shop']),
  triedOn: ['Pone 0.10'],
  transport: 'http',
  params: [
    { key: 'host', type: 'address', names: both(['主机', 'Host']), required: true },
    { key: 'port', type: 'number', names: both(['端口', 'Port']), default: 8_800, required: true },
  ],
  sections: [shop, routes, limits],
  charts: [
    chart('requests', ['请求速率', 'Requests per second'], 'line', 'count/s', [
      'shop.requests',
      'shop.orders',
      'shop.aborted',
    ]),
    chart('inProgress', ['处理中的请求', 'Requests in progress'], 'line', 'count', ['shop.inProgress']),
    chart('core', ['单核 CPU、线程与磁盘使用率', 'Use of one core, thread and disk'], 'line', '%', [
      'shop.corePercent',
      'shop.threadPercent',
      'shop.diskPercent',
    ]),
    chart('times', ['CPU、线程与磁盘时间', 'Time of CPU, thread and disk'], 'line', 's/s', [
      'shop.cpuSeconds',
      'shop.threadBusySeconds',
      'shop.diskBusySeconds',
    ]),
    chart('memory', ['常驻内存', 'Resident memory'], 'line', 'bytes', ['shop.residentBytes']),
    chart('uptime', ['运行时间', 'Uptime'], 'line', 's', ['shop.uptime']),
    chart('routes', ['各接口的请求速率', 'Requests per second by route'], 'area', 'count/s', [
      'routes.answered',
    ]),
    chart('limits', ['限制的占用', 'Use of limits'], 'line', 'count', ['limits.inUse', 'limits.units']),
    chart('waiting', ['等待限制的请求', 'Requests that wait for limits'], 'line', 'count', [
      'limits.waiting',
    ]),
  ],
}
