/** Discrete-event simulation of a system under load: every request, queue and held unit, nothing averaged. */
import { EventQueue } from './event-queue.ts'
import type { SimulatedLoad, SimulatedSeries, SimulatedSystem, Step } from './system.ts'

/** Payloads of events that are not those of a request. */
const backgroundFrom = -2

/** A log-normal time of that mean. */
function timeOf(random: () => number, meanSeconds: number, variation: number): number {
  const variance = Math.log(1 + variation * variation)
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return meanSeconds * Math.exp(Math.sqrt(variance) * normal - variance / 2)
}

class StationState {
  inUse = 0
  readonly queue: number[] = []
  #head = 0
  #area = 0
  #lastAt = 0
  readonly units: number

  constructor(units: number) {
    this.units = units
  }

  get waiting(): number {
    return this.queue.length - this.#head
  }

  /** Whether a unit was free and is taken now. */
  take(now: number): boolean {
    if (this.inUse >= this.units) return false
    this.#account(now)
    this.inUse++
    return true
  }

  /** Gives a unit back; the first that waits has it then and is returned, else null. */
  giveBack(now: number): number | null {
    if (this.#head < this.queue.length) {
      const next = this.queue[this.#head++] ?? 0
      if (this.#head > 1_000) {
        this.queue.splice(0, this.#head)
        this.#head = 0
      }
      return next
    }
    this.#account(now)
    this.inUse--
    return null
  }

  /** Mean share of the units in use since the last call. */
  takeBusy01(now: number, seconds: number): number {
    this.#account(now)
    const share = this.#area / (this.units * seconds)
    this.#area = 0
    return share
  }

  #account(now: number): void {
    this.#area += this.inUse * (now - this.#lastAt)
    this.#lastAt = now
  }
}

export class Simulation {
  readonly #system: SimulatedSystem
  readonly #load: SimulatedLoad
  readonly #random: () => number
  readonly #events = new EventQueue()
  readonly #stations: readonly StationState[]
  /** By request: the step it is at, and when it began. */
  readonly #step: number[] = []
  readonly #beganAt: number[] = []
  readonly #free: number[] = []
  /** Requests that may go on at this instant. */
  readonly #ready: number[] = []
  #inFlight = 0
  #users = 0
  /** Called with the response time of each request that ends, in seconds. */
  onResponse: (seconds: number) => void = () => undefined
  readonly series: SimulatedSeries
  #second = 0
  #wanted = 0

  constructor(system: SimulatedSystem, load: SimulatedLoad, random: () => number) {
    this.#system = system
    this.#load = load
    this.#random = random
    this.#stations = system.stations.map(({ units }) => new StationState(units))
    const column = () => new Float64Array(load.seconds)
    this.series = {
      load: column(),
      completed: column(),
      responseSeconds: column(),
      dropped: column(),
      inMemory: column(),
      paged: column(),
      stations: system.stations.map(() => ({ busy01: column(), inUse: column(), waiting: column() })),
    }
  }

