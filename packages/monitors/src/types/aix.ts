/** Monitor type `aix`: a host of AIX, by commands over SSH. */
import type { MonitorTypeInput } from '../type.ts'
import { aixSections } from './aix-sections.ts'
import { both, chart } from './parts.ts'
import { sshParams } from './ssh-params.ts'

const of = (section: string, ...keys: string[]) => keys.map(key => `${section}.${key}`)

export const aix: MonitorTypeInput = {
  name: 'aix',
  version: 1,
  category: 'host',
  names: both(['AIX 主机（SSH）', 'AIX host (SSH)']),
  help: both([
    '按产品文档实现，未在真实的 AIX 上试过；通过 SSH 执行 vmstat、iostat、svmon、lparstat、netstat、df、uptime、uname，不执行其他命令',
    'Built after the documentation of the product, not tried on a real AIX. Runs vmstat, iostat, svmon, lparstat, netstat, df, uptime and uname over SSH, and no other command.',
  ]),
  triedOn: [],
  transport: 'ssh-aix',
  params: sshParams,
  sections: aixSections,
  charts: [
    chart('cpuUse', ['CPU 使用率', 'CPU use'], 'line', '%', of('cpu', 'busyPercent', 'iowaitPercent')),
    chart('cpuShares', ['CPU 时间分布', 'CPU time by mode'], 'area', '%', [
      ...of('cpu', 'idlePercent', 'iowaitPercent', 'systemPercent', 'userPercent'),
    ]),
    chart('load', ['负载', 'Load'], 'line', '', [...of('system', 'load1', 'load5', 'load15'), 'cpu.cpus']),
    chart('threads', ['线程', 'Threads'], 'line', 'count', of('cpu', 'running', 'blocked')),
    chart('partitionUse', ['分区 CPU 使用率', 'CPU use of the partition'], 'line', '%', [
      ...of('partition', 'entitledPercent', 'logicalBusyPercent'),
    ]),
    chart('partition', ['分区的物理 CPU', 'Physical CPUs of the partition'], 'line', '', [
      ...of('partition', 'physicalCpus', 'entitledCpus', 'poolIdleCpus'),
    ]),
    chart('virtualSwitches', ['虚拟上下文切换', 'Virtual context switches'], 'line', 'count', [
      'partition.virtualSwitches',
    ]),
    chart('memoryUse', ['内存与换页空间使用率', 'Use of memory and paging space'], 'line', '%', [
      ...of('memory', 'virtualPercent', 'swapPercent'),
    ]),
    chart('memory', ['内存', 'Memory'], 'line', 'bytes', [
      ...of('memory', 'total', 'available', 'free', 'inUse', 'virtual', 'cached', 'pinned'),
    ]),
    chart('swapSpace', ['换页空间', 'Paging space'], 'line', 'bytes', [
      ...of('memory', 'swapTotal', 'swapFree', 'swapUsed'),
    ]),
    chart('paging', ['换页', 'Paging'], 'line', 'count/s', [
      ...of('kernel', 'swappedIn', 'swappedOut', 'pageIns', 'pageOuts', 'freeFrameWaits'),
    ]),
    chart('iops', ['磁盘 IOPS', 'Disk IOPS'], 'line', 'count/s', ['disks.iops']),
    chart(
      'diskBytes',
      ['磁盘吞吐', 'Disk throughput'],
      'line',
      'bytes/s',
      of('disks', 'readRate', 'writeRate'),
    ),
    chart('diskUse', ['磁盘使用率', 'Disk use'], 'line', '%', ['disks.utilPercent']),
    chart('spaceUse', ['文件系统使用率', 'File system use'], 'line', '%', [
      ...of('filesystems', 'usedPercent', 'inodesUsedPercent'),
    ]),
    chart('space', ['文件系统空间', 'File system space'], 'line', 'bytes', [
      ...of('filesystems', 'sizeBytes', 'freeBytes'),
    ]),
    chart('inodes', ['inode', 'Inodes'], 'line', 'count', of('filesystems', 'inodes', 'freeInodes')),
    chart('networkBytes', ['网络吞吐', 'Network throughput'], 'line', 'bytes/s', [
      ...of('network', 'receivedBytes', 'sentBytes'),
    ]),
    chart('networkPackets', ['网络包', 'Network packets'], 'line', 'count/s', [
      ...of('network', 'receivedPackets', 'sentPackets'),
    ]),
    chart('networkErrors', ['网络错误与丢弃', 'Network errors and drops'], 'line', 'count/s', [
      ...of('network', 'receiveErrors', 'sendErrors', 'receiveDrops', 'sendDrops'),
    ]),
    chart('tcpConnections', ['TCP 连接', 'TCP connections'], 'line', 'count', [
      ...of('tcp', 'current', 'timeWait', 'listen'),
    ]),
    chart('tcpOpens', ['TCP 建连', 'TCP opens'], 'line', 'count/s', of('tcp', 'activeOpens', 'passiveOpens')),
    chart('tcpSegments', ['TCP 段', 'TCP segments'], 'line', 'count/s', [
      ...of('tcp', 'segmentsReceived', 'segmentsSent', 'retransmits'),
    ]),
    chart('tcpRetransmits', ['TCP 重传率', 'TCP retransmit share'], 'line', '%', ['tcp.retransmitPercent']),
    chart(
      'switches',
      ['上下文切换、中断与系统调用', 'Context switches, interrupts and system calls'],
      'line',
      'count/s',
      [...of('kernel', 'contextSwitches', 'interrupts', 'systemCalls')],
    ),
    chart('users', ['登录用户', 'Users'], 'line', 'count', ['system.users']),
    chart('uptime', ['运行时长', 'Uptime'], 'line', 's', ['system.uptime']),
  ],
  tables: [
    {
      key: 'system',
      names: both(['系统', 'System']),
      section: 'system',
      columns: ['hostName', 'product', 'uptime'],
    },
    {
      key: 'partition',
      names: both(['逻辑分区', 'Logical partition']),
      section: 'partition',
      columns: ['type', 'mode', 'smt', 'entitledCpus'],
    },
  ],
  thresholds: [
    { counter: 'cpu.busyPercent', max: 90, times: 3, cycleMs: 60_000, severity: 'warning' },
    { counter: 'memory.swapPercent', max: 70, severity: 'warning' },
    { counter: 'filesystems.usedPercent', max: 90, severity: 'warning' },
    { counter: 'filesystems.inodesUsedPercent', max: 90, severity: 'warning' },
    { counter: 'disks.utilPercent', max: 90, times: 3, cycleMs: 60_000, severity: 'warning' },
    { counter: 'tcp.retransmitPercent', max: 5, times: 3, cycleMs: 60_000, severity: 'warning' },
  ],
}
