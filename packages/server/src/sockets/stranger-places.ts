/** Limits the number of open sockets whose peers are not authenticated yet, per address and in total. */

export interface StrangerPlaces {
  /** Returns a function that frees the place, which may be called more than once; null when no place is free. */
  take(address: string): (() => void) | null
}

export function createStrangerPlaces(limits: { perAddress: number; inAll: number }): StrangerPlaces {
  const byAddress = new Map<string, number>()
  let all = 0
  return {
    take: address => {
      const taken = byAddress.get(address) ?? 0
      if (taken >= limits.perAddress || all >= limits.inAll) return null
      byAddress.set(address, taken + 1)
      all += 1
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        all -= 1
        const left = (byAddress.get(address) ?? 1) - 1
        if (left === 0) byAddress.delete(address)
        else byAddress.set(address, left)
      }
    },
  }
}