  /** Once, before the first second. */
  begin(): void {
    for (const [index, { ratePerSecond }] of this.#system.background.entries())
      if (ratePerSecond > 0) this.#events.push(this.#exponential(1 / ratePerSecond), backgroundFrom - index)
  }

  /** Simulates the next second. */
  step(): void {
    this.#admit(this.#second)
    while (this.#events.nextAt <= this.#second + 1) this.#handle(this.#events.nextAt, this.#events.pop())
    this.#record(this.#second + 1)
    this.#second++
  }

  /** Brings the users, or the arrivals of the coming second. */
  #admit(now: number): void {
    const wanted = this.#load.at(this.#second)
    this.#wanted = Math.round(wanted)
    this.series.load[this.#second] = wanted
    if (this.#load.kind === 'closed') {
      for (; this.#users < this.#wanted; this.#users++)
        this.#events.push(now + this.#random(), this.#newRequest())
      return
    }
    for (let at = now + this.#exponential(1 / wanted); at < now + 1; at += this.#exponential(1 / wanted)) {
      if (this.#inFlight + 1 > this.#load.maxInFlight) this.#add(this.series.dropped, 1)
      else {
        this.#inFlight++
        this.#events.push(at, this.#newRequest())
      }
    }
  }

  #newRequest(): number {
    const slot = this.#free.pop() ?? this.#step.length
    this.#step[slot] = -1
    return slot
  }

  #handle(now: number, payload: number): void {
    if (payload <= backgroundFrom) this.#background(now, backgroundFrom - payload)
    else if (this.#step[payload] === -1) {
      this.#beganAt[payload] = now
      this.#step[payload] = 0
      this.#goOn(payload, now)
    } else this.#served(payload, now)
  }

  /** Work of others takes a unit like a request, in a slot of its own whose step is beyond the last. */
  #background(now: number, index: number): void {
    const work = this.#system.background[index]
    if (work === undefined) return
    this.#events.push(now + this.#exponential(1 / work.ratePerSecond), backgroundFrom - index)
    const slot = this.#free.pop() ?? this.#step.length
    this.#step[slot] = this.#system.steps.length + 1 + index
    if (this.#stations[work.station]?.take(now)) this.#events.push(now + this.#serviceOf(slot), slot)
    else this.#stations[work.station]?.queue.push(slot)
  }

  /** A service or a delay has ended. */
  #served(slot: number, now: number): void {
    const step = this.#stepOf(slot)
    if (step.kind === 'use' || step.kind === 'page') this.#release(step.station, now)
    if ((this.#step[slot] ?? 0) > this.#system.steps.length) this.#free.push(slot)
    else {
      this.#step[slot] = (this.#step[slot] ?? 0) + 1
      this.#goOn(slot, now)
    }
  }

  #stepOf(slot: number): Step {
    const at = this.#step[slot] ?? 0
    const work = this.#system.background[at - this.#system.steps.length - 1]
    if (work !== undefined)
      return { kind: 'use', station: work.station, meanSeconds: work.meanSeconds, variation: 1 }
    return this.#system.steps[at] ?? { kind: 'delay', meanSeconds: 0, variation: 0 }
  }

  #release(station: number, now: number): void {
    const next = this.#stations[station]?.giveBack(now) ?? null
    if (next === null) return
    if (this.#stepOf(next).kind === 'acquire') {
      this.#step[next] = (this.#step[next] ?? 0) + 1
      this.#ready.push(next)
    } else this.#events.push(now + this.#serviceOf(next), next)
  }

  #serviceOf(slot: number): number {
    const step = this.#stepOf(slot)
    if (step.kind === 'use' || step.kind === 'delay')
      return timeOf(this.#random, step.meanSeconds, step.variation)
    if (step.kind !== 'page') return 0
    const excess = Math.max(0, this.#requestsInMemory() / step.residentRequests - 1)
    const seconds = timeOf(this.#random, step.secondsAtDouble * Math.min(3, excess), 0.5)
    this.#add(this.series.paged, seconds)
    return seconds
  }

  #requestsInMemory(): number {
    const { memoryStation } = this.#system
    return memoryStation === null ? this.#inFlight : (this.#stations[memoryStation]?.inUse ?? 0)
  }

  /** Takes a request, and all that its steps set free, as far as they come without waiting. */
  #goOn(first: number, now: number): void {
    this.#ready.push(first)
    for (let slot = this.#ready.pop(); slot !== undefined; slot = this.#ready.pop()) {
      while (this.#passes(slot, now));
    }
  }

  /** Whether the request is at another step that it can begin at once. */
  #passes(slot: number, now: number): boolean {
    const at = this.#step[slot] ?? 0
    const step = this.#system.steps[at]
    if (at === 0 && this.#load.kind === 'closed') this.#inFlight++
    if (step === undefined) {
      this.#end(slot, now)
      return false
    }
    switch (step.kind) {
      case 'skip':
        this.#step[slot] = at + 1 + (this.#random() < step.share01 ? step.count : 0)
        return true
      case 'delay':
        this.#events.push(now + this.#serviceOf(slot), slot)
        return false
      case 'release':
        this.#step[slot] = at + 1
        this.#release(step.station, now)
        return true
      case 'acquire':
        if (this.#stations[step.station]?.take(now)) {
          this.#step[slot] = at + 1
          return true
        }
        this.#stations[step.station]?.queue.push(slot)
        return false
      default:
        return this.#begin(slot, step, now)
    }
  }

  #begin(slot: number, step: Extract<Step, { kind: 'use' | 'page' }>, now: number): boolean {
    if (step.kind === 'page' && this.#requestsInMemory() <= step.residentRequests) {
      this.#step[slot] = (this.#step[slot] ?? 0) + 1
      return true
    }
    const station = this.#stations[step.station]
    if (station?.take(now)) this.#events.push(now + this.#serviceOf(slot), slot)
    else station?.queue.push(slot)
    return false
  }

  #end(slot: number, now: number): void {
    this.#inFlight--
    this.#add(this.series.completed, 1)
    this.#add(this.series.responseSeconds, now - (this.#beganAt[slot] ?? now))
    this.onResponse(now - (this.#beganAt[slot] ?? now))
    if (this.#load.kind === 'open') {
      this.#free.push(slot)
      return
    }
    // A user that is one too many leaves.
    if (this.#users > this.#wanted) {
      this.#users--
      this.#free.push(slot)
      return
    }
    this.#step[slot] = -1
    this.#events.push(now + this.#exponential(this.#load.thinkSeconds), slot)
  }

  #record(now: number): void {
    const second = this.#second
    this.series.inMemory[second] = this.#requestsInMemory()
    for (const [index, station] of this.#stations.entries()) {
      const column = this.series.stations[index]
      if (column === undefined) continue
      column.busy01[second] = station.takeBusy01(now, 1)
      column.inUse[second] = station.inUse
      column.waiting[second] = station.waiting
    }
  }

  #add(column: Float64Array, value: number): void {
    column[this.#second] = (column[this.#second] ?? 0) + value
  }

  #exponential(mean: number): number {
    return -mean * Math.log(1 - this.#random())
  }
}

/** Runs a system under a load from its empty state; the same numbers for the same randomness. */
export function simulate(
  system: SimulatedSystem,
  load: SimulatedLoad,
  random: () => number,
): SimulatedSeries {
  const simulation = new Simulation(system, load, random)
  simulation.begin()
  for (let second = 0; second < load.seconds; second++) simulation.step()
  return simulation.series
}
