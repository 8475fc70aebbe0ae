/** Files of `/proc` → records: a function per reader. Pure, but for the rows of processes, which need what was before. */

import { ticksPerSecond } from '@pone/schema/process-stat.ts'
import type { Records, TargetRecord } from '../../reading/records.ts'
import type { HostReader } from '../../requests.ts'

export type Files = Readonly<Record<string, string>>

const sectorBytes = 512

/** A reader of files alone: which files, and what they become. */
export interface FileReader {
  readonly paths: readonly string[]
  readonly read: (files: Files) => Records
}

const words = (line: string): string[] => line.trim().split(/\s+/)
const lines = (text: string | undefined): string[] =>
  (text ?? '').split('\n').filter(line => line.trim() !== '')
const seconds = (ticks: string | undefined): string => String(Number(ticks ?? 'NaN') / ticksPerSecond)

const cpuModes = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal', 'guest', 'guestNice']

function cpu({ '/proc/stat': stat }: Files): Records {
  const all = lines(stat)
  const [, ...ticks] = words(all.find(line => line.startsWith('cpu ')) ?? '')
  const times = cpuModes.flatMap((mode, index) =>
    ticks[index] === undefined ? [] : [[mode, seconds(ticks[index])]],
  )
  const cpus = all.filter(line => /^cpu\d/.test(line)).length
  return [{ ...Object.fromEntries(times), cpus: String(cpus) }]
}

function load({ '/proc/loadavg': text, '/proc/stat': stat }: Files): Records {
  const [load1 = '', load5 = '', load15 = '', tasks = ''] = words(text ?? '')
  const [running = '', threads = ''] = tasks.split('/')
  const cpus = lines(stat).filter(line => /^cpu\d/.test(line)).length
  return [{ load1, load5, load15, running, threads, cpus: String(cpus) }]
}

/** Names and values as `/proc/meminfo` has them: `MemTotal`, in bytes. */
function memory({ '/proc/meminfo': text }: Files): Records {
  return [
    Object.fromEntries(
      lines(text).flatMap(line => {
        const [, name, value, unit] = /^([^:]+):\s+(\d+)( kB)?/.exec(line) ?? []
        if (name === undefined || value === undefined) return []
        return [[name, unit === undefined ? value : String(Number(value) * 1_024)]]
      }),
    ),
  ]
}

const namedNumbers = (text: string | undefined): TargetRecord =>
  Object.fromEntries(lines(text).map(line => words(line).slice(0, 2)))

const diskFields = [
  'reads',
  'readsMerged',
  'sectorsRead',
  'readMs',
  'writes',
  'writesMerged',
  'sectorsWritten',
  'writeMs',
  'inFlight',
  'ioMs',
  'weightedMs',
]
/** Partitions and devices in memory; what they do is part of their disk, or of no disk. */
const leftOutDisks = /^(?:z?ram|loop|fd|(?:h|s|v|xv)d[a-z]+|nvme\d+n\d+p|mmcblk\d+p)\d+$/

function disks({ '/proc/diskstats': text }: Files): Records {
  return lines(text).flatMap(line => {
    const [, , device = '', ...values] = words(line)
    if (leftOutDisks.test(device)) return []
    const fields = Object.fromEntries(diskFields.map((field, index) => [field, values[index] ?? '']))
    const bytes = (sectors: string | undefined) => String(Number(sectors ?? 'NaN') * sectorBytes)
    return [
      {
        device,
        ...fields,
        readBytes: bytes(fields['sectorsRead']),
        writtenBytes: bytes(fields['sectorsWritten']),
      },
    ]
  })
}

const networkFields = [
  'receivedBytes',
  'receivedPackets',
  'receiveErrors',
  'receiveDrops',
  '',
  '',
  '',
  '',
  'sentBytes',
  'sentPackets',
  'sendErrors',
  'sendDrops',
]

function network({ '/proc/net/dev': text }: Files): Records {
  return lines(text).flatMap(line => {
    const [, device, rest] = /^\s*([^\s:]+):\s*(.+)$/.exec(line) ?? []
    if (device === undefined || rest === undefined) return []
    const values = words(rest)
    const fields = networkFields.flatMap((field, index) =>
      field === '' ? [] : [[field, values[index] ?? '']],
    )
    return [{ interface: device, ...Object.fromEntries(fields) }]
  })
}

