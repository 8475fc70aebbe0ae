/** Limits of the demo shop that are switched on to see whether a load test finds them: CPU, connection pool, lock, disk, a service behind. */
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ShopSettings } from './settings.ts'

/** What is in use of a limit now. */
export interface LimitUse {
  readonly name: 'pool' | 'lock' | 'service' | 'disk'
  readonly units: number
  readonly inUse: number
  readonly waiting: number
}

export interface ShopUse {
  readonly limits: readonly LimitUse[]
  /** Time that the disk took for the requests' writes since the start. */
  readonly diskBusySeconds: number
}

/**
 * Units that each serve one request at a time for a fixed time. Ends are planned by arithmetic, not by timers that fire
 * late, so that exactly units ÷ time requests pass in the long run.
 */
class TimedUnits {
  #freeAt: number[] = []
  #open: { readonly from: number; readonly to: number }[] = []

  async hold(units: number, ms: number): Promise<void> {
    if (units < 1 || ms <= 0) return
    const now = performance.now()
    // Another number of units begins with all of them free.
    if (this.#freeAt.length !== units) this.#freeAt = Array.from({ length: units }, () => 0)
    const first = this.#freeAt.indexOf(Math.min(...this.#freeAt))
    const from = Math.max(now, this.#freeAt[first] ?? 0)
    const hold = { from, to: from + ms }
    this.#freeAt[first] = hold.to
    this.#open.push(hold)
    await wait(hold.to - now)
  }

  use(name: LimitUse['name'], units: number): LimitUse {
    const now = performance.now()
    this.#open = this.#open.filter(({ to }) => to > now)
    const waiting = this.#open.filter(({ from }) => from > now).length
    return { name, units, inUse: this.#open.length - waiting, waiting }
  }
}

const kibibyte = 1_024

/** A file that is written and brought to the disk by one request at a time. */
class Disk {
  #tail: Promise<void> = Promise.resolve()
  #file: FileHandle | null = null
  #waiting = 0
  busySeconds = 0

  async write(kilobytes: number): Promise<void> {
    if (kilobytes <= 0) return
    this.#waiting++
    const done = this.#tail.then(() => this.#writeNow(kilobytes * kibibyte))
    this.#tail = done.catch(() => undefined)
    try {
      await done
    } finally {
      this.#waiting--
    }
  }

  use(): LimitUse {
    return {
      name: 'disk',
      units: 1,
      inUse: Math.min(1, this.#waiting),
      waiting: Math.max(0, this.#waiting - 1),
    }
  }

  async #writeNow(sizeBytes: number): Promise<void> {
    if (this.#file === null) {
      const path = join(tmpdir(), `demo-shop-${process.pid}-${Date.now()}`)
      this.#file = await open(path, 'w')
      // The open file stays until it is closed, and nothing stays behind then.
      await rm(path)
    }
    const begin = performance.now()
    await this.#file.write(Buffer.alloc(sizeBytes, 1), 0, sizeBytes, 0)
    await this.#file.datasync()
    this.busySeconds += (performance.now() - begin) / 1_000
  }

  close(): void {
    void this.#file?.close()
    this.#file = null
  }
}

export class Limits {
  readonly #pool = new TimedUnits()
  readonly #lock = new TimedUnits()
  readonly #service = new TimedUnits()
  readonly #disk = new Disk()

  /** Takes a request through all limits that are on. */
  async pass(settings: ShopSettings): Promise<void> {
    burn(settings.cpuMs)
    await this.#pool.hold(settings.poolSize, settings.poolMs)
    await this.#lock.hold(1, settings.lockMs)
    await this.#disk.write(settings.diskKilobytes)
    await this.#service.hold(settings.serviceSlots, settings.serviceMs)
  }

  use({ poolSize, serviceSlots }: ShopSettings): ShopUse {
    return {
      limits: [
        this.#pool.use('pool', poolSize),
        this.#lock.use('lock', 1),
        this.#service.use('service', serviceSlots),
        this.#disk.use(),
      ],
      diskBusySeconds: this.#disk.busySeconds,
    }
  }

  close(): void {
    this.#disk.close()
  }
}

/** Keeps the process's only thread busy for that CPU time, which on a busy machine takes longer. */
function burn(ms: number): void {
  if (ms <= 0) return
  const begin = process.threadCpuUsage()
  const usedUs = () => {
    const { user, system } = process.threadCpuUsage(begin)
    return user + system
  }
  while (usedUs() < ms * 1_000);
}
