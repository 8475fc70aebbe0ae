/** Monitor type `tomcat`, by the JMX proxy of its manager application. */
import type { MonitorTypeInput } from '../type.ts'
import { httpParams } from './http-params.ts'
import { both, chart, computed, counter, gauge } from './parts.ts'

type Section = MonitorTypeInput['sections'][number]

const beans = (query: string, properties: readonly string[]): Section['request'] => ({
  path: `{path}?qry=${encodeURIComponent(query)}`,
  grant: '<user username="{user}" password="..." roles="manager-jmx"/>',
  answer: { format: 'jmx', properties: [...properties] },
})

const threads: Section = {
  key: 'threads',
  names: both(['线程池', 'Thread pools']),
  answersAvailability: true,
  request: beans('*:type=ThreadPool,name=*', ['name']),
  rows: { labels: ['name'] },
  counters: [
    gauge('current', 'count', ['当前线程', 'Threads'], ['连接器的线程', 'Threads of the connector'], {
      from: 'currentThreadCount',
    }),
    gauge(
      'busy',
      'count',
      ['忙碌线程', 'Busy threads'],
      ['正在处理请求的线程', 'Threads that serve a request'],
      { from: 'currentThreadsBusy', role: 'utilisation', nature: 'held', capacity: 'maximum' },
    ),
    gauge(
      'maximum',
      'count',
      ['线程上限', 'Thread limit'],
      ['连接器可有的线程', 'Threads that the connector can have'],
      { from: 'maxThreads' },
    ),
    gauge('connections', 'count', ['连接', 'Connections'], ['打开的连接', 'Open connections'], {
      from: 'connectionCount',
      role: 'utilisation',
      nature: 'held',
      capacity: 'maximumConnections',
    }),
    gauge(
      'maximumConnections',
      'count',
      ['连接上限', 'Connection limit'],
      ['连接器接受的连接', 'Connections that the connector accepts'],
      { from: 'maxConnections' },
    ),
  ],
  computed: [
    computed(
      'busyPercent',
      '100 * busy / maximum',
      '%',
      ['线程使用率', 'Thread use'],
      ['忙碌线程占上限的比例', 'Share of the limit that is busy'],
      { role: 'utilisation', nature: 'none', capacity: 100 },
    ),
  ],
}

const requests: Section = {
  key: 'requests',
  names: both(['请求', 'Requests']),
  request: beans('*:type=GlobalRequestProcessor,name=*', ['name']),
  rows: { labels: ['name'] },
  counters: [
    counter('requests', 'count', ['请求', 'Requests'], ['处理的请求', 'Requests that were served'], {
      from: 'requestCount',
      role: 'work',
    }),
    counter(
      'errors',
      'count',
      ['错误', 'Errors'],
      ['以错误结束的请求', 'Requests that ended with an error'],
      { from: 'errorCount', role: 'error' },
    ),
    counter(
      'receivedBytes',
      'bytes',
      ['接收字节', 'Bytes received'],
      ['请求体的字节', 'Bytes of request bodies'],
      { from: 'bytesReceived' },
    ),
    counter('sentBytes', 'bytes', ['发送字节', 'Bytes sent'], ['响应体的字节', 'Bytes of answer bodies'], {
      from: 'bytesSent',
    }),
    counter(
      'processingMs',
      'ms',
      ['处理时间', 'Processing time'],
      ['所有请求的处理时间之和', 'Sum of the times of all requests'],
      { from: 'processingTime' },
    ),
  ],
  computed: [
    computed(
      'averageMs',
      'processingMs / requests',
      'ms',
      ['平均处理时间', 'Average processing time'],
      ['每个请求的平均处理时间', 'Average time of a request'],
    ),
  ],
}

const sessions: Section = {
  key: 'sessions',
  names: both(['会话', 'Sessions']),
  cadenceMs: 10_000,
  request: beans('*:type=Manager,host=*,context=*', ['host', 'context']),
  rows: { labels: ['host', 'context'] },
  counters: [
    gauge(
      'active',
      'count',
      ['活动会话', 'Active sessions'],
      ['应用的活动会话', 'Active sessions of the application'],
      { from: 'activeSessions' },
    ),
    counter(
      'created',
      'count',
      ['新建会话', 'Sessions created'],
      ['应用创建的会话', 'Sessions that the application created'],
      { from: 'sessionCounter' },
    ),
    counter('expired', 'count', ['过期会话', 'Sessions expired'], ['过期的会话', 'Sessions that expired'], {
      from: 'expiredSessions',
    }),
    counter(
      'rejected',
      'count',
      ['拒绝会话', 'Sessions rejected'],
      ['因达到上限被拒绝的会话', 'Sessions that were rejected because of the limit'],
      { from: 'rejectedSessions', role: 'error' },
    ),
  ],
}

