/** What is read of AIX over SSH: its sections. Counters have the keys of a Linux host where they mean the same. Data alone. */

import type { MonitorTypeInput } from '../type.ts'
import { packetCounters } from './network-counters.ts'
import { both, computed, counter, gauge, text } from './parts.ts'

type Section = MonitorTypeInput['sections'][number]

/** Its commands measure for a second or two. */
const measured = { timeoutMs: 10_000 } as const

const cpu: Section = {
  key: 'cpu',
  names: both(['CPU', 'CPU']),
  ...measured,
  answersAvailability: true,
  request: { reader: 'cpu' },
  counters: [
    gauge(
      'userPercent',
      '%',
      ['用户态比例', 'User share'],
      ['用户程序占用的时间比例，采集时 1 秒内', 'Share of time in user programs, over 1 s of the collection'],
    ),
    gauge(
      'systemPercent',
      '%',
      ['内核态比例', 'System share'],
      ['内核占用的时间比例', 'Share of time in the kernel'],
    ),
    gauge(
      'iowaitPercent',
      '%',
      ['等待 I/O 比例', 'I/O wait share'],
      ['空闲且等待磁盘的时间比例', 'Share of idle time in which disk I/O was outstanding'],
      { role: 'saturation' },
    ),
    gauge('idlePercent', '%', ['空闲比例', 'Idle share'], ['空闲的时间比例', 'Share of idle time']),
    gauge('cpus', '', ['CPU 数', 'CPUs'], ['逻辑 CPU 的数量', 'Number of logical CPUs']),
    gauge(
      'running',
      'count',
      ['可运行线程', 'Runnable threads'],
      ['运行或等待 CPU 的内核线程', 'Kernel threads that run or wait for a CPU'],
      { role: 'saturation' },
    ),
    gauge(
      'blocked',
      'count',
      ['阻塞线程', 'Blocked threads'],
      ['等待 I/O 或换页的内核线程', 'Kernel threads that wait for I/O or paging'],
      { role: 'saturation' },
    ),
  ],
  computed: [
    computed(
      'busyPercent',
      'userPercent + systemPercent',
      '%',
      ['CPU 使用率', 'CPU use'],
      ['用户态与内核态之和', 'User and system share together'],
      { role: 'utilisation', nature: 'busy', capacity: 100 },
    ),
  ],
}

const partition: Section = {
  key: 'partition',
  names: both(['逻辑分区', 'Logical partition']),
  ...measured,
  request: { reader: 'partition' },
  counters: [
    gauge(
      'physicalCpus',
      '',
      ['物理 CPU 用量', 'Physical CPUs used'],
      [
        '分区占用的物理 CPU 数；专用分区没有',
        'Physical CPUs that the partition uses; none of a dedicated one',
      ],
      { role: 'work' },
    ),
    gauge(
      'entitledCpus',
      '',
      ['授权容量', 'Entitled capacity'],
      ['分区保证获得的物理 CPU 数', 'Physical CPUs that the partition is sure to get'],
    ),
    gauge(
      'entitledPercent',
      '%',
      ['授权容量使用率', 'Use of the entitled capacity'],
      ['不设上限的分区可以超过 100%', 'Can exceed 100 % where the partition is uncapped'],
      { role: 'utilisation', nature: 'busy' },
    ),
    gauge(
      'logicalBusyPercent',
      '%',
      ['逻辑 CPU 使用率', 'Use of logical CPUs'],
      ['逻辑 CPU 执行程序的时间比例', 'Share of time in which logical CPUs executed programs'],
    ),
    gauge(
      'poolIdleCpus',
      '',
      ['共享池空闲 CPU', 'Idle CPUs of the pool'],
      [
        '共享池中空闲的物理 CPU 数；需要允许采集池的利用率',
        'Idle physical CPUs of the shared pool; only where the partition may collect it',
      ],
    ),
    gauge(
      'virtualSwitches',
      'count',
      ['虚拟上下文切换', 'Virtual context switches'],
      ['采集时 1 秒内的次数', 'Within 1 s of the collection'],
    ),
    text('type', ['分区类型', 'Type of partition'], ['共享或专用', 'Shared or dedicated']),
    text('mode', ['模式', 'Mode'], ['是否设上限', 'Capped or not']),
    text('smt', ['并发多线程', 'Simultaneous multithreading'], ['每个核的线程数', 'Threads per core']),
  ],
}

