/** Monitor type `windows`: a Windows host by windows_exporter; each section asks for its collectors alone. */

import type { MonitorTypeInput } from '../type.ts'
import { httpParams } from './http-params.ts'
import { packetCounters } from './network-counters.ts'
import { both, chart, computed, counter, gauge, text } from './parts.ts'

type Section = MonitorTypeInput['sections'][number]

interface Metrics {
  readonly labels?: string[]
  /** Metrics without `windows_` by field; the later ones are the names of older versions. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>
  readonly texts?: Readonly<Record<string, readonly [metric: string, label: string]>>
}

const named = (metric: string): string =>
  metric.startsWith('count(') ? `count(windows_${metric.slice('count('.length)}` : `windows_${metric}`

/** Asks for the collectors of a section; one that is switched off answers with status 400. */
const metrics = (
  collectors: readonly string[],
  { labels = [], fields, texts = {} }: Metrics,
): Section['request'] => ({
  path: `{path}?${collectors.map(name => `collect[]=${name}`).join('&')}`,
  setUp: `windows_exporter.exe --collectors.enabled "[defaults],${collectors.join(',')}"`,
  answer: {
    format: 'metrics',
    labels: [...labels],
    fields: Object.fromEntries(
      Object.entries(fields).map(([field, selectors]) => [field, [selectors].flat().map(named)]),
    ),
    texts: Object.fromEntries(
      Object.entries(texts).map(([field, [metric, label]]) => [field, { metric: named(metric), label }]),
    ),
  },
})

const cpu: Section = {
  key: 'cpu',
  names: both(['CPU', 'CPU']),
  answersAvailability: true,
  request: metrics(['cpu'], {
    fields: {
      user: 'cpu_time_total{mode="user"}',
      privileged: 'cpu_time_total{mode="privileged"}',
      interrupt: 'cpu_time_total{mode="interrupt"}',
      dpc: 'cpu_time_total{mode="dpc"}',
      idle: 'cpu_time_total{mode="idle"}',
      interrupts: 'cpu_interrupts_total',
      cpus: 'count(cpu_time_total{mode="idle"})',
    },
  }),
  counters: [
    counter(
      'user',
      's',
      ['用户态', 'User'],
      ['运行用户程序的时间，所有 CPU 之和', 'Time in user programs, sum of all CPUs'],
    ),
    counter(
      'privileged',
      's',
      ['内核态', 'Privileged'],
      [
        '运行内核的时间，含中断与延迟过程调用',
        'Time in the kernel, with interrupts and deferred procedure calls',
      ],
    ),
    counter(
      'interrupt',
      's',
      ['硬中断', 'Hardware interrupts'],
      ['处理硬中断的时间', 'Time in hardware interrupts'],
    ),
    counter(
      'dpc',
      's',
      ['延迟过程调用', 'Deferred procedure calls'],
      ['处理延迟过程调用的时间', 'Time in deferred procedure calls'],
    ),
    counter('idle', 's', ['空闲', 'Idle'], ['空闲时间', 'Idle time']),
    counter('interrupts', 'count', ['中断', 'Interrupts'], ['处理的中断', 'Interrupts serviced']),
    gauge('cpus', '', ['CPU 数', 'CPUs'], ['逻辑 CPU 的数量', 'Number of logical CPUs']),
  ],
  computed: [
    computed(
      'busyPercent',
      '100 * (user + privileged) / (user + privileged + idle)',
      '%',
      ['CPU 使用率', 'CPU use'],
      ['非空闲时间的比例，所有 CPU', 'Share of time that was not idle, all CPUs'],
      { role: 'utilisation', nature: 'busy', capacity: 100 },
    ),
    computed(
      'privilegedPercent',
      '100 * privileged / (user + privileged + idle)',
      '%',
      ['内核态比例', 'System share'],
      ['内核与中断占用的时间比例', 'Share of time in the kernel and in interrupts'],
    ),
  ],
}

const memory: Section = {
  key: 'memory',
  names: both(['内存', 'Memory']),
  request: metrics(['memory', 'os'], {
    fields: {
      total: ['memory_physical_total_bytes', 'os_visible_memory_bytes'],
      available: ['memory_available_bytes', 'os_physical_memory_free_bytes'],
      committed: 'memory_committed_bytes',
      commitLimit: 'memory_commit_limit',
      cache: 'memory_cache_bytes',
      pagedPool: 'memory_pool_paged_bytes',
      nonpagedPool: ['memory_pool_nonpaged_bytes', 'memory_pool_nonpaged_bytes_total'],
      pageFaults: 'memory_page_faults_total',
      pagesRead: 'memory_swap_pages_read_total',
      pagesWritten: 'memory_swap_pages_written_total',
    },
  }),
  counters: [
    gauge('total', 'bytes', ['总内存', 'Total memory'], ['物理内存', 'Physical memory']),
    gauge(
      'available',
      'bytes',
      ['可用内存', 'Available memory'],
      ['可立即分配的物理内存，含备用页', 'Physical memory that can be given out at once, with standby pages'],
    ),
    gauge(
      'committed',
      'bytes',
      ['已提交', 'Committed'],
      ['已提交的虚拟内存', 'Virtual memory that is committed'],
      { role: 'utilisation', nature: 'space', queue: 'pagesWritten', capacity: 'commitLimit' },
    ),
    gauge(
      'commitLimit',
      'bytes',
      ['提交上限', 'Commit limit'],
      ['不扩大页面文件时可提交的内存', 'Memory that can be committed without larger paging files'],
    ),
    gauge('cache', 'bytes', ['文件缓存', 'File cache'], ['系统文件缓存', 'File cache of the system']),
    gauge(
      'pagedPool',
      'bytes',
      ['分页池', 'Paged pool'],
      ['内核中可换出的内存', 'Memory of the kernel that can be paged out'],
    ),
    gauge(
      'nonpagedPool',
      'bytes',
      ['非分页池', 'Nonpaged pool'],
      ['内核中不可换出的内存', 'Memory of the kernel that stays in physical memory'],
    ),
    counter(
      'pageFaults',
      'count',
      ['缺页', 'Page faults'],
      ['缺页次数，含不读磁盘的', 'Page faults, with those that read nothing from disk'],
    ),
    counter('pagesRead', 'count', ['换入页', 'Pages read'], ['从磁盘读入的页', 'Pages read from disk'], {
      role: 'saturation',
    }),
    counter('pagesWritten', 'count', ['换出页', 'Pages written'], ['写到磁盘的页', 'Pages written to disk'], {
      role: 'saturation',
    }),
  ],
  computed: [
    computed(
      'usedPercent',
      '100 * (total - available) / total',
      '%',
      ['内存使用率', 'Memory use'],
      ['不可再分配的内存比例', 'Share of memory that is not available'],
      { role: 'utilisation', nature: 'space', queue: 'pagesWritten', capacity: 100 },
    ),
    computed(
      'committedPercent',
      '100 * committed / commitLimit',
      '%',
      ['提交比例', 'Commit share'],
      ['已提交占提交上限的比例', 'Committed memory per commit limit'],
      { role: 'utilisation', nature: 'none', capacity: 100 },
    ),
  ],
}

const disk = (name: string) => `logical_disk_${name}`
const disks: Section = {
  key: 'disks',
  names: both(['磁盘', 'Disks']),
  rows: { labels: ['volume'] },
  request: metrics(['logical_disk'], {
    labels: ['volume'],
    fields: {
      reads: disk('reads_total'),
      writes: disk('writes_total'),
      readBytes: disk('read_bytes_total'),
      writtenBytes: disk('write_bytes_total'),
      readSeconds: disk('read_latency_seconds_total'),
      writeSeconds: disk('write_latency_seconds_total'),
      idleSeconds: disk('idle_seconds_total'),
      queued: disk('requests_queued'),
      sizeBytes: disk('size_bytes'),
      freeBytes: disk('free_bytes'),
    },
  }),
  counters: [
    counter('reads', 'count', ['读次数', 'Reads'], ['完成的读操作', 'Reads completed']),
    counter('writes', 'count', ['写次数', 'Writes'], ['完成的写操作', 'Writes completed']),
    counter('readBytes', 'bytes', ['读字节', 'Bytes read'], ['读取的字节', 'Bytes read'], { role: 'work' }),
    counter('writtenBytes', 'bytes', ['写字节', 'Bytes written'], ['写入的字节', 'Bytes written'], {
      role: 'work',
    }),
    counter(
      'readSeconds',
      's',
      ['读耗时', 'Read time'],
      ['读操作耗时之和，含排队', 'Time of all reads, with their time in the queue'],
    ),
    counter(
      'writeSeconds',
      's',
      ['写耗时', 'Write time'],
      ['写操作耗时之和，含排队', 'Time of all writes, with their time in the queue'],
    ),
    counter(
      'idleSeconds',
      's',
      ['空闲时间', 'Idle time'],
      ['磁盘空闲的时间', 'Time in which the disk was idle'],
    ),
    gauge(
      'queued',
      'count',
      ['排队请求', 'Queued requests'],
      ['等待与执行中的请求', 'Requests that wait or run'],
      {
        role: 'saturation',
      },
    ),
    gauge('sizeBytes', 'bytes', ['容量', 'Size'], ['卷的大小', 'Size of the volume']),
    gauge('freeBytes', 'bytes', ['空闲', 'Free'], ['卷的空闲空间', 'Free space of the volume']),
  ],
  computed: [
    computed(
      'utilPercent',
      '100 - 100 * idleSeconds',
      '%',
      ['磁盘使用率', 'Disk use'],
      ['磁盘不空闲的时间比例', 'Share of time in which the disk was not idle'],
      { role: 'utilisation', nature: 'busy', queue: 'queued', capacity: 100 },
    ),
    computed(
      'awaitMs',
      '1000 * (readSeconds + writeSeconds) / (reads + writes)',
      'ms',
      ['平均等待', 'Average wait'],
      ['每次操作的平均耗时，含排队', 'Average time of an operation, with its time in the queue'],
      { role: 'saturation' },
    ),
    computed(
      'usedPercent',
      '100 * (sizeBytes - freeBytes) / sizeBytes',
      '%',
      ['空间使用率', 'Space used'],
      ['已用空间的比例', 'Share of the space that is used'],
      { role: 'utilisation', nature: 'space', capacity: 100 },
    ),
  ],
}

const net = (name: string) => `net_${name}`
const network: Section = {
  key: 'network',
  names: both(['网络', 'Network']),
  rows: { labels: ['nic'] },
  request: metrics(['net'], {
    labels: ['nic'],
    fields: {
      receivedBytes: net('bytes_received_total'),
      sentBytes: net('bytes_sent_total'),
      receivedPackets: net('packets_received_total'),
      sentPackets: net('packets_sent_total'),
      receiveErrors: net('packets_received_errors_total'),
      sendErrors: net('packets_outbound_errors_total'),
      receiveDrops: net('packets_received_discarded_total'),
      sendDrops: net('packets_outbound_discarded_total'),
      bandwidth: net('current_bandwidth_bytes'),
    },
  }),
  counters: [
    counter(
      'receivedBytes',
      'bytes',
      ['接收字节', 'Bytes received'],
      ['网卡接收的字节', 'Bytes that the interface received'],
      { role: 'work' },
    ),
    counter(
      'sentBytes',
      'bytes',
      ['发送字节', 'Bytes sent'],
      ['网卡发送的字节', 'Bytes that the interface sent'],
      {
        role: 'work',
      },
    ),
    ...packetCounters,
    gauge(
      'bandwidth',
      'bytes/s',
      ['带宽', 'Bandwidth'],
      ['网卡协商的带宽', 'Bandwidth that the interface has negotiated'],
    ),
  ],
  computed: [
    computed(
      'sentPercent',
      '100 * sentBytes / bandwidth',
      '%',
      ['发送带宽占用', 'Use of bandwidth, sent'],
      ['发送占带宽的比例', 'Sent bytes per bandwidth'],
      { role: 'utilisation', nature: 'busy', tier: 'network', capacity: 100 },
    ),
    computed(
      'receivedPercent',
      '100 * receivedBytes / bandwidth',
      '%',
      ['接收带宽占用', 'Use of bandwidth, received'],
      ['接收占带宽的比例', 'Received bytes per bandwidth'],
      { role: 'utilisation', nature: 'busy', tier: 'network', capacity: 100 },
    ),
  ],
}

const tcp: Section = {
  key: 'tcp',
  names: both(['TCP', 'TCP']),
  request: metrics(['tcp'], {
    labels: ['af'],
    fields: {
      current: 'tcp_connections_established',
      activeOpens: 'tcp_connections_active_total',
      passiveOpens: 'tcp_connections_passive_total',
      failedOpens: 'tcp_connection_failures_total',
      resets: 'tcp_connections_reset_total',
      segmentsReceived: 'tcp_segments_received_total',
      segmentsSent: 'tcp_segments_sent_total',
      retransmits: 'tcp_segments_retransmitted_total',
    },
  }),
  rows: { labels: ['af'], limit: 10 },
  counters: [
    gauge(
      'current',
      'count',
      ['当前连接', 'Current connections'],
      ['状态为 ESTABLISHED 或 CLOSE_WAIT 的连接', 'Connections in ESTABLISHED or CLOSE_WAIT'],
    ),
    counter(
      'activeOpens',
      'count',
      ['主动建连', 'Active opens'],
      ['本机发起的连接', 'Connections that this host opened'],
    ),
    counter(
      'passiveOpens',
      'count',
      ['被动建连', 'Passive opens'],
      ['本机接受的连接', 'Connections that this host accepted'],
    ),
    counter(
      'failedOpens',
      'count',
      ['建连失败', 'Failed opens'],
      ['未能建立的连接', 'Connections that could not be opened'],
      { role: 'error' },
    ),
    counter(
      'resets',
      'count',
      ['连接重置', 'Resets'],
      ['被重置的已建立连接', 'Established connections that were reset'],
      { role: 'error' },
    ),
    counter(
      'segmentsReceived',
      'count',
      ['接收段', 'Segments received'],
      ['接收的 TCP 段', 'TCP segments received'],
    ),
    counter('segmentsSent', 'count', ['发送段', 'Segments sent'], ['发送的 TCP 段', 'TCP segments sent']),
    counter(
      'retransmits',
      'count',
      ['重传段', 'Retransmitted segments'],
      ['重传的 TCP 段', 'TCP segments that were sent again'],
      { role: 'error' },
    ),
  ],
  computed: [
    computed(
      'retransmitPercent',
      '100 * retransmits / segmentsSent',
      '%',
      ['重传率', 'Retransmit share'],
      ['重传段与发送段之比', 'Retransmitted segments per sent segment'],
      { role: 'error' },
    ),
  ],
}

const system: Section = {
  key: 'system',
  names: both(['系统', 'System']),
  request: metrics(['os', 'system'], {
    fields: {
      contextSwitches: 'system_context_switches_total',
      systemCalls: 'system_system_calls_total',
      exceptions: 'system_exception_dispatches_total',
      queueLength: 'system_processor_queue_length',
      processes: ['system_processes', 'os_processes'],
      threads: 'system_threads',
      bootTime: ['system_boot_time_timestamp', 'system_boot_time_timestamp_seconds', 'system_system_up_time'],
    },
    texts: {
      product: ['os_info', 'product'],
      version: ['os_info', 'version'],
      hostName: ['os_hostname', 'hostname'],
    },
  }),
  counters: [
    counter(
      'contextSwitches',
      'count',
      ['上下文切换', 'Context switches'],
      ['CPU 在线程间切换的次数', 'Switches of CPUs between threads'],
    ),
    counter('systemCalls', 'count', ['系统调用', 'System calls'], ['系统调用的次数', 'Calls of the system']),
    counter(
      'exceptions',
      'count',
      ['异常', 'Exceptions'],
      ['系统分派的异常', 'Exceptions that the system dispatched'],
    ),
    gauge(
      'queueLength',
      'count',
      ['处理器队列', 'Processor queue'],
      ['就绪而等待 CPU 的线程', 'Threads that are ready and wait for a CPU'],
      { role: 'saturation' },
    ),
    gauge('processes', 'count', ['进程数', 'Processes'], ['现有进程的数量', 'Number of processes']),
    gauge('threads', 'count', ['线程数', 'Threads'], ['现有线程的数量', 'Number of threads']),
    gauge(
      'bootTime',
      's',
      ['启动时间', 'Boot time'],
      ['系统启动的时刻，Unix 秒', 'When the system was started, Unix seconds'],
    ),
    text('hostName', ['主机名', 'Host name'], ['主机名', 'Host name']),
    text('product', ['操作系统', 'Operating system'], ['操作系统的名称', 'Name of the operating system']),
    text('version', ['版本', 'Version'], ['操作系统的版本', 'Version of the operating system']),
  ],
}

const processes: Section = {
  key: 'processes',
  names: both(['进程', 'Processes']),
  cadenceMs: 15_000,
  timeoutMs: 10_000,
  rows: { labels: ['process'], limit: 100 },
  request: metrics(['process'], {
    labels: ['process'],
    fields: {
      cpu: 'process_cpu_time_total',
      workingSet: ['process_working_set_bytes', 'process_working_set'],
      privateBytes: 'process_private_bytes',
      readBytes: 'process_io_bytes_total{mode="read"}',
      writtenBytes: 'process_io_bytes_total{mode="write"}',
      handles: ['process_handles', 'process_handle_count'],
      threads: ['process_threads', 'process_thread_count'],
    },
  }),
  counters: [
    counter(
      'cpu',
      's',
      ['CPU', 'CPU'],
      ['同名进程的 CPU 时间之和', 'CPU time of all processes of this name'],
    ),
    gauge(
      'workingSet',
      'bytes',
      ['工作集', 'Working set'],
      ['同名进程占用的物理内存', 'Physical memory of all processes of this name'],
    ),
    gauge(
      'privateBytes',
      'bytes',
      ['专用内存', 'Private memory'],
      ['同名进程不与他人共享的内存', 'Memory of these processes that they share with no other'],
    ),
    counter(
      'readBytes',
      'bytes',
      ['读字节', 'Bytes read'],
      ['同名进程读取的字节，含网络', 'Bytes that these processes read, networks included'],
    ),
    counter(
      'writtenBytes',
      'bytes',
      ['写字节', 'Bytes written'],
      ['同名进程写入的字节，含网络', 'Bytes that these processes wrote, networks included'],
    ),
    gauge('handles', 'count', ['句柄', 'Handles'], ['同名进程打开的句柄', 'Open handles of these processes']),
    gauge('threads', 'count', ['线程', 'Threads'], ['同名进程的线程数', 'Threads of these processes']),
  ],
}

const serviceState = (state: string) => `service_state{state="${state}"}`
const services: Section[] = [
  {
    key: 'services',
    names: both(['服务数', 'Service counts']),
    cadenceMs: 30_000,
    request: metrics(['service'], {
      fields: {
        running: serviceState('running'),
        stopped: serviceState('stopped'),
        paused: serviceState('paused'),
      },
    }),
    counters: [
      gauge('running', 'count', ['运行的服务', 'Services running'], ['正在运行的服务', 'Services that run']),
      gauge(
        'stopped',
        'count',
        ['停止的服务', 'Services stopped'],
        ['已停止的服务', 'Services that are stopped'],
      ),
      gauge(
        'paused',
        'count',
        ['暂停的服务', 'Services paused'],
        ['已暂停的服务', 'Services that are paused'],
      ),
    ],
  },
  {
    key: 'serviceStates',
    names: both(['服务', 'Services']),
    cadenceMs: 30_000,
    isTable: true,
    rows: { labels: ['name'], limit: 200 },
    request: metrics(['service'], {
      labels: ['name'],
      fields: {},
      texts: { state: ['service_state', 'state'], startMode: ['service_start_mode', 'start_mode'] },
    }),
    counters: [
      text('state', ['状态', 'State'], ['服务的当前状态', 'State of the service, as running or stopped']),
      text(
        'startMode',
        ['启动类型', 'Start mode'],
        ['服务的启动类型', 'Start mode of the service, as auto or manual'],
      ),
    ],
  },
]

export const windows: MonitorTypeInput = {
  name: 'windows',
  version: 1,
  category: 'host',
  names: both(['主机（Windows）', 'Host (Windows)']),
  help: both([
    '需要在主机上运行 windows_exporter；TCP 与进程两部分需要启用相应的收集器',
    'Needs windows_exporter on the host; TCP and processes need its collectors tcp and process',
  ]),
  // No Windows was at hand: its names of metrics are from the documentation and the recorded output of the exporter.
  triedOn: [],
  transport: 'http',
  params: httpParams(9_182, { usual: '/metrics', help: ['指标所在的路径', 'Path of the metrics'] }),
  sections: [cpu, memory, disks, network, tcp, system, processes, ...services],
  charts: [
    chart('cpuUse', ['CPU 使用率', 'CPU use'], 'line', '%', ['cpu.busyPercent', 'cpu.privilegedPercent']),
    chart('cpuModes', ['CPU 时间分布', 'CPU time by mode'], 'area', 's/s', [
      'cpu.idle',
      'cpu.privileged',
      'cpu.user',
    ]),
    // Parts of the time in the kernel.
    chart('cpuInterrupts', ['CPU 中断时间', 'CPU time in interrupts'], 'line', 's/s', [
      'cpu.interrupt',
      'cpu.dpc',
    ]),
    chart('cpus', ['CPU 数', 'CPUs'], 'line', '', ['cpu.cpus']),
    chart('memoryUse', ['内存使用率', 'Memory use'], 'line', '%', [
      'memory.usedPercent',
      'memory.committedPercent',
    ]),
    chart('memory', ['内存', 'Memory'], 'line', 'bytes', [
      'memory.total',
      'memory.available',
      'memory.committed',
      'memory.commitLimit',
      'memory.cache',
      'memory.pagedPool',
      'memory.nonpagedPool',
    ]),
    chart('paging', ['换页', 'Paging'], 'line', 'count/s', [
      'memory.pageFaults',
      'memory.pagesRead',
      'memory.pagesWritten',
    ]),
    chart('diskUse', ['磁盘使用率', 'Disk use'], 'line', '%', ['disks.utilPercent', 'disks.usedPercent']),
    chart('iops', ['磁盘 IOPS', 'Disk IOPS'], 'line', 'count/s', ['disks.reads', 'disks.writes']),
    chart('diskBytes', ['磁盘吞吐', 'Disk throughput'], 'line', 'bytes/s', [
      'disks.readBytes',
      'disks.writtenBytes',
    ]),
    chart('diskTime', ['磁盘耗时', 'Disk time'], 'line', 's/s', [
      'disks.readSeconds',
      'disks.writeSeconds',
      'disks.idleSeconds',
    ]),
    chart('diskWait', ['磁盘等待', 'Disk wait'], 'line', 'ms', ['disks.awaitMs']),
    chart('diskQueue', ['磁盘队列', 'Disk queue'], 'line', 'count', ['disks.queued']),
    chart('space', ['磁盘空间', 'Disk space'], 'line', 'bytes', ['disks.sizeBytes', 'disks.freeBytes']),
    chart('networkBytes', ['网络吞吐', 'Network throughput'], 'line', 'bytes/s', [
      'network.receivedBytes',
      'network.sentBytes',
      'network.bandwidth',
    ]),
    chart('networkUse', ['带宽占用', 'Use of bandwidth'], 'line', '%', [
      'network.sentPercent',
      'network.receivedPercent',
    ]),
    chart('networkPackets', ['网络包', 'Network packets'], 'line', 'count/s', [
      'network.receivedPackets',
      'network.sentPackets',
    ]),
    chart('networkErrors', ['网络错误与丢弃', 'Network errors and drops'], 'line', 'count/s', [
      'network.receiveErrors',
      'network.sendErrors',
      'network.receiveDrops',
      'network.sendDrops',
    ]),
    chart('tcpConnections', ['TCP 连接', 'TCP connections'], 'line', 'count', ['tcp.current']),
    chart('tcpOpens', ['TCP 建连', 'TCP opens'], 'line', 'count/s', [
      'tcp.activeOpens',
      'tcp.passiveOpens',
      'tcp.failedOpens',
      'tcp.resets',
    ]),
    chart('tcpSegments', ['TCP 段', 'TCP segments'], 'line', 'count/s', [
      'tcp.segmentsReceived',
      'tcp.segmentsSent',
      'tcp.retransmits',
    ]),
    chart('tcpRetransmits', ['TCP 重传率', 'TCP retransmit share'], 'line', '%', ['tcp.retransmitPercent']),
    chart('switches', ['上下文切换与中断', 'Context switches and interrupts'], 'line', 'count/s', [
      'system.contextSwitches',
      'system.systemCalls',
      'system.exceptions',
      'cpu.interrupts',
    ]),
    chart('threads', ['进程与线程', 'Processes and threads'], 'line', 'count', [
      'system.processes',
      'system.threads',
    ]),
    chart('processorQueue', ['处理器队列', 'Processor queue'], 'line', 'count', ['system.queueLength']),
    chart('processCpu', ['进程 CPU', 'CPU of processes'], 'line', 's/s', ['processes.cpu']),
    chart('processMemory', ['进程内存', 'Memory of processes'], 'line', 'bytes', [
      'processes.workingSet',
      'processes.privateBytes',
    ]),
    chart('processIo', ['进程读写', 'I/O of processes'], 'line', 'bytes/s', [
      'processes.readBytes',
      'processes.writtenBytes',
    ]),
    chart('processHandles', ['进程句柄与线程', 'Handles and threads of processes'], 'line', 'count', [
      'processes.handles',
      'processes.threads',
    ]),
    chart('services', ['服务', 'Services'], 'line', 'count', [
      'services.running',
      'services.stopped',
      'services.paused',
    ]),
    chart('bootTime', ['启动时间', 'Boot time'], 'line', 's', ['system.bootTime']),
  ],
  tables: [
    {
      key: 'services',
      names: both(['服务', 'Services']),
      section: 'serviceStates',
      columns: ['name', 'state', 'startMode'],
    },
    {
      key: 'system',
      names: both(['系统', 'System']),
      section: 'system',
      columns: ['hostName', 'product', 'version'],
    },
  ],
  thresholds: [
    { counter: 'cpu.busyPercent', max: 90, times: 3, cycleMs: 60_000, severity: 'warning' },
    { counter: 'memory.usedPercent', max: 90, times: 3, cycleMs: 60_000, severity: 'warning' },
    { counter: 'memory.committedPercent', max: 95, times: 3, cycleMs: 60_000, severity: 'warning' },
    { counter: 'disks.usedPercent', max: 90, times: 1, cycleMs: 60_000, severity: 'critical' },
    { counter: 'disks.utilPercent', max: 95, times: 3, cycleMs: 60_000, severity: 'warning' },
    { counter: 'system.queueLength', max: 20, times: 3, cycleMs: 60_000, severity: 'warning' },
  ],
}
