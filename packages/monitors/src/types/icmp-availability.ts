/** Monitor type `icmp-availability`: whether a host answers echo requests. */
import { availability, time } from './availability-parts.ts'
import { both, gauge } from './parts.ts'

export const icmpAvailability = availability(
  {
    name: 'icmp-availability',
    names: both(['ICMP 可用性', 'ICMP availability']),
    help: both(['采集的机器上需要有 ping 程序', 'Needs the program ping on the machine that collects']),
    triedOn: ['iputils 20221126'],
    params: [
      { key: 'host', type: 'address', names: both(['主机', 'Host']), required: true },
      {
        key: 'count',
        type: 'number',
        names: both(['请求数', 'Requests']),
        help: both(['每次采集发送的请求数，最多 20', 'Echo requests of one collection, at most 20']),
        default: 3,
      },
    ],
  },
  'icmp',
  [
    time('timeMs', ['平均往返', 'Average round trip'], ['平均往返时间', 'Average time of the round trips']),
    time('minMs', ['最小往返', 'Shortest round trip'], ['最短的往返时间', 'Shortest time of a round trip']),
    time('maxMs', ['最大往返', 'Longest round trip'], ['最长的往返时间', 'Longest time of a round trip']),
    gauge(
      'lossPercent',
      '%',
      ['丢包率', 'Packet loss'],
      ['没有应答的请求比例', 'Share of requests without an answer'],
      { role: 'error' },
    ),
  ],
)