const memory: Section = {
  key: 'memory',
  names: both(['内存', 'Memory']),
  request: { reader: 'memory' },
  counters: [
    gauge('total', 'bytes', ['总量', 'Total'], ['物理内存', 'Physical memory']),
    gauge(
      'free',
      'bytes',
      ['空闲', 'Free'],
      ['没有使用的内存，不含文件缓存', 'Memory that is not in use, also not as file cache'],
    ),
    gauge(
      'available',
      'bytes',
      ['可用', 'Available'],
      ['不换页即可分配的内存；AIX 7 起提供', 'Memory that can be had without paging; told since AIX 7'],
    ),
    gauge(
      'inUse',
      'bytes',
      ['已用', 'In use'],
      ['已用内存，包括文件缓存', 'Memory in use, file cache included'],
      { capacity: 'total' },
    ),
    gauge('cached', 'bytes', ['文件缓存', 'File cache'], ['缓存文件的内存', 'Memory that caches files']),
    gauge(
      'virtual',
      'bytes',
      ['计算内存', 'Computational memory'],
      ['程序占用的虚拟内存', 'Virtual memory of programs'],
      { role: 'utilisation', nature: 'space', queue: 'kernel.swappedOut', capacity: 'total' },
    ),
    gauge('pinned', 'bytes', ['锁定', 'Pinned'], ['不能换出的内存', 'Memory that cannot be paged out']),
    gauge('swapTotal', 'bytes', ['换页空间', 'Paging space'], ['换页空间的大小', 'Size of the paging space']),
    gauge(
      'swapFree',
      'bytes',
      ['空闲换页空间', 'Free paging space'],
      ['没有使用的换页空间', 'Paging space that is not in use'],
    ),
  ],
  computed: [
    computed(
      'virtualPercent',
      '100 * virtual / total',
      '%',
      ['计算内存比例', 'Share of computational memory'],
      ['超过 100% 时开始换页', 'Above 100 %, paging begins'],
      { role: 'utilisation', nature: 'none' },
    ),
    computed(
      'swapUsed',
      'swapTotal - swapFree',
      'bytes',
      ['已用换页空间', 'Paging space used'],
      ['已用的换页空间', 'Paging space in use'],
      { role: 'saturation', capacity: 'swapTotal' },
    ),
    computed(
      'swapPercent',
      '100 * (swapTotal - swapFree) / swapTotal',
      '%',
      ['换页空间使用率', 'Paging space use'],
      ['已用换页空间占总量的比例', 'Used paging space as a share of all'],
      { role: 'saturation', capacity: 100 },
    ),
  ],
}

const kernel: Section = {
  key: 'kernel',
  names: both(['内核', 'Kernel']),
  request: { reader: 'kernel' },
  counters: [
    counter(
      'contextSwitches',
      'count',
      ['上下文切换', 'Context switches'],
      ['CPU 换到另一线程的次数', 'Switches of a CPU to another thread'],
    ),
    counter(
      'interrupts',
      'count',
      ['设备中断', 'Device interrupts'],
      ['设备的中断', 'Interrupts of devices'],
    ),
    counter(
      'systemCalls',
      'count',
      ['系统调用', 'System calls'],
      ['程序对内核的调用', 'Calls of programs to the kernel'],
    ),
    counter(
      'pageIns',
      'count',
      ['页读入', 'Pages read'],
      ['从磁盘读入的页，包括文件', 'Pages read from disk, files included'],
    ),
    counter(
      'pageOuts',
      'count',
      ['页写出', 'Pages written'],
      ['写到磁盘的页，包括文件', 'Pages written to disk, files included'],
    ),
    counter(
      'swappedIn',
      'count',
      ['换入', 'Paged in'],
      ['从换页空间读入的页', 'Pages read from the paging space'],
      { role: 'saturation' },
    ),
    counter(
      'swappedOut',
      'count',
      ['换出', 'Paged out'],
      ['写到换页空间的页', 'Pages written to the paging space'],
      { role: 'saturation' },
    ),
    counter(
      'freeFrameWaits',
      'count',
      ['等待空闲页', 'Waits for a free page'],
      ['没有空闲内存页而等待的次数', 'Waits because no page of memory was free'],
      { role: 'saturation' },
    ),
  ],
}

const disks: Section = {
  key: 'disks',
  names: both(['磁盘', 'Disks']),
  ...measured,
  rows: { labels: ['disk'] },
  request: { reader: 'disks' },
  counters: [
    gauge(
      'utilPercent',
      '%',
      ['使用率', 'Use'],
      ['磁盘有请求的时间比例，采集时 1 秒内', 'Share of time with requests, over 1 s of the collection'],
      { role: 'utilisation', nature: 'busy', capacity: 100 },
    ),
    gauge('iops', 'count/s', ['IOPS', 'IOPS'], ['每秒的读写请求', 'Requests per second'], { role: 'work' }),
    gauge('readRate', 'bytes/s', ['读速率', 'Read rate'], ['每秒读取的字节', 'Bytes read per second'], {
      role: 'work',
    }),
    gauge('writeRate', 'bytes/s', ['写速率', 'Write rate'], ['每秒写入的字节', 'Bytes written per second'], {
      role: 'work',
    }),
  ],
}

