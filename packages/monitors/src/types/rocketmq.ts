/** Monitor type `rocketmq`, by the metrics that a broker of version 5 exports itself. */
import type { MonitorTypeInput } from '../type.ts'
import { httpParams } from './http-params.ts'
import { both, chart, counter, gauge } from './parts.ts'

type Section = MonitorTypeInput['sections'][number]

const setUp =
  'broker.conf: metricsExporterType=PROM, metricsPromExporterHost=0.0.0.0, metricsPromExporterPort=5557'

/** Fields of rows that differ by labels, from metrics of topics and groups of users. */
const read = (fields: Record<string, string>, labels: string[] = []): Section['request'] => ({
  path: '{path}',
  setUp,
  answer: {
    format: 'metrics',
    labels,
    fields: Object.fromEntries(
      Object.entries(fields).map(([field, name]) => [
        field,
        [labels.length > 0 ? `rocketmq_${name}{is_system="false"}` : `rocketmq_${name}`],
      ]),
    ),
  },
})

const broker: Section = {
  key: 'broker',
  names: both(['代理节点', 'Broker']),
  answersAvailability: true,
  request: {
    ...read({
      topics: 'topic_number',
      groups: 'consumer_group_number',
      producers: 'producer_connections',
      consumers: 'consumer_connections',
      received: 'messages_in_total',
      delivered: 'messages_out_total',
      bytesIn: 'throughput_in_total',
      bytesOut: 'throughput_out_total',
      storageBytes: 'storage_size_bytes',
      flushBehind: 'storage_flush_behind_bytes',
      dispatchBehind: 'storage_dispatch_behind_bytes',
      reservedMs: 'storage_message_reserve_time_milliseconds',
      waiting: 'processor_watermark',
    }),
    mustContain: 'rocketmq_broker_permission',
  },
  counters: [
    gauge(
      'topics',
      'count',
      ['主题', 'Topics'],
      ['主题的数量，含系统主题', 'Topics, those of the system included'],
    ),
    gauge(
      'groups',
      'count',
      ['消费组', 'Consumer groups'],
      ['消费组的数量，含系统消费组', 'Consumer groups, those of the system included'],
    ),
    gauge(
      'producers',
      'count',
      ['生产者连接', 'Producer connections'],
      ['生产者的连接', 'Connections of producers'],
    ),
    gauge(
      'consumers',
      'count',
      ['消费者连接', 'Consumer connections'],
      ['消费者的连接', 'Connections of consumers'],
    ),
    counter(
      'received',
      'count',
      ['写入消息', 'Messages received'],
      ['代理收到的消息', 'Messages that the broker received'],
      { role: 'work' },
    ),
    counter(
      'delivered',
      'count',
      ['投递消息', 'Messages delivered'],
      ['代理投递的消息', 'Messages that the broker delivered'],
      { role: 'work' },
    ),
    counter(
      'bytesIn',
      'bytes',
      ['写入字节', 'Bytes received'],
      ['收到的消息的字节数', 'Bytes of the messages that were received'],
    ),
    counter(
      'bytesOut',
      'bytes',
      ['投递字节', 'Bytes delivered'],
      ['投递的消息的字节数', 'Bytes of the messages that were delivered'],
    ),
    gauge(
      'storageBytes',
      'bytes',
      ['磁盘已用', 'Volume used'],
      ['存储所在磁盘已用的字节数', 'Bytes in use on the volume of the store'],
      { role: 'utilisation', nature: 'space' },
    ),
    gauge(
      'flushBehind',
      'bytes',
      ['未刷盘', 'Not flushed'],
      ['已写入尚未刷到磁盘的字节数', 'Bytes that were written and not yet flushed to disk'],
      { role: 'saturation' },
    ),
    gauge(
      'dispatchBehind',
      'bytes',
      ['未分发', 'Not dispatched'],
      ['尚未建立消费索引的字节数', 'Bytes that consumers cannot see yet, as their index is not built'],
      { role: 'saturation' },
    ),
    gauge(
      'reservedMs',
      'ms',
      ['消息保留时间', 'Message retention'],
      ['最早消息的存放时间', 'Age of the oldest message that is kept'],
    ),
    gauge(
      'waiting',
      'count',
      ['排队请求', 'Waiting requests'],
      ['各处理线程池中排队的请求', 'Requests that wait for a thread of their processor'],
      { role: 'saturation' },
    ),
  ],
}

