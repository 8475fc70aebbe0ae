/** What is read of a Linux host, by its agent or over SSH: sections, charts, tables and thresholds. Data alone. */

import type { MonitorTypeInput } from '../type.ts'
import { packetCounters } from './network-counters.ts'
import { both, chart, computed, counter, gauge, text } from './parts.ts'

type Parts = Pick<MonitorTypeInput, 'sections' | 'charts' | 'tables' | 'thresholds'>

const cpuSection: MonitorTypeInput['sections'][number] = {
  key: 'cpu',
  names: both(['CPU', 'CPU']),
  request: { reader: 'cpu' },
  answersAvailability: true,
  counters: [
    counter(
      'user',
      's',
      ['用户态', 'User'],
      ['运行用户程序的时间，所有 CPU 之和', 'Time in user programs, sum of all CPUs'],
    ),
    counter(
      'nice',
      's',
      ['低优先级', 'Nice'],
      ['运行低优先级用户程序的时间', 'Time in user programs of low priority'],
    ),
    counter('system', 's', ['内核态', 'System'], ['运行内核的时间', 'Time in the kernel']),
    counter('idle', 's', ['空闲', 'Idle'], ['空闲时间', 'Idle time']),
    counter(
      'iowait',
      's',
      ['等待 I/O', 'I/O wait'],
      ['空闲且有未完成磁盘 I/O 的时间', 'Idle time while disk I/O was outstanding'],
      { role: 'saturation' },
    ),
    counter(
      'irq',
      's',
      ['硬中断', 'Hardware interrupts'],
      ['处理硬中断的时间', 'Time in hardware interrupts'],
    ),
    counter(
      'softirq',
      's',
      ['软中断', 'Software interrupts'],
      ['处理软中断的时间', 'Time in software interrupts'],
    ),
    counter(
      'steal',
      's',
      ['被虚拟机管理程序占用', 'Stolen'],
      [
        '虚拟机管理程序把 CPU 分给其他虚拟机的时间',
        'Time in which the hypervisor ran other virtual machines',
      ],
      { role: 'saturation' },
    ),
    gauge('cpus', '', ['CPU 数', 'CPUs'], ['逻辑 CPU 的数量', 'Number of logical CPUs']),
  ],
  computed: [
    computed(
      'busyPercent',
      '100 * (user + nice + system + irq + softirq + steal) / (user + nice + system + idle + iowait + irq + softirq + steal)',
      '%',
      ['CPU 使用率', 'CPU use'],
      ['非空闲时间的比例，所有 CPU', 'Share of time that was not idle, all CPUs'],
      { role: 'utilisation', nature: 'busy', capacity: 100 },
    ),
    computed(
      'userPercent',
      '100 * (user + nice) / (user + nice + system + idle + iowait + irq + softirq + steal)',
      '%',
      ['用户态比例', 'User share'],
      ['用户程序占用的时间比例', 'Share of time in user programs'],
    ),
    computed(
      'systemPercent',
      '100 * (system + irq + softirq) / (user + nice + system + idle + iowait + irq + softirq + steal)',
      '%',
      ['内核态比例', 'System share'],
      ['内核与中断占用的时间比例', 'Share of time in the kernel and in interrupts'],
    ),
    computed(
      'iowaitPercent',
      '100 * iowait / (user + nice + system + idle + iowait + irq + softirq + steal)',
      '%',
      ['等待 I/O 比例', 'I/O wait share'],
      ['空闲且等待磁盘的时间比例', 'Share of idle time in which disk I/O was outstanding'],
    ),
    computed(
      'stealPercent',
      '100 * steal / (user + nice + system + idle + iowait + irq + softirq + steal)',
      '%',
      ['被占用比例', 'Stolen share'],
      ['其他虚拟机占用的时间比例', 'Share of time given to other virtual machines'],
    ),
  ],
}

