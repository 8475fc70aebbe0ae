/** Commands of AIX that monitors run, and how their output becomes records. Pure. @see https://www.ibm.com/docs/en/aix */
import { type Records, recordOf, type TargetRecord } from '../../reading/records.ts'
import type { AixReader } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'

type Outputs = Readonly<Record<string, string>>

interface AixReading {
  /** Commands by the name of their part of the output. The first report of one with an interval can be that since the start: two are asked. */
  readonly commands: Readonly<Record<string, string>>
  readonly read: (outputs: Outputs) => { readonly records: Records; readonly fault?: TargetFault }
}

export const aixReadings: Readonly<Record<AixReader, AixReading>> = {
  system: {
    commands: {
      uptime: 'uptime',
      name: 'uname -s',
      version: 'uname -v',
      release: 'uname -r',
      hostName: 'uname -n',
    },
    read: outputs => ({ records: [systemRecord(outputs)] }),
  },
  cpu: { commands: { vmstat: 'vmstat 1 2' }, read: ({ vmstat = '' }) => ({ records: [cpuRecord(vmstat)] }) },
  partition: {
    commands: { lparstat: 'lparstat 1 2' },
    read: ({ lparstat = '' }) => ({ records: [partitionRecord(lparstat)] }),
  },
  memory: { commands: { vmstat: 'vmstat -v', svmon: 'svmon -G' }, read: memoryRecords },
  kernel: {
    commands: { vmstat: 'vmstat -s' },
    read: ({ vmstat = '' }) => ({ records: [kernelRecord(vmstat)] }),
  },
  disks: {
    commands: { iostat: 'iostat -d 1 2' },
    read: ({ iostat = '' }) => ({ records: diskRecords(iostat) }),
  },
  filesystems: { commands: { df: 'df -kv' }, read: ({ df = '' }) => ({ records: filesystemRecords(df) }) },
  network: { commands: { interfaces: 'netstat -in', adapters: 'netstat -v' }, read: networkRecords },
  tcp: {
    commands: { statistics: 'netstat -s -p tcp', connections: 'netstat -an -f inet' },
    read: outputs => ({ records: [tcpRecord(outputs)] }),
  },
}

/** What a command said instead of its figures. */
function unread(program: string, output: string): TargetFault {
  const said = `${program}: ${output.trim().slice(0, 200)}`
  return /permission|cannot execute/i.test(output)
    ? new TargetFault('missingRight', said, { right: program, grant: `chmod o+x /usr/bin/${program}` })
    : new TargetFault('malformed', said)
}

const words = (line: string): string[] => line.trim().split(/\s+/)

interface Report {
  readonly columns: readonly string[]
  readonly lines: readonly string[]
}

/** Columns and lines of the last report whose header matches, without lines of dashes. @throws TargetFault for none */
function lastReport(program: string, output: string, header: RegExp): Report {
  const lines = output.split('\n')
  const at = lines.findLastIndex(line => header.test(line))
  if (at < 0) throw unread(program, output)
  const rest = lines.slice(at + 1).filter(line => !/^[\s-]*$/.test(line))
  return { columns: words(lines[at] ?? ''), lines: rest }
}

/** Values of the last line by column; of two columns with one name the later. @throws TargetFault for none */
function lastRow(program: string, output: string, header: RegExp): Record<string, number> {
  const { columns, lines } = lastReport(program, output, header)
  const last = lines.findLast(line => /^\s*[\d.]/.test(line))
  if (last === undefined) throw unread(program, output)
  const values = words(last)
  return Object.fromEntries(columns.map((name, index) => [name, Number(values[index] ?? Number.NaN)]))
}

const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? Number.NaN)
const textIn = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? ''

function systemRecord({
  uptime = '',
  name = '',
  version = '',
  release = '',
  hostName = '',
}: Outputs): TargetRecord {
  const [, load1, load5, load15] = /load averages?:\s*([\d.]+),?\s+([\d.]+),?\s+([\d.]+)/.exec(uptime) ?? []
  if (load1 === undefined) throw unread('uptime', uptime)
  return recordOf({
    load1,
    load5: load5 ?? '',
    load15: load15 ?? '',
    users: numberIn(uptime, /(\d+)\s+users?/),
    uptime: uptimeSeconds(uptime),
    hostName: hostName.trim(),
    product: `${name.trim()} ${version.trim()}.${release.trim()}`,
  })
}