const topics: Section = {
  key: 'topics',
  names: both(['主题', 'Topics']),
  cadenceMs: 10_000,
  timeoutMs: 10_000,
  rows: { labels: ['topic'] },
  request: read({ received: 'messages_in_total', bytesIn: 'throughput_in_total' }, ['topic']),
  counters: [
    counter(
      'received',
      'count',
      ['写入消息', 'Messages received'],
      ['写入主题的消息', 'Messages that were written to the topic'],
      { role: 'work' },
    ),
    counter(
      'bytesIn',
      'bytes',
      ['写入字节', 'Bytes received'],
      ['写入主题的字节数', 'Bytes that were written to the topic'],
    ),
  ],
}

const groups: Section = {
  key: 'groups',
  names: both(['消费组', 'Consumer groups']),
  cadenceMs: 10_000,
  timeoutMs: 10_000,
  rows: { labels: ['consumer_group', 'topic'] },
  request: read(
    {
      lag: 'consumer_lag_messages',
      inFlight: 'consumer_inflight_messages',
      ready: 'consumer_ready_messages',
      lagMs: 'consumer_lag_latency_milliseconds',
      delivered: 'messages_out_total',
    },
    ['consumer_group', 'topic'],
  ),
  counters: [
    gauge(
      'lag',
      'count',
      ['积压', 'Lag'],
      ['消费组尚未确认的消息', 'Messages that the group has not acknowledged'],
      { role: 'saturation' },
    ),
    gauge(
      'inFlight',
      'count',
      ['处理中消息', 'In-flight messages'],
      ['已投递未确认的消息', 'Messages that were delivered and not acknowledged'],
    ),
    gauge(
      'ready',
      'count',
      ['就绪消息', 'Ready messages'],
      ['等待投递的消息', 'Messages that wait for delivery'],
      { role: 'saturation' },
    ),
    gauge(
      'lagMs',
      'ms',
      ['积压时间', 'Lag in time'],
      ['最早未确认消息的存放时间', 'Age of the oldest message that is not acknowledged'],
    ),
    counter(
      'delivered',
      'count',
      ['投递消息', 'Messages delivered'],
      ['投递给消费组的消息', 'Messages that were delivered to the group'],
      { role: 'work' },
    ),
  ],
}

export const rocketmq: MonitorTypeInput = {
  name: 'rocketmq',
  version: 1,
  category: 'queue',
  names: both(['RocketMQ', 'RocketMQ']),
  help: both([
    '读取 5.1 及以上版本代理自带的指标；每个代理一个监控器',
    'Reads the metrics that brokers from 5.1 on export themselves; a monitor per broker',
  ]),
  triedOn: ['RocketMQ 5.3.3'],
  transport: 'http',
  params: httpParams(5557, { usual: '/metrics', help: ['指标的路径', 'Path of the metrics'] }),
  sections: [broker, topics, groups],
  charts: [
    chart('rates', ['消息速率', 'Message rates'], 'line', 'count/s', ['broker.received', 'broker.delivered']),
    chart('lag', ['消费组积压', 'Lag of consumer groups'], 'line', 'count', [
      'groups.lag',
      'groups.ready',
      'groups.inFlight',
    ]),
    chart('lagMs', ['积压时间', 'Lag in time'], 'line', 'ms', ['groups.lagMs']),
    chart('bytes', ['吞吐量', 'Throughput'], 'line', 'bytes/s', ['broker.bytesIn', 'broker.bytesOut']),
    chart('behind', ['未刷盘与未分发', 'Not flushed and not dispatched'], 'line', 'bytes', [
      'broker.flushBehind',
      'broker.dispatchBehind',
    ]),
    chart('storage', ['磁盘已用', 'Volume used'], 'line', 'bytes', ['broker.storageBytes']),
    chart('objects', ['主题与客户端', 'Topics and clients'], 'line', 'count', [
      'broker.topics',
      'broker.groups',
      'broker.producers',
      'broker.consumers',
    ]),
    chart('waiting', ['排队请求', 'Waiting requests'], 'line', 'count', ['broker.waiting']),
    chart('reserved', ['消息保留时间', 'Message retention'], 'line', 'ms', ['broker.reservedMs']),
    chart('topicRates', ['主题写入速率', 'Write rates of topics'], 'line', 'count/s', ['topics.received']),
    chart('topicBytes', ['主题写入吞吐量', 'Write throughput of topics'], 'line', 'bytes/s', [
      'topics.bytesIn',
    ]),
    chart('groupRates', ['消费组投递速率', 'Delivery rates of groups'], 'line', 'count/s', [
      'groups.delivered',
    ]),
  ],
  thresholds: [
    { counter: 'groups.lag', max: 10_000, times: 3, severity: 'warning' },
    { counter: 'broker.dispatchBehind', max: 67_108_864, times: 3, severity: 'warning' },
  ],
}
