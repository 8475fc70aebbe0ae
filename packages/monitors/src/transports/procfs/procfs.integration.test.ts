/** The figures of this host: our collection beside Debian's node_exporter at the same time. */
import { expect, test } from 'vitest'
import { tryTarget } from '../../collection/trial.ts'
import { exportedSum, figuresOf, freePort, knownType, startServer, untilAnswers } from '../test-servers.ts'
import { procfs } from './procfs.ts'

const exporter = '/usr/bin/prometheus-node-exporter'
const never = new AbortController().signal

/** Counter of ours → its name at node_exporter; the factor turns theirs into ours. */
const pairs: readonly [counter: string, theirs: RegExp, factor?: number][] = [
  ['cpu.user', /^node_cpu_seconds_total\{.*mode="user"\}/],
  ['cpu.system', /^node_cpu_seconds_total\{.*mode="system"\}/],
  ['cpu.idle', /^node_cpu_seconds_total\{.*mode="idle"\}/],
  ['memory.total', /^node_memory_MemTotal_bytes /],
  ['memory.available', /^node_memory_MemAvailable_bytes /],
  ['memory.swapTotal', /^node_memory_SwapTotal_bytes /],
  ['load.load15', /^node_load15 /],
  ['disks.reads', /^node_disk_reads_completed_total/],
  ['disks.writtenBytes', /^node_disk_written_bytes_total/],
  ['disks.ioMs', /^node_disk_io_time_seconds_total/, 1_000],
  ['network.receivedBytes', /^node_network_receive_bytes_total/],
  ['network.sentPackets', /^node_network_transmit_packets_total/],
  ['tcp.passiveOpens', /^node_netstat_Tcp_PassiveOpens /],
  ['tcp.retransmits', /^node_netstat_Tcp_RetransSegs /],
  ['kernel.contextSwitches', /^node_context_switches_total /],
  ['kernel.openFilesLimit', /^node_filefd_maximum /],
  ['kernel.bootTime', /^node_boot_time_seconds /],
  ['pressure.cpuSome', /^node_pressure_cpu_waiting_seconds_total /],
  ['swap.majorFaults', /^node_vmstat_pgmajfault /],
]

test('counters of the host agree with node_exporter', async () => {
  const port = await freePort()
  const server = startServer(exporter, [`--web.listen-address=127.0.0.1:${port}`], {})
  const connection = await procfs.open({}, never)
  try {
    const url = `http://127.0.0.1:${port}/metrics`
    await untilAnswers(url)
    // Theirs between two of ours, so that what grows lies between.
    const before = await figuresOf(knownType('host'), connection)
    const theirs = await (await fetch(url)).text()
    const after = await figuresOf(knownType('host'), connection)
    const rows = pairs.flatMap(([counter, pattern, factor = 1]) => {
      const sum = exportedSum(theirs, pattern)
      if (sum === undefined) return []
      const [low, high] = [before.get(counter) ?? Number.NaN, after.get(counter) ?? Number.NaN]
      return [{ counter, low, exporter: sum * factor, high }]
    })
    console.table(rows)
    expect(rows.length).toBeGreaterThan(12)
    for (const { counter, low, high, exporter: value } of rows) {
      // 1 % beside, for what is rounded or falls as well.
      const slack = Math.max(1, Math.abs(low)) * 0.01
      expect(value, counter).toBeGreaterThanOrEqual(Math.min(low, high) - slack)
      expect(value, counter).toBeLessThanOrEqual(Math.max(low, high) + slack)
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