/** Of `up 41 days, 2:05`, `up 2:05`, `up 3 hrs`, `up 41 days, 5 mins`. */
function uptimeSeconds(text: string): number {
  const up = textIn(text, /\bup\s+(.*?),\s*\d+\s+user/)
  if (up === '') return Number.NaN
  const of = (pattern: RegExp) => numberIn(up, pattern) || 0
  const minutes = of(/\d+:(\d+)/) + of(/(\d+)\s+min/)
  const hours = of(/(\d+):\d+/) + of(/(\d+)\s+h/)
  return (of(/(\d+)\s+day/) * 24 + hours) * 3_600 + minutes * 60
}

function cpuRecord(output: string): TargetRecord {
  const row = lastRow('vmstat', output, /\bavm\b.*\bid\b/)
  const of = (name: string) => row[name] ?? Number.NaN
  return recordOf({
    userPercent: of('us'),
    systemPercent: of('sy'),
    idlePercent: of('id'),
    iowaitPercent: of('wa'),
    running: of('r'),
    blocked: of('b'),
    cpus: numberIn(output, /\blcpu=(\d+)/),
  })
}

function partitionRecord(output: string): TargetRecord {
  const row = lastRow('lparstat', output, /%user.*%idle/)
  const of = (name: string) => row[name] ?? Number.NaN
  return recordOf({
    physicalCpus: of('physc'),
    entitledPercent: of('%entc'),
    logicalBusyPercent: of('lbusy'),
    poolIdleCpus: of('app'),
    virtualSwitches: of('vcsw'),
    entitledCpus: numberIn(output, /\bent=([\d.]+)/),
    type: textIn(output, /\btype=(\S+)/),
    mode: textIn(output, /\bmode=(\S+)/),
    smt: textIn(output, /\bsmt=(\S+)/),
  })
}

/** `svmon` and the counters of `vmstat -v` count pages of this size, whatever pages the programs use. */
const pageBytes = 4_096

function memoryRecords({ vmstat = '', svmon = '' }: Outputs): ReturnType<AixReading['read']> {
  const pages = (name: string) =>
    numberIn(vmstat, new RegExp(String.raw`^\s*(\d+) ${name}\s*$`, 'm')) * pageBytes
  const total = pages('memory pages')
  if (Number.isNaN(total)) throw unread('vmstat', vmstat)
  const base = {
    total,
    free: pages('free pages'),
    pinned: pages('pinned pages'),
    cached: pages('file pages'),
  }
  try {
    return { records: [recordOf({ ...base, ...virtualMemory(svmon) })] }
  } catch (thrown) {
    if (!(thrown instanceof TargetFault)) throw thrown
    return { records: [recordOf(base)], fault: thrown }
  }
}

function virtualMemory(output: string): Record<string, number> {
  const { columns, lines } = lastReport('svmon', output, /^\s*size\s+inuse\b/)
  const of = (row: string) => {
    const values = words(lines.find(line => line.startsWith(`${row} `))?.slice(row.length) ?? '')
    return (column: string) => Number(values[columns.indexOf(column)] ?? Number.NaN) * pageBytes
  }
  const [memory, space] = [of('memory'), of('pg space')]
  return {
    inUse: memory('inuse'),
    virtual: memory('virtual'),
    available: memory('available'),
    swapTotal: space('size'),
    swapFree: space('size') - space('inuse'),
  }
}

function kernelRecord(output: string): TargetRecord {
  const of = (name: string) => numberIn(output, new RegExp(String.raw`^\s*(\d+) ${name}\s*$`, 'm'))
  const contextSwitches = of('cpu context switches')
  if (Number.isNaN(contextSwitches)) throw unread('vmstat', output)
  return recordOf({
    contextSwitches,
    interrupts: of('device interrupts'),
    systemCalls: of('syscalls'),
    pageIns: of('page ins'),
    pageOuts: of('page outs'),
    swappedIn: of('paging space page ins'),
    swappedOut: of('paging space page outs'),
    freeFrameWaits: of('free frame waits'),
  })
}

