/** The figures of this host: our collection beside Debian's node_exporter at the same time. */
import { expect, test } from 'vitest'
import { tryTarget } from '../../collection/trial.ts'
import { uncompared } from '../test-exporter.ts'
import { exportedSum, figuresOf, freePort, knownType, startServer, untilAnswers } from '../test-servers.ts'
import { procfs } from './procfs.ts'

const exporter = '/usr/bin/prometheus-node-exporter'
const never = new AbortController().signal

/** Counter of ours → its name at node_exporter; the factor turns theirs into ours, `slack` is how far what wavers may be off. */
const pairs: readonly (readonly [counter: string, theirs: RegExp, factor?: number, slack?: number])[] = [
  ...(['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal'] as const).map(
    mode => [`cpu.${mode}`, new RegExp(String.raw`^node_cpu_seconds_total\{.*mode="${mode}"\}`)] as const,
  ),
  ['load.load1', /^node_load1 /],
  ['load.load5', /^node_load5 /],
  ['load.load15', /^node_load15 /],
  ['load.threads', /^node_processes_threads /, 1, 100],
  ['memory.total', /^node_memory_MemTotal_bytes /],
  ['memory.free', /^node_memory_MemFree_bytes /, 1, 5e8],
  ['memory.available', /^node_memory_MemAvailable_bytes /, 1, 5e8],
  ['memory.buffers', /^node_memory_Buffers_bytes /],
  ['memory.cached', /^node_memory_Cached_bytes /, 1, 5e8],
  ['memory.slab', /^node_memory_Slab_bytes /],
  ['memory.dirty', /^node_memory_Dirty_bytes /, 1, 5e8],
  ['memory.swapTotal', /^node_memory_SwapTotal_bytes /],
  ['memory.swapFree', /^node_memory_SwapFree_bytes /],
  ['swap.swappedIn', /^node_vmstat_pswpin /],
  ['swap.swappedOut', /^node_vmstat_pswpout /],
  ['swap.majorFaults', /^node_vmstat_pgmajfault /],
  ['swap.oomKills', /^node_vmstat_oom_kill /],
  ['disks.reads', /^node_disk_reads_completed_total/],
  ['disks.writes', /^node_disk_writes_completed_total/],
  ['disks.readBytes', /^node_disk_read_bytes_total/],
  ['disks.writtenBytes', /^node_disk_written_bytes_total/],
  ['disks.readMs', /^node_disk_read_time_seconds_total/, 1_000],
  ['disks.writeMs', /^node_disk_write_time_seconds_total/, 1_000],
  ['disks.ioMs', /^node_disk_io_time_seconds_total/, 1_000],
  ['disks.weightedMs', /^node_disk_io_time_weighted_seconds_total/, 1_000],
  ['disks.inFlight', /^node_disk_io_now/, 1, 200],
  ['network.receivedBytes', /^node_network_receive_bytes_total/],
  ['network.sentBytes', /^node_network_transmit_bytes_total/],
  ['network.receivedPackets', /^node_network_receive_packets_total/],
  ['network.sentPackets', /^node_network_transmit_packets_total/],
  ['network.receiveErrors', /^node_network_receive_errs_total/],
  ['network.sendErrors', /^node_network_transmit_errs_total/],
  ['network.receiveDrops', /^node_network_receive_drop_total/],
  ['network.sendDrops', /^node_network_transmit_drop_total/],
  ['tcp.current', /^node_netstat_Tcp_CurrEstab /, 1, 50],
  ['tcp.activeOpens', /^node_netstat_Tcp_ActiveOpens /],
  ['tcp.passiveOpens', /^node_netstat_Tcp_PassiveOpens /],
  ['tcp.segmentsReceived', /^node_netstat_Tcp_InSegs /],
  ['tcp.segmentsSent', /^node_netstat_Tcp_OutSegs /],
  ['tcp.retransmits', /^node_netstat_Tcp_RetransSegs /],
  ['tcp.listenOverflows', /^node_netstat_TcpExt_ListenOverflows /],
  ['tcp.orphans', /^node_sockstat_TCP_orphan /, 1, 50],
  ...(
    [
      ['established', 'established'],
      ['synSent', 'syn_sent'],
      ['synReceived', 'syn_recv'],
      ['finWait1', 'fin_wait1'],
      ['finWait2', 'fin_wait2'],
      ['timeWait', 'time_wait'],
      ['closeWait', 'close_wait'],
      ['lastAck', 'last_ack'],
      ['listen', 'listen'],
      ['closing', 'closing'],
    ] as const
  ).map(
    ([own, state]) =>
      [`tcpStates.${own}`, new RegExp(`^node_tcp_connection_states.*"${state}"`), 1, 50] as const,
  ),
  ['kernel.contextSwitches', /^node_context_switches_total /],
  ['kernel.interrupts', /^node_intr_total /],
  ['kernel.forks', /^node_forks_total /],
  ['kernel.running', /^node_procs_running /, 1, 50],
  ['kernel.blocked', /^node_procs_blocked /, 1, 50],
  ['kernel.openFiles', /^node_filefd_allocated /, 1, 500],
  ['kernel.openFilesLimit', /^node_filefd_maximum /],
  ['kernel.bootTime', /^node_boot_time_seconds /],
  ['processCount.processes', /^node_processes_pids /, 1, 50],
  ['pressure.cpuSome', /^node_pressure_cpu_waiting_seconds_total /],
  ['pressure.memorySome', /^node_pressure_memory_waiting_seconds_total /],
  ['pressure.memoryFull', /^node_pressure_memory_stalled_seconds_total /],
  ['pressure.ioSome', /^node_pressure_io_waiting_seconds_total /],
  ['pressure.ioFull', /^node_pressure_io_stalled_seconds_total /],
]
/** Of the root file system; the exporter has other mounts beside it than we have. */
const rootPairs = [
  ['sizeBytes', 'node_filesystem_size_bytes'],
  ['freeBytes', 'node_filesystem_free_bytes'],
  ['availableBytes', 'node_filesystem_avail_bytes'],
  ['inodes', 'node_filesystem_files'],
  ['freeInodes', 'node_filesystem_files_free'],
] as const
/** What the exporter does not tell. */
const absent = ['cpu.cpus', 'tcp.failedOpens', 'tcp.resets', 'system.uptime']

