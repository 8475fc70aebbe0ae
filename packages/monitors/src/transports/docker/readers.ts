/** Answers of the API of containers → records. Pure. @see https://docs.docker.com/reference/api/engine/ */
import { isObject, type Json, textAt, valueAtPath } from '../../reading/json.ts'
import type { TargetRecord } from '../../reading/records.ts'

const nano = 1e9

const numberAt = (value: Json, path: string): number => {
  const text = textAt(value, path)
  return text === '' ? Number.NaN : Number(text)
}

/** Product, version and counts of an engine. */
export function engineRecord(version: Json, info: Json): TargetRecord {
  const component = textAt(version, 'Components[0].Name')
  return {
    product: /podman/i.test(component) ? 'Podman' : 'Docker',
    version: textAt(version, 'Version'),
    apiVersion: textAt(version, 'ApiVersion'),
    driver: textAt(info, 'Driver'),
    running: textAt(info, 'ContainersRunning'),
    paused: textAt(info, 'ContainersPaused'),
    stopped: textAt(info, 'ContainersStopped'),
    images: textAt(info, 'Images'),
    cpus: textAt(info, 'NCPU'),
    memory: textAt(info, 'MemTotal'),
  }
}

/** A container as `inspect` tells it; `stats` is null where it does not run. */
export function containerRecord(id: string, details: Json, stats: Json): TargetRecord {
  const numbers = { ...stateNumbers(details), ...(isObject(stats) ? usageNumbers(details, stats) : {}) }
  return {
    name: textAt(details, 'Name').replace(/^\//, ''),
    id: id.slice(0, 12),
    image: textAt(details, 'Config.Image'),
    state: textAt(details, 'State.Status'),
    health: textAt(details, 'State.Health.Status') || 'none',
    oomKilled: textAt(details, 'State.OOMKilled'),
    startedAt: textAt(details, 'State.StartedAt'),
    ...Object.fromEntries(
      Object.entries(numbers).flatMap(([field, value]) =>
        Number.isNaN(value) ? [] : [[field, String(value)]],
      ),
    ),
  }
}

const stateNumbers = (details: Json): Record<string, number> => ({
  restarts: numberAt(details, 'RestartCount'),
  exitCode: numberAt(details, 'State.ExitCode'),
})

function usageNumbers(details: Json, stats: Json): Record<string, number> {
  const usage = numberAt(stats, 'memory_stats.usage')
  const inactive = [
    numberAt(stats, 'memory_stats.stats.inactive_file'),
    numberAt(stats, 'memory_stats.stats.total_inactive_file'),
  ].find(value => !Number.isNaN(value))
  const quota = numberAt(details, 'HostConfig.CpuQuota') / numberAt(details, 'HostConfig.CpuPeriod')
  const limit = (numberAt(details, 'HostConfig.NanoCpus') || 0) / nano || (quota > 0 ? quota : 0)
  return {
    cpu: numberAt(stats, 'cpu_stats.cpu_usage.total_usage') / nano,
    cpuUser: numberAt(stats, 'cpu_stats.cpu_usage.usage_in_usermode') / nano,
    cpuSystem: numberAt(stats, 'cpu_stats.cpu_usage.usage_in_kernelmode') / nano,
    cpuLimit: limit || numberAt(stats, 'cpu_stats.online_cpus'),
    periods: numberAt(stats, 'cpu_stats.throttling_data.periods'),
    throttledPeriods: numberAt(stats, 'cpu_stats.throttling_data.throttled_periods'),
    throttled: numberAt(stats, 'cpu_stats.throttling_data.throttled_time') / nano,
    memory: usage - (inactive ?? 0),
    memoryLimit: numberAt(stats, 'memory_stats.limit'),
    pids: numberAt(stats, 'pids_stats.current'),
    ...networkNumbers(stats),
    readBytes: blockBytes(stats, 'read'),
    writtenBytes: blockBytes(stats, 'write'),
  }
}

/** Sums over the networks of a container; unknown where it uses that of the host. */
function networkNumbers(stats: Json): Record<string, number> {
  const networks = valueAtPath(stats, 'networks')
  const all = isObject(networks) ? Object.values(networks) : []
  const sum = (...fields: string[]) =>
    all.length === 0
      ? Number.NaN
      : all.reduce<number>(
          (total, one) => total + fields.reduce((part, field) => part + (numberAt(one, field) || 0), 0),
          0,
        )
  return {
    receivedBytes: sum('rx_bytes'),
    sentBytes: sum('tx_bytes'),
    receivedPackets: sum('rx_packets'),
    sentPackets: sum('tx_packets'),
    networkErrors: sum('rx_errors', 'tx_errors'),
    networkDrops: sum('rx_dropped', 'tx_dropped'),
  }
}

function blockBytes(stats: Json, operation: string): number {
  const entries = valueAtPath(stats, 'blkio_stats.io_service_bytes_recursive')
  if (!Array.isArray(entries)) return Number.NaN
  return entries
    .filter((entry: Json) => textAt(entry, 'op').toLowerCase() === operation)
    .reduce<number>((total, entry: Json) => total + (numberAt(entry, 'value') || 0), 0)
}