const filesystems: Section = {
  key: 'filesystems',
  names: both(['文件系统', 'File systems']),
  cadenceMs: 60_000,
  timeoutMs: 10_000,
  rows: { labels: ['mount', 'device'] },
  request: { reader: 'filesystems' },
  counters: [
    gauge('sizeBytes', 'bytes', ['大小', 'Size'], ['文件系统的大小', 'Size of the file system']),
    gauge('freeBytes', 'bytes', ['空闲', 'Free'], ['没有使用的空间', 'Space that is not in use']),
    gauge('inodes', 'count', ['inode 总数', 'Inodes'], ['已用与空闲的 inode', 'Inodes in use and free']),
    gauge(
      'freeInodes',
      'count',
      ['空闲 inode', 'Free inodes'],
      ['没有使用的 inode', 'Inodes that are not in use'],
    ),
  ],
  computed: [
    computed(
      'usedPercent',
      '100 * (sizeBytes - freeBytes) / sizeBytes',
      '%',
      ['使用率', 'Use'],
      ['已用空间的比例', 'Share of space in use'],
      { role: 'utilisation', nature: 'space', capacity: 100 },
    ),
    computed(
      'inodesUsedPercent',
      '100 * (inodes - freeInodes) / inodes',
      '%',
      ['inode 使用率', 'Inode use'],
      ['已用 inode 的比例', 'Share of inodes in use'],
      { role: 'utilisation', nature: 'space', capacity: 100 },
    ),
  ],
}

const network: Section = {
  key: 'network',
  names: both(['网络', 'Network']),
  timeoutMs: 10_000,
  rows: { labels: ['interface'] },
  request: { reader: 'network' },
  counters: [
    counter(
      'receivedBytes',
      'bytes',
      ['接收字节', 'Bytes received'],
      ['网卡接收的字节', 'Bytes that the adapter received'],
      { role: 'work' },
    ),
    counter(
      'sentBytes',
      'bytes',
      ['发送字节', 'Bytes sent'],
      ['网卡发送的字节', 'Bytes that the adapter sent'],
      { role: 'work' },
    ),
    ...packetCounters,
  ],
}

const tcp: Section = {
  key: 'tcp',
  names: both(['TCP', 'TCP']),
  timeoutMs: 10_000,
  request: { reader: 'tcp' },
  counters: [
    gauge(
      'current',
      'count',
      ['已建立的连接', 'Established connections'],
      ['IPv4 的已建立连接', 'Established connections of IPv4'],
      { role: 'work' },
    ),
    gauge(
      'timeWait',
      'count',
      ['等待结束的连接', 'Connections in TIME_WAIT'],
      ['状态为 TIME_WAIT 的连接', 'Connections in the state TIME_WAIT'],
    ),
    gauge('listen', 'count', ['监听', 'Listening'], ['监听的端口', 'Ports that listen']),
    counter(
      'activeOpens',
      'count',
      ['主动建连', 'Active opens'],
      ['本机发起的连接', 'Connections that the host began'],
    ),
    counter(
      'passiveOpens',
      'count',
      ['被动建连', 'Passive opens'],
      ['本机接受的连接', 'Connections that the host accepted'],
    ),
    counter(
      'segmentsReceived',
      'count',
      ['接收段', 'Segments received'],
      ['接收的 TCP 段', 'TCP segments received'],
    ),
    counter('segmentsSent', 'count', ['发送段', 'Segments sent'], ['发送的 TCP 段', 'TCP segments sent']),
    counter('retransmits', 'count', ['重传', 'Retransmits'], ['重传的段', 'Segments sent again'], {
      role: 'error',
    }),
  ],
  computed: [
    computed(
      'retransmitPercent',
      '100 * retransmits / segmentsSent',
      '%',
      ['重传率', 'Retransmit share'],
      ['重传段占发送段的比例', 'Segments sent again as a share of those sent'],
      { role: 'error', capacity: 100 },
    ),
  ],
}

const system: Section = {
  key: 'system',
  names: both(['系统', 'System']),
  request: { reader: 'system' },
  counters: [
    gauge(
      'load1',
      '',
      ['1 分钟负载', 'Load, 1 min'],
      ['可运行的线程数，1 分钟平均', 'Runnable threads, average over 1 min'],
      { role: 'saturation' },
    ),
    gauge(
      'load5',
      '',
      ['5 分钟负载', 'Load, 5 min'],
      ['可运行的线程数，5 分钟平均', 'Runnable threads, average over 5 min'],
    ),
    gauge(
      'load15',
      '',
      ['15 分钟负载', 'Load, 15 min'],
      ['可运行的线程数，15 分钟平均', 'Runnable threads, average over 15 min'],
    ),
    gauge('users', 'count', ['登录用户', 'Users'], ['登录的用户', 'Users who are signed in']),
    gauge(
      'uptime',
      's',
      ['运行时长', 'Uptime'],
      ['启动以来的时间，精确到分', 'Time since the start, in whole minutes'],
    ),
    text('hostName', ['主机名', 'Host name'], ['主机的名称', 'Name of the host']),
    text('product', ['产品', 'Product'], ['操作系统与版本', 'Operating system and version']),
  ],
}

export const aixSections: Section[] = [
  cpu,
  system,
  partition,
  memory,
  kernel,
  disks,
  filesystems,
  network,
  tcp,
]
