/** Events in order of time: a binary heap without an object per event. */

export class EventQueue {
  #times = new Float64Array(1_024)
  #payloads = new Int32Array(1_024)
  #size = 0

  /** Time of the next event, Infinity without one. */
  get nextAt(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : (this.#times[0] ?? 0)
  }

  push(at: number, payload: number): void {
    if (this.#size === this.#times.length) this.#grow()
    const [times, payloads] = [this.#times, this.#payloads]
    let index = this.#size++
    while (index > 0) {
      const parent = (index - 1) >> 1
      const parentAt = times[parent] ?? 0
      if (parentAt <= at) break
      times[index] = parentAt
      payloads[index] = payloads[parent] ?? 0
      index = parent
    }
    times[index] = at
    payloads[index] = payload
  }

  /** Takes the next event away and returns its payload; only where there is one. */
  pop(): number {
    const [times, payloads] = [this.#times, this.#payloads]
    const first = payloads[0] ?? 0
    const size = --this.#size
    const [at, payload] = [times[size] ?? 0, payloads[size] ?? 0]
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= size) break
      if (child + 1 < size && (times[child + 1] ?? 0) < (times[child] ?? 0)) child++
      const childAt = times[child] ?? 0
      if (childAt >= at) break
      times[index] = childAt
      payloads[index] = payloads[child] ?? 0
      index = child
    }
    times[index] = at
    payloads[index] = payload
    return first
  }

  #grow(): void {
    const [times, payloads] = [this.#times, this.#payloads]
    this.#times = new Float64Array(2 * times.length)
    this.#payloads = new Int32Array(2 * payloads.length)
    this.#times.set(times)
    this.#payloads.set(payloads)
  }
}