const loadSection: MonitorTypeInput['sections'][number] = {
  key: 'load',
  names: both(['负载', 'Load']),
  request: { reader: 'load' },
  counters: [
    gauge(
      'load1',
      '',
      ['1 分钟负载', 'Load, 1 min'],
      [
        '可运行和不可中断的任务数，1 分钟平均',
        'Tasks that are runnable or uninterruptible, average over 1 min',
      ],
      { role: 'saturation' },
    ),
    gauge(
      'load5',
      '',
      ['5 分钟负载', 'Load, 5 min'],
      [
        '可运行和不可中断的任务数，5 分钟平均',
        'Tasks that are runnable or uninterruptible, average over 5 min',
      ],
    ),
    gauge(
      'load15',
      '',
      ['15 分钟负载', 'Load, 15 min'],
      [
        '可运行和不可中断的任务数，15 分钟平均',
        'Tasks that are runnable or uninterruptible, average over 15 min',
      ],
    ),
    gauge(
      'threads',
      'count',
      ['线程数', 'Threads'],
      ['内核调度的线程总数', 'Threads that the kernel schedules'],
    ),
  ],
}

const memorySection: MonitorTypeInput['sections'][number] = {
  key: 'memory',
  names: both(['内存', 'Memory']),
  request: { reader: 'memory' },
  counters: [
    gauge('total', 'bytes', ['内存总量', 'Total memory'], ['可用的物理内存总量', 'Usable physical memory'], {
      from: 'MemTotal',
    }),
    gauge(
      'free',
      'bytes',
      ['空闲内存', 'Free memory'],
      ['没有任何用途的内存', 'Memory that is used for nothing'],
      { from: 'MemFree' },
    ),
    gauge(
      'available',
      'bytes',
      ['可用内存', 'Available memory'],
      ['不使用交换区时程序还能申请的内存', 'What programs can still get without swapping'],
      { from: 'MemAvailable' },
    ),
    gauge('buffers', 'bytes', ['缓冲区', 'Buffers'], ['块设备的缓冲', 'Buffers of block devices'], {
      from: 'Buffers',
    }),
    gauge('cached', 'bytes', ['页缓存', 'Page cache'], ['文件的页缓存', 'Page cache of files'], {
      from: 'Cached',
    }),
    gauge('slab', 'bytes', ['内核对象', 'Slab'], ['内核的数据结构', 'Data structures of the kernel'], {
      from: 'Slab',
    }),
    gauge(
      'dirty',
      'bytes',
      ['脏页', 'Dirty pages'],
      ['等待写入磁盘的内存', 'Memory that waits to be written to disk'],
      { from: 'Dirty' },
    ),
    gauge('swapTotal', 'bytes', ['交换区总量', 'Total swap'], ['交换区的大小', 'Size of the swap space'], {
      from: 'SwapTotal',
    }),
    gauge('swapFree', 'bytes', ['空闲交换区', 'Free swap'], ['未使用的交换区', 'Unused swap space'], {
      from: 'SwapFree',
    }),
  ],
  computed: [
    computed(
      'usedPercent',
      '100 * (total - available) / total',
      '%',
      ['内存使用率', 'Memory use'],
      ['不可再分配的内存比例', 'Share of memory that is not available'],
      { role: 'utilisation', nature: 'space', queue: 'swap.swappedOut', capacity: 100 },
    ),
    computed(
      'swapUsed',
      'swapTotal - swapFree',
      'bytes',
      ['已用交换区', 'Used swap'],
      ['已使用的交换区', 'Swap space in use'],
      { role: 'saturation', capacity: 'swapTotal' },
    ),
  ],
}

const swapSection: MonitorTypeInput['sections'][number] = {
  key: 'swap',
  names: both(['换页', 'Paging']),
  request: { reader: 'swap' },
  counters: [
    counter(
      'swappedIn',
      'count',
      ['换入页', 'Pages swapped in'],
      ['从交换区读回的页', 'Pages that were read back from swap'],
      { from: 'pswpin', role: 'saturation' },
    ),
    counter(
      'swappedOut',
      'count',
      ['换出页', 'Pages swapped out'],
      ['写入交换区的页', 'Pages that were written to swap'],
      { from: 'pswpout', role: 'saturation' },
    ),
    counter(
      'majorFaults',
      'count',
      ['主缺页', 'Major page faults'],
      ['需要读磁盘的缺页', 'Page faults that had to read from disk'],
      { from: 'pgmajfault' },
    ),
    counter(
      'oomKills',
      'count',
      ['内存不足终止', 'Out-of-memory kills'],
      ['因内存不足被终止的进程', 'Processes that were ended for lack of memory'],
      { from: 'oom_kill', role: 'error' },
    ),
  ],
}

