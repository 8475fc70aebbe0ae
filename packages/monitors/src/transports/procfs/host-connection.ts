/** A connection that answers the requests of host readers from a source of files. */

import type { Records } from '../../reading/records.ts'
import { type HostReader, requestSchemas } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ProbeResult, SectionAnswer, TargetConnection } from '../transport.ts'
import type { HostSource } from './host-source.ts'
import { type ProcessTimes, topProcesses } from './processes.ts'
import { fileReaders } from './readers.ts'

/** Processes of a connection are compared with what was read before, so tables of processes need a connection that stays. */
export class HostConnection implements TargetConnection {
  readonly isParallel: boolean
  readonly #source: HostSource
  readonly #end: () => void
  #times: ProcessTimes | undefined

  /** `isParallel`: whether the source reads several things at once; `end` closes it. */
  constructor(source: HostSource, isParallel: boolean, end: () => void) {
    this.#source = source
    this.isParallel = isParallel
    this.#end = end
  }

  async ask(request: unknown, signal: AbortSignal): Promise<SectionAnswer> {
    const { reader, limit } = requestSchemas.procfs.parse(request)
    if (reader !== 'filesystems') return { records: await this.#read(reader, limit, signal) }
    const { filesystems, fault } = await this.#source.filesystems(signal)
    const records = filesystems.map(({ device, mount, type, ...numbers }) => ({
      device,
      mount,
      type,
      ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)])),
    }))
    return fault === undefined ? { records } : { records, fault }
  }

  async probe(signal: AbortSignal): Promise<ProbeResult> {
    const [found = {}] = await this.#read('system', undefined, signal)
    const { product = 'Linux', kernel = '' } = found
    if (kernel === '') throw new TargetFault('wrongProduct', 'no /proc/sys/kernel/osrelease')
    return { product, version: kernel, missingRights: [] }
  }

  close(): void {
    this.#end()
  }

  async #read(
    reader: Exclude<HostReader, 'filesystems'>,
    limit: number | undefined,
    signal: AbortSignal,
  ): Promise<Records> {
    if (reader === 'processes') {
      const lines = await this.#source.processLines(signal)
      const { records, times } = topProcesses(lines, performance.now(), this.#times, limit)
      this.#times = times
      return records
    }
    if (reader === 'processCount') return [{ processes: String(await this.#source.processCount(signal)) }]
    const { paths, read } = fileReaders[reader]
    return read(await this.#source.files(paths, signal))
  }
}