/** Names of `/proc/net/snmp` and `/proc/net/netstat` with their group: `Tcp.RetransSegs`. */
function tcp(files: Files): Records {
  const record: Record<string, string> = {}
  for (const text of [files['/proc/net/snmp'], files['/proc/net/netstat']]) {
    const all = lines(text)
    for (let index = 0; index + 1 < all.length; index += 2) {
      const [group = '', ...names] = words(all[index] ?? '')
      const [, ...values] = words(all[index + 1] ?? '')
      for (const [at, name] of names.entries()) record[`${group}${name}`.replace(':', '.')] = values[at] ?? ''
    }
  }
  for (const line of lines(files['/proc/net/sockstat'])) {
    const [group = '', ...pairs] = words(line)
    for (let index = 0; index + 1 < pairs.length; index += 2)
      record[`sockets.${group}${pairs[index]}`.replace(':', '.')] = pairs[index + 1] ?? ''
  }
  return [record]
}

/** By their number in `/proc/net/tcp`, from 1. */
const tcpStateNames = [
  'established',
  'synSent',
  'synReceived',
  'finWait1',
  'finWait2',
  'timeWait',
  'close',
  'closeWait',
  'lastAck',
  'listen',
  'closing',
]

function tcpStates(files: Files): Records {
  const counts = tcpStateNames.map(() => 0)
  for (const text of [files['/proc/net/tcp'], files['/proc/net/tcp6']]) {
    for (const line of lines(text)) {
      const [, code] = /^\s*\d+: \S+ \S+ ([0-9A-F]{2}) /.exec(line) ?? []
      const index = code === undefined ? -1 : Number.parseInt(code, 16) - 1
      if (index in counts) counts[index] = (counts[index] ?? 0) + 1
    }
  }
  return [Object.fromEntries(tcpStateNames.map((name, index) => [name, String(counts[index])]))]
}

function kernel(files: Files): Records {
  const [open = '', , limit = ''] = words(files['/proc/sys/fs/file-nr'] ?? '')
  return [{ ...namedNumbers(files['/proc/stat']), openFiles: open, openFilesLimit: limit }]
}

/** Totals in microseconds: `cpuSome`, `memorySome`, `memoryFull`, `ioSome`, `ioFull`. */
function pressure(files: Files): Records {
  const totals = ['cpu', 'memory', 'io'].flatMap(resource =>
    lines(files[`/proc/pressure/${resource}`]).flatMap(line => {
      const [, kind, total] = /^(some|full) .*total=(\d+)/.exec(line) ?? []
      if (kind === undefined || total === undefined) return []
      return [[`${resource}${kind === 'some' ? 'Some' : 'Full'}`, total]]
    }),
  )
  return totals.length === 0 ? [] : [Object.fromEntries(totals)]
}

function system(files: Files): Records {
  const [uptime = ''] = words(files['/proc/uptime'] ?? '')
  const model = /^model name\s*:\s*(.+)$/m.exec(files['/proc/cpuinfo'] ?? '')?.[1]
  const product = /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(files['/etc/os-release'] ?? '')?.[1]
  return [
    {
      uptime,
      kernel: (files['/proc/sys/kernel/osrelease'] ?? '').trim(),
      hostName: (files['/proc/sys/kernel/hostname'] ?? '').trim(),
      ...(model === undefined ? {} : { cpuModel: model }),
      ...(product === undefined ? {} : { product }),
    },
  ]
}

type FileReaderName = Exclude<HostReader, 'processes' | 'processCount' | 'filesystems'>

export const fileReaders: Readonly<Record<FileReaderName, FileReader>> = {
  cpu: { paths: ['/proc/stat'], read: cpu },
  load: { paths: ['/proc/loadavg', '/proc/stat'], read: load },
  memory: { paths: ['/proc/meminfo'], read: memory },
  swap: { paths: ['/proc/vmstat'], read: files => [namedNumbers(files['/proc/vmstat'])] },
  disks: { paths: ['/proc/diskstats'], read: disks },
  network: { paths: ['/proc/net/dev'], read: network },
  tcp: { paths: ['/proc/net/snmp', '/proc/net/netstat', '/proc/net/sockstat'], read: tcp },
  tcpStates: { paths: ['/proc/net/tcp', '/proc/net/tcp6'], read: tcpStates },
  kernel: { paths: ['/proc/stat', '/proc/sys/fs/file-nr'], read: kernel },
  pressure: { paths: ['/proc/pressure/cpu', '/proc/pressure/memory', '/proc/pressure/io'], read: pressure },
  system: {
    paths: [
      '/proc/uptime',
      '/proc/sys/kernel/osrelease',
      '/proc/sys/kernel/hostname',
      '/proc/cpuinfo',
      '/etc/os-release',
    ],
    read: system,
  },
}
