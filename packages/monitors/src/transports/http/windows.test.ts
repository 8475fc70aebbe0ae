/** Type `windows` against answers in the form of windows_exporter; no Windows was at hand. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryTarget } from '../../collection/trial.ts'
import { figuresOf, knownType } from '../test-servers.ts'
import { http } from './http.ts'

const answers: Readonly<Record<string, string>> = {
  cpu: `windows_cpu_time_total{core="0,0",mode="dpc"} 6.5
windows_cpu_time_total{core="0,0",mode="idle"} 227003.5
windows_cpu_time_total{core="0,0",mode="interrupt"} 11.25
windows_cpu_time_total{core="0,0",mode="privileged"} 2108.25
windows_cpu_time_total{core="0,0",mode="user"} 2331
windows_cpu_time_total{core="0,1",mode="idle"} 226734.5
windows_cpu_time_total{core="0,1",mode="privileged"} 2187
windows_cpu_time_total{core="0,1",mode="user"} 2521
windows_cpu_interrupts_total{core="0,0"} 5000
`,
  memory: `windows_memory_physical_total_bytes 8.589934592e+09
windows_memory_available_bytes 4.294967296e+09
windows_memory_committed_bytes 5e+09
windows_memory_commit_limit 1e+10
windows_memory_cache_bytes 1e+08
windows_memory_pool_paged_bytes 2e+08
windows_memory_pool_nonpaged_bytes 1e+08
windows_memory_page_faults_total 1000
windows_memory_swap_pages_read_total 10
windows_memory_swap_pages_written_total 20
`,
  logical_disk: ['C:', 'D:']
    .flatMap(volume =>
      [
        'reads',
        'writes',
        'read_bytes',
        'write_bytes',
        'read_latency_seconds',
        'write_latency_seconds',
        'idle_seconds',
      ]
        .map(name => `windows_logical_disk_${name}_total{volume="${volume}"} 100`)
        .concat(
          ['requests_queued', 'size_bytes', 'free_bytes'].map(
            name => `windows_logical_disk_${name}{volume="${volume}"} 7`,
          ),
        ),
    )
    .join('\n'),
  net: `windows_net_bytes_received_total{nic="Ethernet 2"} 500
windows_net_bytes_sent_total{nic="Ethernet 2"} 600
windows_net_packets_received_total{nic="Ethernet 2"} 5
windows_net_packets_sent_total{nic="Ethernet 2"} 6
windows_net_packets_received_errors_total{nic="Ethernet 2"} 0
windows_net_packets_outbound_errors_total{nic="Ethernet 2"} 0
windows_net_packets_received_discarded_total{nic="Ethernet 2"} 0
windows_net_packets_outbound_discarded_total{nic="Ethernet 2"} 0
windows_net_current_bandwidth_bytes{nic="Ethernet 2"} 1.25e+08
`,
  os: `windows_os_info{build_number="20348",major_version="10",minor_version="0",product="Windows Server 2022",version="10.0.20348"} 1
windows_os_hostname{domain="",fqdn="WEB1",hostname="WEB1"} 1
`,
  system: `windows_system_context_switches_total 9000
windows_system_system_calls_total 8000
windows_system_exception_dispatches_total 7
windows_system_processor_queue_length 0
windows_system_processes 120
windows_system_threads 1500
windows_system_boot_time_timestamp 1.7e+09
`,
  service: `windows_service_state{name="Themes",state="running"} 1
windows_service_state{name="Themes",state="stopped"} 0
windows_service_state{name="Spooler",state="running"} 0
windows_service_state{name="Spooler",state="paused"} 0
windows_service_state{name="Spooler",state="stopped"} 1
windows_service_start_mode{name="Spooler",start_mode="auto"} 1
windows_service_start_mode{name="Themes",start_mode="auto"} 0
windows_service_start_mode{name="Themes",start_mode="manual"} 1
`,
}

let server: Server
let port = 0
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const wanted = new URL(url, 'http://x').searchParams.getAll('collect[]')
    const missing = wanted.filter(name => !(name in answers))
    if (missing.length > 0) response.writeHead(400)
    const told = missing.length > 0 ? `unavailable collector: ${missing.join()}` : ''
    const collectors = wanted.length > 0 ? wanted : Object.keys(answers)
    response.end(told || collectors.map(name => answers[name]).join('\n'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const never = new AbortController().signal

test('recorded: all counters are there, and collectors that are off are named with the way to switch them on', async () => {
  const result = await tryTarget({
    type: knownType('windows'),
    params: { host: '127.0.0.1', port },
    transports: { http },
    signal: never,
  })
  expect(result).toMatchObject({ isReached: true, version: '10.0.20348' })
  const told = result.sections.flatMap(({ section, cause, missing }) =>
    cause
      ? [`${section}: ${cause.code} ${cause.params['grant'] ?? ''}`]
      : missing.map(key => `${section}: ${key}`),
  )
  expect(told).toEqual([
    'tcp: notSetUp windows_exporter.exe --collectors.enabled "[defaults],tcp"',
    'processes: notSetUp windows_exporter.exe --collectors.enabled "[defaults],process"',
  ])
})

test('recorded: figures are sums over CPUs, volumes and services', async () => {
  const type = knownType('windows')
  const available = ['cpu', 'memory', 'disks', 'services']
  const sections = type.sections.filter(({ key }) => available.includes(key))
  const connection = await http.open({ host: '127.0.0.1', port, path: '/metrics' }, never)
  const figures = await figuresOf({ ...type, sections }, connection)
  connection.close()
  expect(Object.fromEntries(figures)).toMatchObject({
    'cpu.idle': 453_738,
    'cpu.privileged': 4_295.25,
    'cpu.cpus': 2,
    'memory.total': 8 * 1024 ** 3,
    'disks.freeBytes': 14,
    'services.running': 1,
    'services.stopped': 1,
    'services.paused': 0,
  })
})