const diskSection: MonitorTypeInput['sections'][number] = {
  key: 'disks',
  names: both(['磁盘', 'Disks']),
  request: { reader: 'disks' },
  rows: { labels: ['device'] },
  counters: [
    counter('reads', 'count', ['读次数', 'Reads'], ['完成的读操作', 'Completed reads'], { role: 'work' }),
    counter('writes', 'count', ['写次数', 'Writes'], ['完成的写操作', 'Completed writes'], { role: 'work' }),
    counter('readBytes', 'bytes', ['读字节', 'Bytes read'], ['从磁盘读取的字节', 'Bytes read from the disk']),
    counter(
      'writtenBytes',
      'bytes',
      ['写字节', 'Bytes written'],
      ['写入磁盘的字节', 'Bytes written to the disk'],
    ),
    counter(
      'readMs',
      'ms',
      ['读耗时', 'Time of reads'],
      ['所有读操作的耗时之和', 'Sum of the times of all reads'],
    ),
    counter(
      'writeMs',
      'ms',
      ['写耗时', 'Time of writes'],
      ['所有写操作的耗时之和', 'Sum of the times of all writes'],
    ),
    counter(
      'ioMs',
      'ms',
      ['忙碌时间', 'Busy time'],
      ['至少有一个操作未完成的时间', 'Time in which at least one operation was outstanding'],
    ),
    counter(
      'weightedMs',
      'ms',
      ['加权耗时', 'Weighted time'],
      ['未完成操作数对时间的积分', 'Outstanding operations summed over time'],
    ),
    gauge(
      'inFlight',
      'count',
      ['未完成操作', 'Operations in flight'],
      ['已发出未完成的操作', 'Operations that were issued and are not complete'],
    ),
  ],
  computed: [
    computed(
      'iops',
      'reads + writes',
      'count/s',
      ['IOPS', 'IOPS'],
      ['每秒完成的读写次数', 'Reads and writes completed per second'],
      { role: 'work' },
    ),
    computed(
      'utilPercent',
      'ioMs / 10',
      '%',
      ['磁盘使用率', 'Disk use'],
      ['至少有一个操作未完成的时间比例', 'Share of time in which at least one operation was outstanding'],
      { role: 'utilisation', nature: 'busy', queue: 'queueLength', capacity: 100 },
    ),
    computed(
      'awaitMs',
      '(readMs + writeMs) / (reads + writes)',
      'ms',
      ['平均等待', 'Average wait'],
      ['每次操作的平均耗时，含排队', 'Average time of an operation, with its time in the queue'],
      { role: 'saturation' },
    ),
    computed(
      'queueLength',
      'weightedMs / 1000',
      'count',
      ['平均队列长度', 'Average queue length'],
      ['平均未完成操作数', 'Average number of outstanding operations'],
      { role: 'saturation' },
    ),
  ],
}

const filesystemSection: MonitorTypeInput['sections'][number] = {
  key: 'filesystems',
  names: both(['文件系统', 'File systems']),
  request: { reader: 'filesystems' },
  cadenceMs: 15_000,
  rows: { labels: ['mount', 'device', 'type'] },
  counters: [
    gauge('sizeBytes', 'bytes', ['容量', 'Size'], ['文件系统的大小', 'Size of the file system']),
    gauge(
      'freeBytes',
      'bytes',
      ['空闲', 'Free'],
      ['空闲空间，含 root 保留', 'Free space, with what is reserved for root'],
    ),
    gauge(
      'availableBytes',
      'bytes',
      ['可用', 'Available'],
      ['普通账号可用的空间', 'Space that accounts other than root can use'],
    ),
    gauge(
      'inodes',
      'count',
      ['inode 总数', 'Inodes'],
      ['文件系统的 inode 总数', 'Inodes of the file system'],
    ),
    gauge(
      'freeInodes',
      'count',
      ['空闲 inode', 'Free inodes'],
      ['未使用的 inode', 'Inodes that are not used'],
    ),
  ],
  computed: [
    computed(
      'usedPercent',
      '100 * (sizeBytes - freeBytes) / (sizeBytes - freeBytes + availableBytes)',
      '%',
      ['空间使用率', 'Space used'],
      [
        '已用空间占普通账号可见空间的比例，与 df 相同',
        'Used share of what accounts other than root can see, as df prints it',
      ],
      { role: 'utilisation', nature: 'space', capacity: 100 },
    ),
    computed(
      'inodesUsedPercent',
      '100 * (inodes - freeInodes) / inodes',
      '%',
      ['inode 使用率', 'Inodes used'],
      ['已用 inode 的比例', 'Share of inodes that are used'],
      { role: 'utilisation', nature: 'space', capacity: 100 },
    ),
  ],
}

