/** Monitor type `nginx`, by the page of its module stub_status. */
import type { MonitorTypeInput } from '../type.ts'
import { httpParams } from './http-params.ts'
import { both, chart, computed, counter, gauge } from './parts.ts'

export const nginx: MonitorTypeInput = {
  name: 'nginx',
  version: 1,
  category: 'web',
  names: both(['Nginx', 'Nginx']),
  help: both([
    '需要在 Nginx 中启用 stub_status 页面',
    'Needs the page of stub_status, which the configuration of Nginx enables',
  ]),
  triedOn: ['nginx 1.22.1'],
  transport: 'http',
  params: httpParams(80, {
    usual: '/nginx_status',
    help: ['stub_status 页面的路径', 'Path of the page of stub_status'],
  }),
  sections: [
    {
      key: 'status',
      names: both(['状态', 'Status']),
      request: {
        path: '{path}',
        mustContain: 'server accepts handled requests',
        answer: {
          format: 'text',
          expression: String.raw`Active connections: (?<active>\d+)\s+server accepts handled requests\s+(?<accepts>\d+) (?<handled>\d+) (?<requests>\d+)\s+Reading: (?<reading>\d+) Writing: (?<writing>\d+) Waiting: (?<waiting>\d+)`,
        },
      },
      answersAvailability: true,
      counters: [
        gauge(
          'active',
          'count',
          ['活动连接', 'Active connections'],
          ['当前的客户端连接，含空闲连接', 'Client connections at present, idle ones included'],
          { role: 'utilisation', nature: 'held' },
        ),
        counter(
          'accepts',
          'count',
          ['接受的连接', 'Accepted connections'],
          ['已接受的客户端连接', 'Client connections that were accepted'],
        ),
        counter(
          'handled',
          'count',
          ['处理的连接', 'Handled connections'],
          [
            '已处理的连接；少于接受数说明达到了资源上限',
            'Connections that were handled; fewer than accepted ones where a limit was reached',
          ],
        ),
        counter('requests', 'count', ['请求', 'Requests'], ['客户端请求', 'Requests of clients'], {
          role: 'work',
        }),
        gauge(
          'reading',
          'count',
          ['读请求头', 'Reading'],
          ['正在读取请求头的连接', 'Connections whose request head is being read'],
        ),
        gauge(
          'writing',
          'count',
          ['写响应', 'Writing'],
          ['正在写响应的连接', 'Connections to which an answer is being written'],
        ),
        gauge(
          'waiting',
          'count',
          ['空闲连接', 'Waiting'],
          ['等待请求的空闲连接', 'Idle connections that wait for a request'],
        ),
      ],
      computed: [
        computed(
          'dropped',
          'accepts - handled',
          'count/s',
          ['丢弃的连接', 'Dropped connections'],
          ['接受后未处理的连接', 'Connections that were accepted and not handled'],
          { role: 'error' },
        ),
        computed(
          'requestsPerConnection',
          'requests / handled',
          '',
          ['每连接请求数', 'Requests per connection'],
          ['每个连接的平均请求数', 'Average number of requests of a connection'],
        ),
      ],
    },
  ],
  charts: [
    chart('requests', ['请求速率', 'Requests'], 'line', 'count/s', ['status.requests']),
    chart('connections', ['连接', 'Connections'], 'line', 'count', [
      'status.active',
      'status.reading',
      'status.writing',
      'status.waiting',
    ]),
    chart('accepted', ['新连接', 'New connections'], 'line', 'count/s', [
      'status.accepts',
      'status.handled',
      'status.dropped',
    ]),
    chart('perConnection', ['每连接请求数', 'Requests per connection'], 'line', '', [
      'status.requestsPerConnection',
    ]),
  ],
}