test('counters of the host agree with node_exporter', async () => {
  const port = await freePort()
  const args = ['--collector.tcpstat', '--collector.processes', `--web.listen-address=127.0.0.1:${port}`]
  const server = startServer(exporter, args, {})
  const connection = await procfs.open({}, never)
  try {
    const type = knownType('host')
    const names = [...pairs, ...rootPairs.map(([key]) => [`filesystems.${key}`] as const)].map(
      ([name]) => name,
    )
    expect(uncompared(type, names, absent)).toEqual([])
    const url = `http://127.0.0.1:${port}/metrics`
    await untilAnswers(url)
    // Theirs between two of ours, so that what grows lies between.
    const before = await figuresOf(type, connection)
    const theirs = await (await fetch(url)).text()
    const after = await figuresOf(type, connection)
    const rows = pairs.flatMap(([counter, pattern, factor = 1, slack = 1]) => {
      const sum = exportedSum(theirs, pattern)
      // Kernels differ in what they tell, and so does the exporter.
      if (sum === undefined) return []
      const [low, high] = [before.get(counter) ?? Number.NaN, after.get(counter) ?? Number.NaN]
      return [{ counter, low, exporter: sum * factor, high, slack }]
    })
    const { records } = await connection.ask({ reader: 'filesystems' }, never)
    const root = records.find(({ mount }) => mount === '/')
    for (const [key, name] of root === undefined ? [] : rootPairs) {
      const exporter = exportedSum(theirs, new RegExp(String.raw`^${name}\{.*mountpoint="/"\}`)) ?? Number.NaN
      const own = Number(root?.[key])
      rows.push({ counter: `filesystems.${key}`, low: own, exporter, high: own, slack: 1 })
    }
    console.table(rows)
    expect(rows.length).toBeGreaterThan(50)
    for (const { counter, low, high, exporter: value, slack } of rows) {
      // 1 % beside, for what is rounded or falls as well.
      const room = Math.max(slack, Math.abs(low) * 0.01)
      expect(value, counter).toBeGreaterThanOrEqual(Math.min(low, high) - room)
      expect(value, counter).toBeLessThanOrEqual(Math.max(low, high) + room)
    }
  } finally {
    await server.stop()
  }
})

test('the test of a host names its system and finds its counters', async () => {
  const type = knownType('host')
  const result = await tryTarget({ type, params: {}, transports: { procfs }, signal: never })
  expect(result).toMatchObject({ isReached: true, missingRights: [] })
  expect(result.version).toMatch(/^\d+\.\d+/)
  expect(result.sections.find(({ section }) => section === 'cpu')).toMatchObject({
    missing: [],
    cause: undefined,
  })
  expect(result.sections.find(({ section }) => section === 'filesystems')?.rowCount).toBeGreaterThan(0)
})

test('processes are ordered by what they use, this one is among them', async () => {
  const connection = await procfs.open({}, never)
  const request = { reader: 'processes', limit: 200 }
  await connection.ask(request, never)
  // A tenth of a second of CPU, however busy the machine is.
  const { user } = process.cpuUsage()
  while (process.cpuUsage().user - user < 100_000) Math.sqrt(user)
  const { records } = await connection.ask(request, never)
  const shares = records.map(({ cpuPercent }) => Number(cpuPercent))
  expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  expect(Number(records.find(({ pid }) => pid === String(process.pid))?.['cpuPercent'])).toBeGreaterThan(0)
})
