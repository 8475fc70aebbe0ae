/** Counters of packets that hosts of every system count per network interface. */
import { type CounterInput, counter } from './parts.ts'

export const packetCounters: readonly CounterInput[] = [
  counter(
    'receivedPackets',
    'count',
    ['接收包', 'Packets received'],
    ['网卡接收的包', 'Packets that the interface received'],
  ),
  counter(
    'sentPackets',
    'count',
    ['发送包', 'Packets sent'],
    ['网卡发送的包', 'Packets that the interface sent'],
  ),
  counter(
    'receiveErrors',
    'count',
    ['接收错误', 'Receive errors'],
    ['接收时出错的包', 'Packets with an error on receipt'],
    { role: 'error' },
  ),
  counter(
    'sendErrors',
    'count',
    ['发送错误', 'Send errors'],
    ['发送时出错的包', 'Packets with an error on sending'],
    { role: 'error' },
  ),
  counter(
    'receiveDrops',
    'count',
    ['接收丢弃', 'Receive drops'],
    ['接收时丢弃的包', 'Packets dropped on receipt'],
    { role: 'error' },
  ),
  counter(
    'sendDrops',
    'count',
    ['发送丢弃', 'Send drops'],
    ['发送时丢弃的包', 'Packets dropped on sending'],
    { role: 'error' },
  ),
]