const memory: Section = {
  key: 'memory',
  names: both(['JVM 内存', 'JVM memory']),
  request: beans('java.lang:type=Memory', []),
  counters: [
    gauge('heapUsed', 'bytes', ['已用堆', 'Heap used'], ['使用中的堆', 'Heap in use'], {
      from: 'HeapMemoryUsage.used',
      role: 'utilisation',
      nature: 'space',
      queue: 'garbage.collectionMs',
      capacity: 'heapMaximum',
    }),
    gauge(
      'heapCommitted',
      'bytes',
      ['已提交堆', 'Heap committed'],
      ['系统已分配给堆的内存', 'Memory that the system gave to the heap'],
      { from: 'HeapMemoryUsage.committed' },
    ),
    gauge('heapMaximum', 'bytes', ['堆上限', 'Heap limit'], ['堆的最大值', 'Largest size of the heap'], {
      from: 'HeapMemoryUsage.max',
    }),
    gauge(
      'otherUsed',
      'bytes',
      ['已用非堆', 'Non-heap used'],
      ['使用中的非堆内存', 'Memory in use outside the heap'],
      { from: 'NonHeapMemoryUsage.used' },
    ),
  ],
}

const jvmThreads: Section = {
  key: 'jvm',
  names: both(['JVM 线程', 'JVM threads']),
  request: beans('java.lang:type=Threading', []),
  counters: [
    gauge('live', 'count', ['活动线程', 'Live threads'], ['JVM 的活动线程', 'Live threads of the JVM'], {
      from: 'ThreadCount',
    }),
    gauge(
      'daemon',
      'count',
      ['守护线程', 'Daemon threads'],
      ['JVM 的守护线程', 'Daemon threads of the JVM'],
      { from: 'DaemonThreadCount' },
    ),
    gauge(
      'peak',
      'count',
      ['线程峰值', 'Peak threads'],
      ['启动以来线程数的最大值', 'Most threads since the start'],
      { from: 'PeakThreadCount' },
    ),
  ],
}

const collectors: Section = {
  key: 'garbage',
  names: both(['垃圾回收', 'Garbage collection']),
  request: beans('java.lang:type=GarbageCollector,name=*', ['name']),
  rows: { labels: ['name'] },
  counters: [
    counter('collections', 'count', ['回收次数', 'Collections'], ['垃圾回收的次数', 'Garbage collections'], {
      from: 'CollectionCount',
    }),
    counter(
      'collectionMs',
      'ms',
      ['回收时间', 'Collection time'],
      ['垃圾回收的时间之和', 'Sum of the times of garbage collections'],
      { from: 'CollectionTime', role: 'saturation' },
    ),
  ],
}

export const tomcat: MonitorTypeInput = {
  name: 'tomcat',
  version: 1,
  category: 'web',
  names: both(['Tomcat', 'Tomcat']),
  help: both([
    '需要管理应用，且用户有角色 manager-jmx',
    'Needs the manager application, and a user with the role manager-jmx',
  ]),
  triedOn: ['Tomcat 10.1'],
  transport: 'http',
  params: httpParams(8_080, {
    usual: '/manager/jmxproxy/',
    help: ['JMX 代理的路径', 'Path of the JMX proxy'],
  }),
  sections: [threads, requests, sessions, memory, jvmThreads, collectors],
  charts: [
    chart('threads', ['线程池', 'Thread pools'], 'line', 'count', [
      'threads.busy',
      'threads.current',
      'threads.maximum',
    ]),
    chart('threadUse', ['线程使用率', 'Thread use'], 'line', '%', ['threads.busyPercent']),
    chart('connections', ['连接', 'Connections'], 'line', 'count', [
      'threads.connections',
      'threads.maximumConnections',
    ]),
    chart('requests', ['请求速率', 'Requests'], 'line', 'count/s', ['requests.requests', 'requests.errors']),
    chart('bytes', ['吞吐', 'Throughput'], 'line', 'bytes/s', [
      'requests.receivedBytes',
      'requests.sentBytes',
    ]),
    chart('processing', ['平均处理时间', 'Average processing time'], 'line', 'ms', ['requests.averageMs']),
    chart('processingTime', ['处理时间', 'Processing time'], 'line', 'ms/s', ['requests.processingMs']),
    chart('sessions', ['会话', 'Sessions'], 'line', 'count', ['sessions.active']),
    chart('sessionChanges', ['会话变化', 'Changes of sessions'], 'line', 'count/s', [
      'sessions.created',
      'sessions.expired',
      'sessions.rejected',
    ]),
    chart('memory', ['JVM 内存', 'JVM memory'], 'line', 'bytes', [
      'memory.heapUsed',
      'memory.heapCommitted',
      'memory.heapMaximum',
      'memory.otherUsed',
    ]),
    chart('jvmThreads', ['JVM 线程', 'JVM threads'], 'line', 'count', ['jvm.live', 'jvm.daemon', 'jvm.peak']),
    chart('collections', ['垃圾回收次数', 'Garbage collections'], 'line', 'count/s', ['garbage.collections']),
    chart('collectionTime', ['垃圾回收时间', 'Garbage collection time'], 'line', 'ms/s', [
      'garbage.collectionMs',
    ]),
  ],
  thresholds: [{ counter: 'threads.busyPercent', max: 90, times: 3, severity: 'warning' }],
}