/** Figures of the last second: those since the start are kept only where `sys0` is set so. */
function diskRecords(output: string): Records {
  const { lines } = lastReport('iostat', output, /^Disks:.*\btps\b/)
  return lines.flatMap(line => {
    const [disk = '', utilPercent = '', , iops = '', read = '', written = ''] = words(line)
    if (!/^[\d.]+$/.test(utilPercent)) return []
    const bytes = (kibibytes: string) => Number(kibibytes || Number.NaN) * 1_024
    return [recordOf({ disk, utilPercent, iops, readRate: bytes(read), writeRate: bytes(written) })]
  })
}

/** With the columns that `df -kv` has: size, used, free, %, inodes used and free, %. */
function filesystemRecords(output: string): Records {
  if (!/^Filesystem.*Iused.*Ifree.*Mounted on/m.test(output)) throw unread('df', output)
  return output.split('\n').flatMap(line => {
    const [, device = '', size, , free, used, unused, mount = ''] =
      /^(\S+)\s+(\d+)\s+(\d+)\s+(\d+)\s+\d+%\s+(\d+)\s+(\d+)\s+\d+%\s+(\/.*)$/.exec(line) ?? []
    if (mount === '') return []
    const [sizeBytes, freeBytes] = [Number(size) * 1_024, Number(free) * 1_024]
    const inodes = Number(used) + Number(unused)
    return [recordOf({ device, mount, sizeBytes, freeBytes, inodes, freeInodes: Number(unused) })]
  })
}

/** Packets by interface, and bytes where its adapter counts them: `ent0` is the adapter of `en0`. */
function networkRecords({ interfaces = '', adapters = '' }: Outputs): ReturnType<AixReading['read']> {
  if (!/^Name\s+Mtu\b/m.test(interfaces)) throw unread('netstat', interfaces)
  const counted = new Map<string, Record<string, number>>()
  for (const block of adapters.split('ETHERNET STATISTICS (').slice(1)) {
    const name = block.slice(0, block.indexOf(')')).replace(/^ent/, 'en')
    const pair = (label: string) =>
      new RegExp(String.raw`^${label}:\s+(\d+)\s+${label}:\s+(\d+)`, 'm').exec(block)
    const [bytes, drops] = [pair('Bytes'), pair('Packets Dropped')]
    if (counted.has(name) || bytes === null) continue
    counted.set(name, {
      sentBytes: Number(bytes[1]),
      receivedBytes: Number(bytes[2]),
      sendDrops: Number(drops?.[1] ?? Number.NaN),
      receiveDrops: Number(drops?.[2] ?? Number.NaN),
    })
  }
  const records = interfaces.split('\n').flatMap(line => {
    const [, name = '', receivedPackets, receiveErrors, sentPackets, sendErrors] =
      /^(\w+)\*?\s+\d+\s+link#\d+\s.*?(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+\d+\s*$/.exec(line) ?? []
    if (receivedPackets === undefined || receiveErrors === undefined) return []
    if (sentPackets === undefined || sendErrors === undefined) return []
    const packets = { receivedPackets, receiveErrors, sentPackets, sendErrors }
    return [recordOf({ interface: name, ...packets, ...counted.get(name) })]
  })
  return { records }
}

function tcpRecord({ statistics = '', connections = '' }: Outputs): TargetRecord {
  const of = (name: string) => numberIn(statistics, new RegExp(String.raw`^\s*(\d+) ${name}`, 'm'))
  const segmentsSent = of('packets sent')
  if (Number.isNaN(segmentsSent)) throw unread('netstat', statistics)
  const states = connections.split('\n').flatMap(line => (line.startsWith('tcp') ? [words(line).at(-1)] : []))
  const count = (state: string) => states.filter(one => one === state).length
  return recordOf({
    segmentsSent,
    segmentsReceived: of('packets received'),
    retransmits: of(String.raw`data packets? \(\d+ bytes?\) retransmitted`),
    activeOpens: of('connection requests?'),
    passiveOpens: of('connection accepts?'),
    current: count('ESTABLISHED'),
    timeWait: count('TIME_WAIT'),
    listen: count('LISTEN'),
  })
}