const networkSection: MonitorTypeInput['sections'][number] = {
  key: 'network',
  names: both(['网络', 'Network']),
  request: { reader: 'network' },
  rows: { labels: ['interface'] },
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
      { role: 'work' },
    ),
    ...packetCounters,
  ],
}

const tcpSections: MonitorTypeInput['sections'] = [
  {
    key: 'tcp',
    names: both(['TCP', 'TCP']),
    request: { reader: 'tcp' },
    counters: [
      gauge(
        'current',
        'count',
        ['当前连接', 'Current connections'],
        ['状态为 ESTABLISHED 或 CLOSE_WAIT 的连接', 'Connections in ESTABLISHED or CLOSE_WAIT'],
        { from: 'Tcp.CurrEstab' },
      ),
      counter(
        'activeOpens',
        'count',
        ['主动建连', 'Active opens'],
        ['本机发起的连接', 'Connections that this host opened'],
        { from: 'Tcp.ActiveOpens' },
      ),
      counter(
        'passiveOpens',
        'count',
        ['被动建连', 'Passive opens'],
        ['本机接受的连接', 'Connections that this host accepted'],
        { from: 'Tcp.PassiveOpens' },
      ),
      counter(
        'failedOpens',
        'count',
        ['建连失败', 'Failed opens'],
        ['未能建立的连接', 'Connections that could not be opened'],
        { from: 'Tcp.AttemptFails', role: 'error' },
      ),
      counter(
        'resets',
        'count',
        ['连接重置', 'Resets'],
        ['被重置的已建立连接', 'Established connections that were reset'],
        { from: 'Tcp.EstabResets', role: 'error' },
      ),
      counter(
        'segmentsReceived',
        'count',
        ['接收段', 'Segments received'],
        ['接收的 TCP 段', 'TCP segments received'],
        { from: 'Tcp.InSegs' },
      ),
      counter(
        'segmentsSent',
        'count',
        ['发送段', 'Segments sent'],
        ['发送的 TCP 段，不含重传', 'TCP segments sent, without retransmitted ones'],
        { from: 'Tcp.OutSegs' },
      ),
      counter(
        'retransmits',
        'count',
        ['重传段', 'Retransmitted segments'],
        ['重传的 TCP 段', 'TCP segments that were sent again'],
        { from: 'Tcp.RetransSegs', role: 'error' },
      ),
      counter(
        'listenOverflows',
        'count',
        ['监听队列溢出', 'Listen queue overflows'],
        ['因监听队列已满被丢弃的连接', 'Connections dropped because a listen queue was full'],
        { from: 'TcpExt.ListenOverflows', role: 'saturation' },
      ),
      gauge(
        'orphans',
        'count',
        ['孤儿连接', 'Orphaned connections'],
        ['不属于任何进程的连接', 'Connections that belong to no process'],
        { from: 'sockets.TCP.orphan' },
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
  },
  {
    key: 'tcpStates',
    names: both(['TCP 状态', 'TCP states']),
    request: { reader: 'tcpStates' },
    cadenceMs: 15_000,
    counters: (
      [
        ['established', 'ESTABLISHED'],
        ['synSent', 'SYN_SENT'],
        ['synReceived', 'SYN_RECV'],
        ['finWait1', 'FIN_WAIT1'],
        ['finWait2', 'FIN_WAIT2'],
        ['timeWait', 'TIME_WAIT'],
        ['closeWait', 'CLOSE_WAIT'],
        ['lastAck', 'LAST_ACK'],
        ['listen', 'LISTEN'],
        ['closing', 'CLOSING'],
      ] as const
    ).map(([key, name]) =>
      gauge(key, 'count', [name, name], [`状态为 ${name} 的套接字`, `Sockets in the state ${name}`]),
    ),
  },
]

const kernelSections: MonitorTypeInput['sections'] = [
  {
    key: 'kernel',
    names: both(['内核', 'Kernel']),
    request: { reader: 'kernel' },
    counters: [
      counter(
        'contextSwitches',
        'count',
        ['上下文切换', 'Context switches'],
        ['CPU 在线程间切换的次数', 'Switches of CPUs between threads'],
        { from: 'ctxt' },
      ),
      counter('interrupts', 'count', ['中断', 'Interrupts'], ['处理的中断', 'Interrupts serviced'], {
        from: 'intr',
      }),
      counter(
        'forks',
        'count',
        ['创建的进程', 'Processes created'],
        ['启动以来创建的进程和线程', 'Processes and threads created since boot'],
        { from: 'processes' },
      ),
      gauge(
        'running',
        'count',
        ['可运行线程', 'Runnable threads'],
        ['正在运行或等待 CPU 的线程', 'Threads that run or wait for a CPU'],
        { from: 'procs_running', role: 'saturation' },
      ),
      gauge(
        'blocked',
        'count',
        ['阻塞线程', 'Blocked threads'],
        ['等待 I/O 的线程', 'Threads that wait for I/O'],
        { from: 'procs_blocked', role: 'saturation' },
      ),
      gauge(
        'openFiles',
        'count',
        ['已分配文件句柄', 'Allocated file handles'],
        ['系统已分配的文件句柄', 'File handles that the system has allocated'],
        { role: 'utilisation', nature: 'held', capacity: 'openFilesLimit' },
      ),
      gauge(
        'openFilesLimit',
        'count',
        ['文件句柄上限', 'File handle limit'],
        ['系统的文件句柄上限', 'File handles that the system can allocate'],
      ),
      gauge(
        'bootTime',
        's',
        ['启动时间', 'Boot time'],
        ['系统启动的时刻，Unix 秒', 'When the system was started, Unix seconds'],
        { from: 'btime' },
      ),
    ],
  },
  {
    key: 'processCount',
    names: both(['进程数', 'Process count']),
    request: { reader: 'processCount' },
    cadenceMs: 15_000,
    counters: [
      gauge('processes', 'count', ['进程数', 'Processes'], ['现有进程的数量', 'Number of processes']),
    ],
  },
  {
    key: 'pressure',
    names: both(['压力停顿', 'Pressure stall']),
    request: { reader: 'pressure' },
    counters: [
      counter(
        'cpuSome',
        's',
        ['CPU 等待', 'Waiting for CPU'],
        ['至少有一个任务等待 CPU 的时间', 'Time in which at least one task waited for a CPU'],
        { scale: 1e-6, role: 'saturation' },
      ),
      counter(
        'memorySome',
        's',
        ['内存等待', 'Waiting for memory'],
        ['至少有一个任务等待内存的时间', 'Time in which at least one task waited for memory'],
        { scale: 1e-6, role: 'saturation' },
      ),
      counter(
        'memoryFull',
        's',
        ['内存全部等待', 'All waiting for memory'],
        ['所有任务都等待内存的时间', 'Time in which all tasks waited for memory'],
        { scale: 1e-6, role: 'saturation' },
      ),
      counter(
        'ioSome',
        's',
        ['I/O 等待', 'Waiting for I/O'],
        ['至少有一个任务等待 I/O 的时间', 'Time in which at least one task waited for I/O'],
        { scale: 1e-6, role: 'saturation' },
      ),
      counter(
        'ioFull',
        's',
        ['I/O 全部等待', 'All waiting for I/O'],
        ['所有任务都等待 I/O 的时间', 'Time in which all tasks waited for I/O'],
        { scale: 1e-6, role: 'saturation' },
      ),
    ],
  },
  {
    key: 'system',
    names: both(['系统', 'System']),
    request: { reader: 'system' },
    cadenceMs: 60_000,
    counters: [
      gauge('uptime', 's', ['运行时长', 'Uptime'], ['启动以来的时间', 'Time since boot']),
      text('hostName', ['主机名', 'Host name'], ['主机名', 'Host name']),
      text('product', ['操作系统', 'Operating system'], ['操作系统及版本', 'Operating system and version']),
      text('kernel', ['内核版本', 'Kernel version'], ['Linux 内核版本', 'Version of the Linux kernel']),
      text('cpuModel', ['CPU 型号', 'CPU model'], ['第一个 CPU 的型号', 'Model of the first CPU']),
    ],
  },
  {
    key: 'processes',
    names: both(['进程', 'Processes']),
    request: { reader: 'processes', limit: 20 },
    cadenceMs: 15_000,
    isTable: true,
    rows: { labels: ['pid', 'name'] },
    counters: [
      gauge(
        'cpuPercent',
        '%',
        ['CPU', 'CPU'],
        ['自上次采集以来占一个 CPU 的比例', 'Share of one CPU since the collection before'],
      ),
      gauge(
        'rssBytes',
        'bytes',
        ['常驻内存', 'Resident memory'],
        ['进程占用的物理内存', 'Physical memory of the process'],
      ),
      gauge('threads', 'count', ['线程', 'Threads'], ['进程的线程数', 'Threads of the process']),
      text(
        'state',
        ['状态', 'State'],
        ['R 运行，S 睡眠，D 等待 I/O，Z 僵尸', 'R running, S sleeping, D waiting for I/O, Z zombie'],
      ),
    ],
  },
]

export const hostParts: Parts = {
  sections: [
    cpuSection,
    loadSection,
    memorySection,
    swapSection,
    diskSection,
    filesystemSection,
    networkSection,
    ...tcpSections,
    ...kernelSections,
  ],
  charts: [
    chart('cpuUse', ['CPU 使用率', 'CPU use'], 'line', '%', [
      'cpu.busyPercent',
      'cpu.iowaitPercent',
      'cpu.stealPercent',
    ]),
    chart('cpuModes', ['CPU 时间分布', 'CPU time by mode'], 'area', 's/s', [
      'cpu.idle',
      'cpu.steal',
      'cpu.softirq',
      'cpu.irq',
      'cpu.iowait',
      'cpu.system',
      'cpu.nice',
      'cpu.user',
    ]),
    chart('cpuShares', ['CPU 用户态与内核态', 'CPU, user and system'], 'line', '%', [
      'cpu.userPercent',
      'cpu.systemPercent',
    ]),
    chart('load', ['负载', 'Load'], 'line', '', ['load.load1', 'load.load5', 'load.load15', 'cpu.cpus']),
    chart('memoryUse', ['内存使用率', 'Memory use'], 'line', '%', ['memory.usedPercent']),
    chart('memory', ['内存', 'Memory'], 'line', 'bytes', [
      'memory.total',
      'memory.available',
      'memory.free',
      'memory.cached',
      'memory.buffers',
      'memory.slab',
      'memory.dirty',
    ]),
    chart('swapSpace', ['交换区', 'Swap space'], 'line', 'bytes', [
      'memory.swapTotal',
      'memory.swapFree',
      'memory.swapUsed',
    ]),
    chart('paging', ['换页', 'Paging'], 'line', 'count/s', [
      'swap.swappedIn',
      'swap.swappedOut',
      'swap.majorFaults',
      'swap.oomKills',
    ]),
    chart('iops', ['磁盘 IOPS', 'Disk IOPS'], 'line', 'count/s', [
      'disks.iops',
      'disks.reads',
      'disks.writes',
    ]),
    chart('diskBytes', ['磁盘吞吐', 'Disk throughput'], 'line', 'bytes/s', [
      'disks.readBytes',
      'disks.writtenBytes',
    ]),
    chart('diskUse', ['磁盘使用率', 'Disk use'], 'line', '%', ['disks.utilPercent']),
    chart('diskWait', ['磁盘等待', 'Disk wait'], 'line', 'ms', ['disks.awaitMs']),
    chart('diskTime', ['磁盘耗时', 'Disk time'], 'line', 'ms/s', [
      'disks.readMs',
      'disks.writeMs',
      'disks.ioMs',
      'disks.weightedMs',
    ]),
    chart('diskQueue', ['磁盘队列', 'Disk queue'], 'line', 'count', ['disks.queueLength', 'disks.inFlight']),
    chart('spaceUse', ['文件系统使用率', 'File system use'], 'line', '%', [
      'filesystems.usedPercent',
      'filesystems.inodesUsedPercent',
    ]),
    chart('space', ['文件系统空间', 'File system space'], 'line', 'bytes', [
      'filesystems.sizeBytes',
      'filesystems.freeBytes',
      'filesystems.availableBytes',
    ]),
    chart('inodes', ['inode', 'Inodes'], 'line', 'count', ['filesystems.inodes', 'filesystems.freeInodes']),
    chart('networkBytes', ['网络吞吐', 'Network throughput'], 'line', 'bytes/s', [
      'network.receivedBytes',
      'network.sentBytes',
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
    chart('tcpConnections', ['TCP 连接', 'TCP connections'], 'line', 'count', ['tcp.current', 'tcp.orphans']),
    chart('tcpOpens', ['TCP 建连', 'TCP opens'], 'line', 'count/s', [
      'tcp.activeOpens',
      'tcp.passiveOpens',
      'tcp.failedOpens',
      'tcp.resets',
      'tcp.listenOverflows',
    ]),
    chart('tcpSegments', ['TCP 段', 'TCP segments'], 'line', 'count/s', [
      'tcp.segmentsReceived',
      'tcp.segmentsSent',
      'tcp.retransmits',
    ]),
    chart('tcpRetransmits', ['TCP 重传率', 'TCP retransmit share'], 'line', '%', ['tcp.retransmitPercent']),
    chart('tcpStates', ['TCP 状态', 'TCP states'], 'line', 'count', [
      'tcpStates.established',
      'tcpStates.synSent',
      'tcpStates.synReceived',
      'tcpStates.finWait1',
      'tcpStates.finWait2',
      'tcpStates.timeWait',
      'tcpStates.closeWait',
      'tcpStates.lastAck',
      'tcpStates.listen',
      'tcpStates.closing',
    ]),
    chart('switches', ['上下文切换与中断', 'Context switches and interrupts'], 'line', 'count/s', [
      'kernel.contextSwitches',
      'kernel.interrupts',
      'kernel.forks',
    ]),
    chart('threads', ['线程', 'Threads'], 'line', 'count', [
      'kernel.running',
      'kernel.blocked',
      'load.threads',
    ]),
    chart('processes', ['进程数', 'Processes'], 'line', 'count', ['processCount.processes']),
    chart('openFiles', ['文件句柄', 'File handles'], 'line', 'count', [
      'kernel.openFiles',
      'kernel.openFilesLimit',
    ]),
    chart('pressure', ['压力停顿', 'Pressure stall'], 'line', 's/s', [
      'pressure.cpuSome',
      'pressure.memorySome',
      'pressure.memoryFull',
      'pressure.ioSome',
      'pressure.ioFull',
    ]),
    chart('uptime', ['运行时长', 'Uptime'], 'line', 's', ['system.uptime', 'kernel.bootTime']),
  ],
  tables: [
    {
      key: 'processes',
      names: both(['占用最多的进程', 'Top processes']),
      section: 'processes',
      columns: ['pid', 'name', 'cpuPercent', 'rssBytes', 'threads', 'state'],
    },
    {
      key: 'system',
      names: both(['系统', 'System']),
      section: 'system',
      columns: ['hostName', 'product', 'kernel', 'cpuModel'],
    },
  ],
  thresholds: [
    { counter: 'cpu.busyPercent', max: 90, times: 3, cycleMs: 60_000, severity: 'warning' },
    { counter: 'memory.usedPercent', max: 90, times: 3, cycleMs: 60_000, severity: 'warning' },
    { counter: 'filesystems.usedPercent', max: 90, times: 1, cycleMs: 60_000, severity: 'critical' },
    { counter: 'filesystems.inodesUsedPercent', max: 90, times: 1, cycleMs: 60_000, severity: 'critical' },
    { counter: 'disks.utilPercent', max: 95, times: 3, cycleMs: 60_000, severity: 'warning' },
  ],
}
